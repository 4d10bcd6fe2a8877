import * as v from 'valibot';
import { failedRelation } from '../../../wire/projectTransfer.ts';
import { hasEnded, jobPhases } from './phase.ts';

export { hasEnded, type JobPhase, jobPhases } from './phase.ts';

/** What a job does. */
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

/** What a job does. */
export type JobKind = (typeof jobKinds)[number];

const counters = v.record(v.string(), v.number());
const optionalText = v.optional(v.string());
const optionalNumber = v.optional(v.number());

/** What went wrong, in words for the reader: the server's own with the status, or ours. */
const jobError = v.object({ words: v.string(), status: optionalNumber });

/**
 * A long piece of the server's work as it is kept in the editor's storage: plain JSON that never holds a credential
 * (token, password, pre-signed address).
 */
export const job = v.object({
  /** Stable and unique on this computer. */
  id: v.string(),
  /** Grows with every record that is stored: of two the greater is the newer one. */
  revision: optionalNumber,
  kind: v.picklist(jobKinds),
  /** Id of the account it was begun with, and the address of its instance. */
  account: v.string(),
  baseUrl: v.string(),
  /** The project, group or user it works on; `id` once the server told it. */
  subject: v.object({
    type: v.picklist(['project', 'group', 'user']),
    path: v.string(),
    id: optionalNumber,
    webUrl: optionalText,
  }),
  /** Where it comes from or goes to, for the reader: a file, a host and repository. Without query string. */
  source: optionalText,
  phase: v.picklist(jobPhases),
  startedAtMs: v.number(),
  endedAtMs: optionalNumber,
  /** What happened, oldest first: a state in the server's words (`queued`, `started`) or one of ours, and when. */
  story: v.array(v.object({ atMs: v.number(), state: v.string(), words: optionalText })),
  /**
   * When it was last looked at, by which window, and when it is looked at next; how many looks in a row failed, and how
   * the last did.
   */
  look: v.object({
    lastAtMs: optionalNumber,
    by: optionalText,
    nextAtMs: optionalNumber,
    failures: v.number(),
    error: v.optional(jobError),
  }),
  /** What GitHub imports count, by the kind of object; the kinds differ between releases. */
  stats: v.optional(v.object({ fetched: counters, imported: counters })),
  /** At most 100, as the server tells them. */
  failedRelations: v.array(failedRelation),
  /** Why it failed. */
  error: v.optional(jobError),
  /** By what administrators of the server find it in their logs. */
  correlationId: optionalText,
  /** Where browsers find the archive of an export, and what was imported from another service, as the server tells it. */
  archiveUrl: optionalText,
  originUrl: optionalText,
  /** The archive on this computer: what is sent, or what was saved. */
  file: v.optional(v.object({ path: v.string(), sizeBytes: optionalNumber })),
  /**
   * Which window works on it while bytes go from or to this computer, and how often it has said that it is still at it.
   */
  worker: v.optional(v.object({ id: v.string(), beat: v.number() })),
  /** What the kind itself has to remember, read with a shape of its own. */
  details: v.optional(v.unknown()),
});

/** A long piece of the server's work as it is kept in the editor's storage. */
export type Job = v.InferOutput<typeof job>;

/** What is known of a job before it begins. */
export type JobSeed = Pick<Job, 'kind' | 'account' | 'baseUrl' | 'subject' | 'source' | 'file' | 'details'>;

/** What has changed of a job. What is left out stays; what is given as undefined goes. */
export type JobChange = Partial<
  Omit<Job, 'id' | 'kind' | 'account' | 'baseUrl' | 'startedAtMs' | 'story' | 'worker' | 'revision'>
> & {
  /** Appended to the story with the time, unless it is what the story says last. */
  readonly state?: { readonly state: string; readonly words?: string | undefined };
  /** When to look again, where the kind knows better than its pace. */
  readonly lookInMs?: number | undefined;
};

/** Whether less has been imported than was fetched. */
export const isIncomplete = (stats: Job['stats']): boolean => {
  const imported = new Map(Object.entries(stats?.imported ?? {}));
  return Object.entries(stats?.fetched ?? {}).some(([key, count]) => count > (imported.get(key) ?? 0));
};

/** Longest story that is kept; what is in between goes first, the beginning and the end stay. */
const longestStory = 200;

/** The job after a change at a time. An end has a time, no worker and no further look. */
export const changed = (before: Job, { state, lookInMs, ...change }: JobChange, nowMs: number): Job => {
  const last = before.story.at(-1);
  const isNew = state !== undefined && (state.state !== last?.state || state.words !== last.words);
  const story = isNew ? [...before.story, { atMs: nowMs, ...state }] : before.story;
  const after: Job = {
    ...before,
    ...change,
    story: story.length > longestStory ? [...story.slice(0, 20), ...story.slice(20 - longestStory)] : story,
  };
  if (!hasEnded(after))
    return lookInMs === undefined ? after : { ...after, look: { ...after.look, nextAtMs: nowMs + lookInMs } };
  const look = { ...after.look, nextAtMs: undefined };
  return { ...after, worker: undefined, look, endedAtMs: before.endedAtMs ?? nowMs };
};

/** How a job ends that failed: why, with the status of the answer that told it and the id of its request. */
export const failedFor = (words: string, status?: number, correlationId?: string): JobChange => ({
  phase: 'failed',
  error: { words, status },
  state: { state: 'failed', words },
  ...(correlationId === undefined ? {} : { correlationId }),
});

/** Says whether a job does the same as a seed would: same kind, account and subject. */
export const isDuplicate = (one: Job, seed: Pick<JobSeed, 'kind' | 'account' | 'subject'>): boolean =>
  one.kind === seed.kind &&
  one.account === seed.account &&
  one.subject.type === seed.subject.type &&
  one.subject.path === seed.subject.path;
