import * as v from 'valibot';

/** What of two projects is compared, in the order of the report. */
export const comparedParts = [
  'defaultBranch',
  'branches',
  'tags',
  'protectedBranches',
  'mergeRequests',
  'issues',
  'labels',
  'milestones',
  'description',
  'visibility',
  'archived',
] as const;

/** What of two projects is compared. */
export type ComparedPart = (typeof comparedParts)[number];

/** Which of the two projects. */
export type Side = 'source' | 'target';

const roles = v.array(v.number());

/**
 * What a protection rule allows, without the numbers one server gave: `named` are users, groups, deploy keys, and others
 * such as custom roles.
 */
export const ruleFacts = v.object({
  push: roles,
  merge: roles,
  unprotect: v.optional(roles),
  forcePush: v.boolean(),
  codeOwners: v.optional(v.boolean()),
  named: v.object({ users: v.number(), groups: v.number(), deployKeys: v.number(), others: v.optional(v.number(), 0) }),
});

/** What a protection rule allows. */
export type RuleFacts = v.InferOutput<typeof ruleFacts>;

/** A hash, a state, a count or a rule. */
const fact = v.union([v.string(), v.number(), v.boolean(), ruleFacts]);

/** What one side has under a name. */
export type Fact = v.InferOutput<typeof fact>;

/** One thing that is not the same; a side that does not have it is left out. */
const difference = v.object({ name: v.string(), source: v.optional(fact), target: v.optional(fact) });

/** One thing that is not the same. */
export type Difference = v.InferOutput<typeof difference>;

/** Why a part was not compared: `tooMany` were there, the server did `notCount`, or a side was `notRead`. */
const reason = v.variant('kind', [
  v.object({ kind: v.literal('tooMany'), side: v.picklist(['source', 'target']), limit: v.number() }),
  v.object({ kind: v.literal('notCounted'), side: v.picklist(['source', 'target']) }),
  v.object({
    kind: v.literal('notRead'),
    side: v.picklist(['source', 'target']),
    status: v.optional(v.number()),
    words: v.string(),
  }),
]);

/** Why a part was not compared. */
export type NotComparedReason = v.InferOutput<typeof reason>;

const partResult = v.object({
  part: v.picklist(comparedParts),
  result: v.variant('kind', [
    /** `count`: how many things were looked at on each side. */
    v.object({ kind: v.literal('same'), count: v.number() }),
    /** The first differences; `more` were not kept. */
    v.object({ kind: v.literal('different'), count: v.number(), first: v.array(difference), more: v.number() }),
    v.object({ kind: v.literal('notCompared'), reasons: v.array(reason) }),
  ]),
  /** Rules of groups above the source, which a project does not take along. */
  inherited: v.optional(v.number()),
});

/** One part of a comparison. */
export type PartResult = v.InferOutput<typeof partResult>;

/** How two projects compare, as it is kept with the job: plain JSON. */
export const comparison = v.object({ atMs: v.number(), parts: v.array(partResult) });

/** How two projects compare. */
export type Comparison = v.InferOutput<typeof comparison>;

/** All the same, something different, or nothing different but not all compared. */
export const verdictOf = ({ parts }: Comparison): 'same' | 'different' | 'incomplete' => {
  if (parts.some(({ result }) => result.kind === 'different')) return 'different';
  return parts.every(({ result }) => result.kind === 'same') ? 'same' : 'incomplete';
};
