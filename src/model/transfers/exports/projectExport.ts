import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import { exportProject, getProjectExport, type ProjectExport } from '../../../wire/projectTransfer.ts';
import { type LookupOutcome, writeOnce, type WriteOutcome } from '../../writeOnce.ts';
import type { JobChange } from '../jobs/job.ts';

/** Saved state; of an upload address only host and path. */
export const exportDetails = v.object({
  /** Download, or upload by the server. */
  to: v.picklist(['file', 'address']),
  /** Export status before the request. */
  before: v.optional(v.string()),
  seenAtWork: v.optional(v.boolean(), false),
  /** Consecutive `finished` or `none`, possibly of the previous export. */
  doubtful: v.optional(v.number(), 0),
  partial: v.optional(
    v.object({ file: v.string(), validator: v.optional(v.string()), wholeBytes: v.optional(v.number()) }),
  ),
  /** First `none` in a row. */
  noneSinceMs: v.optional(v.number()),
  /** Missing archives although `finished`. */
  misses: v.optional(v.number(), 0),
  /** The server may have the request. */
  isUnclear: v.optional(v.boolean(), false),
  /** No new export was requested. */
  isFormer: v.optional(v.boolean(), false),
});

export type ExportDetails = v.InferOutput<typeof exportDetails>;

/** Resets other kinds or releases. */
export const exportDetailsOf = (details: unknown): ExportDetails => {
  const read = v.safeParse(exportDetails, details);
  return read.success ? read.output : v.parse(exportDetails, { to: 'file' });
};

export const isAtWork = (state: string): boolean =>
  state === 'queued' || state === 'started' || state === 'regeneration_in_progress';

/** X2; the caller's own export. */
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
  /** Replaces the project's in the archive. */
  readonly description?: string | undefined;
  readonly upload?: { readonly url: string; readonly http_method: 'PUT' | 'POST' } | undefined;
  /** Export status before the request. */
  readonly before: string;
}

/** X1, once; after a lost answer the status decides. */
export const requestProjectExport = async (
  client: Client,
  { project, description, upload, before }: ExportRequest,
): Promise<WriteOutcome<unknown>> =>
  writeOnce<unknown>(
    () => client.send(exportProject, { id: project, description, upload }),
    async () => startedSince(before, await exportState(client, project)),
  );

/** `before` and `now` are export statuses. */
export const startedSince = (before: string | undefined, now: string): LookupOutcome<string> => {
  if (isAtWork(now)) return { found: now };
  if (now === 'none') return 'absent';
  return now === before ? 'unclear' : { found: now };
};

/** Polls until a status is trusted, as it may be the previous export's. */
const uncertainPolls = 3;
/** Time until `none` is trusted, as the queue may be long. */
const maxNoneMs = 10 * 60_000;

/** Localized results. */
export interface ExportEndMessage {
  readonly failed: string;
  readonly none: string;
  /** Only the address can confirm the upload. */
  readonly maybeUploaded: string;
  readonly uploaded: string;
}

/** Job change after X2. */
export const afterExportPoll = (
  details: ExportDetails,
  state: string,
  { nowMs, words }: { readonly nowMs: number; readonly words: ExportEndMessage },
): JobChange => {
  if (isAtWork(state)) {
    const seen = { ...details, seenAtWork: true, doubtful: 0, noneSinceMs: undefined };
    return { phase: 'running', state: { state }, details: seen };
  }
  if (state === 'none') return afterNone(details, nowMs, words);
  const doubtful = isDoubtful(details, state) ? details.doubtful + 1 : uncertainPolls;
  if (doubtful < uncertainPolls) return { state: { state }, details: { ...details, doubtful } };
  if (state === 'failed') return ended(state, words.failed);
  // unknown state
  if (state !== 'finished') return { state: { state } };
  const after = { state: { state }, details: { ...details, doubtful: 0 } };
  return { ...after, phase: details.to === 'file' ? 'receiving' : 'succeeded' };
};

const afterNone = (details: ExportDetails, nowMs: number, words: ExportEndMessage): JobChange => {
  const { to, seenAtWork, noneSinceMs = nowMs, doubtful } = details;
  // the archive is deleted after the upload
  if (to === 'address' && seenAtWork)
    return { phase: 'succeeded', state: { state: 'uploaded', words: words.uploaded } };
  const isBelieved = seenAtWork ? doubtful + 1 >= uncertainPolls : nowMs - noneSinceMs >= maxNoneMs;
  if (isBelieved) return ended('none', to === 'address' ? words.maybeUploaded : words.none);
  return { state: { state: 'none' }, details: { ...details, noneSinceMs, doubtful: doubtful + 1 } };
};

/** The status may be the previous export's. */
const isDoubtful = ({ before, seenAtWork, isFormer }: ExportDetails, state: string): boolean =>
  !isFormer && !seenAtWork && before === state;

const ended = (state: string, words: string): JobChange => ({
  phase: 'failed',
  state: { state },
  error: { words, status: undefined },
});
