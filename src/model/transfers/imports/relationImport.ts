import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import { requestFailure } from '../../../client/errors.ts';
import type { UploadFile } from '../../../wire/parameters.ts';
import { importRelation, listRelationImports, type RelationImport } from '../../../wire/projectTransfer.ts';
import type { Job, JobChange, JobPhase } from '../jobs/job.ts';
import { type Written, writeOnce } from '../../writeOnce.ts';
import type { ImportAccount } from './projectImport.ts';
import { followUpload, namedAsArchive, type UploadOptions } from './sending.ts';

/** The parts of a project that can be imported again by themselves. */
export const relationNames = ['issues', 'merge_requests', 'milestones', 'ci_pipelines'] as const;

/** A part of a project that can be imported again. */
export type RelationName = (typeof relationNames)[number];

/** What a job of such an import remembers besides. */
export const relationImportDetails = v.object({
  relation: v.picklist(relationNames),
  /** Number of the server's record; undefined while it is not known. */
  tracker: v.optional(v.number()),
  /** Numbers of the records there were before. */
  before: v.array(v.number()),
  isSent: v.boolean(),
});

/** What a job of such an import remembers besides. */
export type RelationImportDetails = v.InferOutput<typeof relationImportDetails>;

/** Reads the imports of parts of a project (X9). */
export const readRelationImports = (
  client: Client,
  project: string | number,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly RelationImport[]> => client.send(listRelationImports, { id: project }, options);

const newOne = (
  all: readonly RelationImport[],
  { relation, before }: Pick<RelationImportDetails, 'relation' | 'before'>,
): RelationImport | undefined => all.findLast((each) => each.relation === relation && !before.includes(each.id));

/**
 * Begins to import one part of an archive into a project that is there (X8), once. After a lost answer, and after a
 * cancel, it is looked for among the project's imports. Throws what the server refused.
 */
export const startRelationImport = async (
  { client, capabilities }: ImportAccount,
  wanted: { readonly project: string; readonly file: UploadFile } & Pick<RelationImportDetails, 'relation' | 'before'>,
  options: UploadOptions = {},
): Promise<Written<RelationImport>> => {
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
    () => upload.look(async () => newOne(await readRelationImports(client, wanted.project), wanted)),
  );
};

const phases: ReadonlyMap<string, JobPhase> = new Map([
  ['finished', 'succeeded'],
  ['failed', 'failed'],
]);

/** What a look at such an import showed: how it is, or that it is not among the project's. */
export type RelationImportState =
  | { readonly kind: 'change'; readonly change: JobChange; readonly tracker: number }
  | { readonly kind: 'notYet' }
  | { readonly kind: 'never'; readonly why: 'notSent' | 'neverCame' };

const appearsWithinMs = 5 * 60_000;

/** Looks at such an import (X9). Servers tell no reason when one failed. Throws when the server cannot be asked. */
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

/** Why a server does not take such an import, where that can be told from its answer. */
export const relationRefusal = (error: unknown): 'busy' | 'missing' | undefined => {
  const facts = requestFailure(error, 'refused', 'notFound');
  if (facts?.status === 409) return 'busy';
  return facts?.status === 404 && /project/i.test(facts.serverMessage ?? '') ? 'missing' : undefined;
};
