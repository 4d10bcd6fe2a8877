import * as v from 'valibot';
import { failedRelation } from '../../../wire/projectTransfer.ts';
import { hasEnded, jobPhases } from './phase.ts';

export { hasEnded, type JobPhase, jobPhases } from './phase.ts';

export const jobKinds = [
  'projectExport',
  'groupExport',
  'projectImport',
  'relationImport',
  'groupImport',
  'gitImport',
  'githubImport',
  'githubGists',
  'bitbucketServerImport',
  'bitbucketImport',
  'projectMove',
] as const;

export type JobKind = (typeof jobKinds)[number];

const counters = v.record(v.string(), v.number());
const optionalText = v.optional(v.string());
const optionalNumber = v.optional(v.number());

/** Message of the server, with its status, or ours. */
const jobError = v.object({ words: v.string(), status: optionalNumber });

/** Long-running server job, stored as JSON without credentials (token, password, pre-signed address). */
export const job = v.object({
  /** Unique on this computer. */
  id: v.string(),
  /** Increases with each save. */
  revision: optionalNumber,
  kind: v.picklist(jobKinds),
  /** Account ID and server. */
  account: v.string(),
  baseUrl: v.string(),
  /** `id` once known. */
  subject: v.object({
    type: v.picklist(['project', 'group', 'user']),
    path: v.string(),
    id: optionalNumber,
    webUrl: optionalText,
  }),
  /** File, or host and repository. Without query. */
  source: optionalText,
  phase: v.picklist(jobPhases),
  startedAtMs: v.number(),
  endedAtMs: optionalNumber,
  /** Timeline, oldest first: the server's states (`queued`, `started`) or ours. */
  story: v.array(v.object({ atMs: v.number(), state: v.string(), words: optionalText })),
  /** Polling: last with its window, next, consecutive failures, last error. */
  look: v.object({
    lastAtMs: optionalNumber,
    by: optionalText,
    nextAtMs: optionalNumber,
    failures: v.number(),
    error: v.optional(jobError),
  }),
  /** Counts of GitHub imports by type; types vary between releases. */
  stats: v.optional(v.object({ fetched: counters, imported: counters })),
  /** At most 100 are reported. */
  failedRelations: v.array(failedRelation),
  error: v.optional(jobError),
  /** ID in the server's logs. */
  correlationId: optionalText,
  /** Web addresses of an export's archive, and of an import's source. */
  archiveUrl: optionalText,
  originUrl: optionalText,
  /** Local archive, sent or saved. */
  file: v.optional(v.object({ path: v.string(), sizeBytes: optionalNumber })),
  /** Window that transfers bytes, and its heartbeat. */
  worker: v.optional(v.object({ id: v.string(), beat: v.number() })),
  /** Validated by the kind's own schema. */
  details: v.optional(v.unknown()),
});

export type Job = v.InferOutput<typeof job>;

export type JobSeed = Pick<Job, 'kind' | 'account' | 'baseUrl' | 'subject' | 'source' | 'file' | 'details'>;

/** Omitted members stay; undefined ones are removed. */
export type JobChange = Partial<
  Omit<Job, 'id' | 'kind' | 'account' | 'baseUrl' | 'startedAtMs' | 'story' | 'worker' | 'revision'>
> & {
  /** Timeline entry, unless equal to the last. */
  readonly state?: { readonly state: string; readonly words?: string | undefined };
  /** Overrides the pace. */
  readonly pollInMs?: number | undefined;
};

/** Imported less than fetched. */
export const isIncomplete = (stats: Job['stats']): boolean => {
  const imported = new Map(Object.entries(stats?.imported ?? {}));
  return Object.entries(stats?.fetched ?? {}).some(([key, count]) => count > (imported.get(key) ?? 0));
};

/** The first 20 and the latest are kept. */
const maxHistory = 200;

/** Ended jobs have no worker and no next poll. */
export const changed = (before: Job, { state, pollInMs, ...change }: JobChange, nowMs: number): Job => {
  const last = before.story.at(-1);
  const isNew = state !== undefined && (state.state !== last?.state || state.words !== last.words);
  const story = isNew ? [...before.story, { atMs: nowMs, ...state }] : before.story;
  const after: Job = {
    ...before,
    ...change,
    story: story.length > maxHistory ? [...story.slice(0, 20), ...story.slice(20 - maxHistory)] : story,
  };
  if (!hasEnded(after))
    return pollInMs === undefined ? after : { ...after, look: { ...after.look, nextAtMs: nowMs + pollInMs } };
  const look = { ...after.look, nextAtMs: undefined };
  return { ...after, worker: undefined, look, endedAtMs: before.endedAtMs ?? nowMs };
};

export const failedFor = (words: string, status?: number, correlationId?: string): JobChange => ({
  phase: 'failed',
  error: { words, status },
  state: { state: 'failed', words },
  ...(correlationId === undefined ? {} : { correlationId }),
});

export const isDuplicate = (one: Job, seed: Pick<JobSeed, 'kind' | 'account' | 'subject'>): boolean =>
  one.kind === seed.kind &&
  one.account === seed.account &&
  one.subject.type === seed.subject.type &&
  one.subject.path === seed.subject.path;
