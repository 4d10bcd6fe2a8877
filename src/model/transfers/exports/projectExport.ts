import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import { exportProject, getProjectExport, type ProjectExport } from '../../../wire/projectTransfer.ts';
import { type Found, writeOnce, type Written } from '../../writeOnce.ts';
import type { JobChange } from '../jobs/job.ts';

/** What an export job has to remember of itself. Nothing of an address the archive is uploaded to beyond its host and path. */
export const exportDetails = v.object({
  /** Where the archive goes: into the job's file, or to an address by the server itself. */
  to: v.picklist(['file', 'address']),
  /** What the server said of an export of ours before this one was asked for. */
  before: v.optional(v.string()),
  /** Whether the server was seen at work on it. */
  seenAtWork: v.optional(v.boolean(), false),
  /** Looks in a row that said `finished` or `none` and may speak of the former export. */
  doubtful: v.optional(v.number(), 0),
  /** Bytes that are here already, and what tells whether they belong to the same archive. */
  partial: v.optional(
    v.object({ file: v.string(), validator: v.optional(v.string()), wholeBytes: v.optional(v.number()) }),
  ),
  /** Since when the server says that there is none. */
  noneSinceMs: v.optional(v.number()),
  /** How often the archive was missing although the server said that it is finished. */
  misses: v.optional(v.number(), 0),
  /** Nobody knows whether the server has taken the request. */
  isUnclear: v.optional(v.boolean(), false),
  /** The archive of an earlier export is wanted as it is: none was asked for. */
  isFormer: v.optional(v.boolean(), false),
});

/** What an export job has to remember of itself. */
export type ExportDetails = v.InferOutput<typeof exportDetails>;

/** The details of an export job; those of another kind, or of another release, are begun again. */
export const exportDetailsOf = (details: unknown): ExportDetails => {
  const read = v.safeParse(exportDetails, details);
  return read.success ? read.output : v.parse(exportDetails, { to: 'file' });
};

/** States of an export the server has not done with yet. */
export const isAtWork = (state: string): boolean =>
  state === 'queued' || state === 'started' || state === 'regeneration_in_progress';

/** What the server says of the caller's export of a project (X2): `none` where there is none but of others. */
export const exportState = async (
  client: Client,
  project: number,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<string> => (await readProjectExport(client, project, { signal })).export_status;

/** What the server says of the caller's export of a project (X2), with where its archive is once it is finished. */
export const readProjectExport = (
  client: Client,
  project: number,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<ProjectExport> => client.send(getProjectExport, { id: project }, { signal });

/** An export as it is asked for. */
export interface ExportRequest {
  readonly project: number;
  /** Takes the place of the project's description in the archive. */
  readonly description?: string | undefined;
  readonly upload?: { readonly url: string; readonly http_method: 'PUT' | 'POST' } | undefined;
  /** What the server said of an export of ours before. */
  readonly before: string;
}

/** Asks for an export (X1), once; after a lost answer the state tells whether the server has begun. */
export const beginProjectExport = async (
  client: Client,
  { project, description, upload, before }: ExportRequest,
): Promise<Written<unknown>> =>
  writeOnce<unknown>(
    () => client.send(exportProject, { id: project, description, upload }),
    async () => begunSince(before, await exportState(client, project)),
  );

/** What a state says about an export that was asked for when the state was another one. */
export const begunSince = (before: string | undefined, now: string): Found<string> => {
  if (isAtWork(now)) return { found: now };
  if (now === 'none') return 'absent';
  return now === before ? 'unclear' : { found: now };
};

/** Looks that say so before it is believed that a state speaks of this export and not of the former one. */
const doubtfulLooks = 3;
/** How long a server may say that there is no export before we believe it: its queue may be long. */
const longestNoneMs = 10 * 60_000;

/** What is said at ends the server has no words for. */
export interface ExportEndMessage {
  readonly failed: string;
  /** The server knows of no export of ours, though it was asked for. */
  readonly none: string;
  /** The server uploads the archive and forgets it then: what became of it is seen at the address only. */
  readonly maybeUploaded: string;
  readonly uploaded: string;
}

/** What a look at the state of an export (X2) changes of its job. */
export const afterExportLook = (
  details: ExportDetails,
  state: string,
  { nowMs, words }: { readonly nowMs: number; readonly words: ExportEndMessage },
): JobChange => {
  if (isAtWork(state)) {
    const seen = { ...details, seenAtWork: true, doubtful: 0, noneSinceMs: undefined };
    return { phase: 'running', state: { state }, details: seen };
  }
  if (state === 'none') return afterNone(details, nowMs, words);
  const doubtful = isDoubtful(details, state) ? details.doubtful + 1 : doubtfulLooks;
  if (doubtful < doubtfulLooks) return { state: { state }, details: { ...details, doubtful } };
  if (state === 'failed') return ended(state, words.failed);
  // a state we do not know is only told
  if (state !== 'finished') return { state: { state } };
  const after = { state: { state }, details: { ...details, doubtful: 0 } };
  return { ...after, phase: details.to === 'file' ? 'receiving' : 'succeeded' };
};

const afterNone = (details: ExportDetails, nowMs: number, words: ExportEndMessage): JobChange => {
  const { to, seenAtWork, noneSinceMs = nowMs, doubtful } = details;
  // servers remove an archive once they have uploaded it
  if (to === 'address' && seenAtWork)
    return { phase: 'succeeded', state: { state: 'uploaded', words: words.uploaded } };
  const isBelieved = seenAtWork ? doubtful + 1 >= doubtfulLooks : nowMs - noneSinceMs >= longestNoneMs;
  if (isBelieved) return ended('none', to === 'address' ? words.maybeUploaded : words.none);
  return { state: { state: 'none' }, details: { ...details, noneSinceMs, doubtful: doubtful + 1 } };
};

/** A server may speak of the former export until it has begun with ours. */
const isDoubtful = ({ before, seenAtWork, isFormer }: ExportDetails, state: string): boolean =>
  !isFormer && !seenAtWork && before === state;

const ended = (state: string, words: string): JobChange => ({
  phase: 'failed',
  state: { state },
  error: { words, status: undefined },
});
