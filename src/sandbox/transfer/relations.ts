import * as v from 'valibot';
import { protectedBranch } from '../../wire/protectedBranches.ts';
import { sha } from '../../wire/records.ts';
import type { IssueState } from '../world/issueRecords.ts';
import type { MergeRequestState } from '../world/records.ts';
import type { NoteState } from '../world/reviewRecords.ts';
import type { Failures } from './failures.ts';
import { inStateNames, readLines } from './tree.ts';

const title = v.pipe(v.string(), v.nonEmpty("Title can't be blank"));
const whole = v.pipe(v.number(), v.integer());
const maybe = <T>(schema: v.GenericSchema<unknown, T>) => v.optional(v.nullable(schema), null);
const text = v.optional(
  v.pipe(
    v.nullable(v.string()),
    v.transform((given) => given ?? ''),
  ),
  '',
);

/** Row of `labels.ndjson` after conversion to camel case, as in the schemas below. */
export const labelSchema = v.object({
  title,
  color: v.optional(v.string(), '#6699cc'),
  description: maybe(v.string()),
});

export const milestoneSchema = v.object({
  iid: whole,
  title,
  description: text,
  state: v.optional(v.picklist(['active', 'closed']), 'active'),
  startDate: maybe(v.string()),
  dueDate: maybe(v.string()),
});

export const boardSchema = v.object({
  name: v.string(),
  lists: v.optional(v.array(v.object({ label: v.string(), position: v.number() })), []),
});

export const badgeSchema = v.object({ name: v.optional(v.string(), ''), linkUrl: v.string(), imageUrl: v.string() });

/** With the names of the API, unlike the other schemas. */
export const ruleSchema = protectedBranch;

// notes are in the sandbox's own format: checks only essential members
const noteSchema = v.pipe(
  v.looseObject({ body: v.string(), authorId: maybe(whole), createdAt: v.string() }),
  v.transform((note) => note as unknown as NoteState),
);

const threadSchema = v.object({
  isIndividual: v.optional(v.boolean(), false),
  notes: v.pipe(v.array(noteSchema), v.minLength(1)),
});

export type ArchivedThread = v.InferOutput<typeof threadSchema>;

export const commitNotesSchema = v.object({ sha, ...threadSchema.entries });

export const mergeRequestSchema = v.pipe(
  v.looseObject({
    iid: whole,
    title,
    description: text,
    state: v.picklist(['opened', 'closed', 'merged']),
    sourceBranch: v.pipe(v.string(), v.nonEmpty("Source branch can't be blank")),
    targetBranch: v.pipe(v.string(), v.nonEmpty("Target branch can't be blank")),
    authorId: maybe(whole),
    assigneeId: maybe(whole),
    mergedById: maybe(whole),
    labels: v.optional(v.array(v.string()), []),
    isDraft: v.optional(v.boolean(), false),
    sha,
    mergeCommitSha: maybe(sha),
    commits: v.optional(v.array(sha), []),
    createdAt: v.string(),
    updatedAt: v.string(),
    mergedAt: maybe(v.string()),
    closedAt: maybe(v.string()),
    discussions: v.optional(v.array(threadSchema), []),
    approvals: v.optional(v.array(v.object({ personId: maybe(whole), at: v.string() })), []),
  }),
  v.transform(({ discussions, approvals, ...request }) => ({
    request: request as unknown as Omit<MergeRequestState, 'id'>,
    discussions,
    approvals,
  })),
);

export const issueSchema = v.pipe(
  v.looseObject({
    iid: whole,
    title,
    state: v.picklist(['opened', 'closed']),
    authorId: maybe(whole),
    discussions: v.optional(v.array(threadSchema), []),
  }),
  v.transform(({ discussions, ...issue }) => ({ issue: issue as unknown as Omit<IssueState, 'id'>, discussions })),
);

/** `prepare` converts each row before validation. */
export interface RelationPlan<Row> {
  readonly folder: string;
  readonly file: string;
  readonly relation: string;
  readonly schema: v.GenericSchema<unknown, Row>;
  readonly prepare?: (value: unknown) => unknown;
}

/** Invalid rows are recorded as failures. */
export const readRelation = async <Row>(
  { folder, file, relation, schema, prepare = inStateNames }: RelationPlan<Row>,
  failures: Failures,
): Promise<readonly { readonly row: Row; readonly index: number }[]> => {
  const rows: { row: Row; index: number }[] = [];
  for await (const line of readLines(folder, file)) {
    if ('problem' in line) {
      failures.add(relation, line.index, line.problem, 'JSON::ParserError');
      continue;
    }
    const parsed = v.safeParse(schema, prepare(line.value));
    if (parsed.success) rows.push({ row: parsed.output, index: line.index });
    else failures.addInvalid(relation, line.index, parsed.issues);
  }
  return rows;
};
