import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import type { UploadFile } from '../../../wire/parameters.ts';
import { importRelation, listRelationImports, type RelationImport } from '../../../wire/projectTransfer.ts';
import type { Job, JobChange, JobPhase } from '../jobs/job.ts';
import { type WriteOutcome, writeOnce } from '../../writeOnce.ts';
import type { ImportAccount } from './projectImport.ts';
import { followUpload, namedAsArchive, type UploadOptions } from './sending.ts';

export const relationNames = ['issues', 'merge_requests', 'milestones', 'ci_pipelines'] as const;

export type RelationName = (typeof relationNames)[number];

export const relationImportDetails = v.object({
  relation: v.picklist(relationNames),
  /** ID on the server, once known. */
  tracker: v.optional(v.number()),
  /** IDs of earlier imports. */
  before: v.array(v.number()),
  isSent: v.boolean(),
});

export type RelationImportDetails = v.InferOutput<typeof relationImportDetails>;

/** X9. */
export const readRelationImports = (
  client: Client,
  project: string | number,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly RelationImport[]> => client.send(listRelationImports, { id: project }, options);

const newOne = (
  all: readonly RelationImport[],
  { relation, before }: Pick<RelationImportDetails, 'relation' | 'before'>,
): RelationImport | undefined => all.findLast((each) => each.relation === relation && !before.includes(each.id));

/** X8, once. After a lost answer or a cancellation, the project's list of imports shows if it started. Throws refusals. */
export const startRelationImport = async (
  { client, capabilities }: ImportAccount,
  wanted: { readonly project: string; readonly file: UploadFile } & Pick<RelationImportDetails, 'relation' | 'before'>,
  options: UploadOptions = {},
): Promise<WriteOutcome<RelationImport>> => {
  const upload = followUpload(options);
  return writeOnce(
    () =>
      upload.sent(() =>
        capabilities.send(
          importRelation,
          { path: wanted.project, relation: wanted.relation, file: namedAsArchive(wanted.file) },
          wanted.project,
          { signal: options.signal, progress: upload.progress },
        ),
      ),
    () => upload.check(async () => newOne(await readRelationImports(client, wanted.project), wanted)),
  );
};

const phases: ReadonlyMap<string, JobPhase> = new Map([
  ['finished', 'succeeded'],
  ['failed', 'failed'],
]);

export type RelationImportState =
  | { readonly kind: 'change'; readonly change: JobChange; readonly tracker: number }
  | { readonly kind: 'notYet' }
  | { readonly kind: 'never'; readonly why: 'notSent' | 'neverCame' };

const appearsWithinMs = 5 * 60_000;

/** X9, which gives no reason for a failure. Throws if the server can't be reached. */
export const pollRelationImport = async (
  job: Pick<Job, 'subject' | 'startedAtMs'>,
  details: RelationImportDetails,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
  nowMs: number,
): Promise<RelationImportState> => {
  const all = await readRelationImports(client, job.subject.id ?? job.subject.path, { signal });
  const { tracker } = details;
  const found = tracker === undefined ? newOne(all, details) : all.find(({ id }) => id === tracker);
  if (found !== undefined) {
    const { id, status } = found;
    return {
      kind: 'change',
      change: { phase: phases.get(status) ?? 'running', state: { state: status } },
      tracker: id,
    };
  }
  if (!details.isSent) return { kind: 'never', why: 'notSent' };
  return nowMs - job.startedAtMs > appearsWithinMs ? { kind: 'never', why: 'neverCame' } : { kind: 'notYet' };
};

export const relationRefusal = (error: unknown): 'busy' | 'missing' | undefined => {
  const facts = requestErrorFacts(error, 'refused', 'notFound');
  if (facts?.status === 409) return 'busy';
  return facts?.status === 404 && /project/i.test(facts.serverMessage ?? '') ? 'missing' : undefined;
};
