import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import { exportProject, getProjectExport, type ProjectExport } from '../../../wire/projectTransfer.ts';
import { type Found, writeOnce, type Written } from '../../writeOnce.ts';
import type { JobChange } from '../jobs/job.ts';

/** Saved state of an export job. Of an upload address only host and path. */
export const exportDetails = v.object({
  /** Downloaded to the job's file, or uploaded by the server. */
  to: v.picklist(['file', 'address']),
  /** Status before the request. */
  before: v.optional(v.string()),
  /** The server was seen working on it. */
  seenAtWork: v.optional(v.boolean(), false),
  /** Consecutive `finished` or `none` that may concern the previous export. */
  doubtful: v.optional(v.number(), 0),
  /** Partial download and its validator. */
  partial: v.optional(
    v.object({ file: v.string(), validator: v.optional(v.string()), wholeBytes: v.optional(v.number()) }),
  ),
  /** First `none` in a row. */
  noneSinceMs: v.optional(v.number()),
  /** Times the archive was missing although `finished`. */
  misses: v.optional(v.number(), 0),
  /** Unknown whether the server received the request. */
  isUnclear: v.optional(v.boolean(), false),
  /** Downloads an earlier export; none was requested. */
  isFormer: v.optional(v.boolean(), false),
});

export type ExportDetails = v.InferOutput<typeof exportDetails>;

/** Resets details of other kinds or releases. */
export const exportDetailsOf = (details: unknown): ExportDetails => {
  const read = v.safeParse(exportDetails, details);
  return read.success ? read.output : v.parse(exportDetails, { to: 'file' });
};

export const isAtWork = (state: string): boolean =>
  state === 'queued' || state === 'started' || state === 'regeneration_in_progress';

/** Status of the caller's export (X2); `none` includes exports of others. */
export const exportState = async (
  client: Client,
  project: number,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<string> => (await readProjectExport(client, project, { signal })).export_status;

/** X2, with the archive's address once finished. */
export const readProjectExport = (
  client: Client,
  project: number,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<ProjectExport> => client.send(getProjectExport, { id: project }, { signal });

export interface ExportRequest {
  readonly project: number;
  /** Replaces the project's description in the archive. */
  readonly description?: string | undefined;
  readonly upload?: { readonly url: string; readonly http_method: 'PUT' | 'POST' } | undefined;
  /** Status before the request. */
  readonly before: string;
}

/** Requests an export (X1), once; after a lost answer the status decides. */
export const beginProjectExport = async (
  client: Client,
  { project, description, upload, before }: ExportRequest,
): Promise<Written<unknown>> =>
  writeOnce<unknown>(
    () => client.send(exportProject, { id: project, description, upload }),
    async () => begunSince(before, await exportState(client, project)),
  );

/** Whether an export was started, by the status before and after. */
export const begunSince = (before: string | undefined, now: string): Found<string> => {
  if (isAtWork(now)) return { found: now };
  if (now === 'none') return 'absent';
  return now === before ? 'unclear' : { found: now };
};

/** Polls until a status is trusted to concern this export. */
const doubtfulLooks = 3;
/** `none` is trusted only after this time, as the queue may be long. */
const longestNoneMs = 10 * 60_000;

/** Localized results. */
export interface ExportEndMessage {
  readonly failed: string;
  /** The server has no such export. */
  readonly none: string;
  /** The server deletes an uploaded archive, so only the address can confirm it. */
  readonly maybeUploaded: string;
  readonly uploaded: string;
}

/** Job change after a poll (X2). */
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
  // unknown states are only recorded
  if (state !== 'finished') return { state: { state } };
  const after = { state: { state }, details: { ...details, doubtful: 0 } };
  return { ...after, phase: details.to === 'file' ? 'receiving' : 'succeeded' };
};

const afterNone = (details: ExportDetails, nowMs: number, words: ExportEndMessage): JobChange => {
  const { to, seenAtWork, noneSinceMs = nowMs, doubtful } = details;
  // servers delete an archive after uploading it
  if (to === 'address' && seenAtWork)
    return { phase: 'succeeded', state: { state: 'uploaded', words: words.uploaded } };
  const isBelieved = seenAtWork ? doubtful + 1 >= doubtfulLooks : nowMs - noneSinceMs >= longestNoneMs;
  if (isBelieved) return ended('none', to === 'address' ? words.maybeUploaded : words.none);
  return { state: { state: 'none' }, details: { ...details, noneSinceMs, doubtful: doubtful + 1 } };
};

/** The server may report the previous export until it starts this one. */
const isDoubtful = ({ before, seenAtWork, isFormer }: ExportDetails, state: string): boolean =>
  !isFormer && !seenAtWork && before === state;

const ended = (state: string, words: string): JobChange => ({
  phase: 'failed',
  state: { state },
  error: { words, status: undefined },
});
