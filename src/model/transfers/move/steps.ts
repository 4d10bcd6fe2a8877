import type { Client } from '../../../client/client.ts';
import type { TransferProgress } from '../../../client/transport.ts';
import type { AccountCapabilities } from '../../accountCapabilities.ts';
import type { Job } from '../jobs/job.ts';
import type { MoveDetails } from './details.ts';

/** What is said of the archive and of the server that makes it. */
export type ExportNote =
  | { readonly kind: 'exportSent' | 'exportUnderWay' | 'exportFound' | 'exportUnclear' | 'exportReady' }
  | { readonly kind: 'exportFailed' | 'exportNotBegun' | 'exportMaybeOld' | 'exportGone' | 'archiveNotThere' }
  | { readonly kind: 'exportState'; readonly state: string };

/** What is said of a step, apart from the server's own words. */
export type MoveNote =
  | ExportNote
  | { readonly kind: 'begins' | 'archiveLost' }
  | { readonly kind: 'downloaded' | 'importSent' | 'importFound'; readonly sizeBytes: number | undefined }
  | { readonly kind: 'importUnclear' | 'importNotArrived' | 'importGone' | 'importCanceled' | 'importDone' }
  | { readonly kind: 'importFailed'; readonly serverWords: string | undefined }
  | { readonly kind: 'pathTaken'; readonly path: string }
  | { readonly kind: 'importPutOff'; readonly times: number }
  | { readonly kind: 'uploadStopped'; readonly isThere: boolean | undefined }
  | { readonly kind: 'importState'; readonly state: string }
  | { readonly kind: 'same' | 'different' | 'incomplete' };

/** How a step has changed a move. `failed` is an end with the note as its reason. */
export interface MoveChange {
  readonly phase: Extract<Job['phase'], 'sending' | 'running' | 'receiving' | 'unclear' | 'succeeded' | 'failed'>;
  readonly details: MoveDetails;
  readonly note: MoveNote;
  readonly failedRelations?: Job['failedRelations'];
  /** When to look again, where the server's limits ask for it. */
  readonly lookInMs?: number;
}

/** What the steps of a move work with. */
export interface MoveDeps {
  readonly source: Client;
  readonly target: Client;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Keeps what must not be forgotten before something is sent; resolves once it is stored. */
  save(details: MoveDetails): Promise<void>;
}

/** The same for steps whose bytes go through this computer. */
export interface TransferringDeps extends MoveDeps {
  readonly progress: (progress: TransferProgress) => void;
  /** What is known of the target. */
  readonly capabilities: AccountCapabilities;
  /** Reads the archive to its end and throws when it is not whole. */
  checkArchive(file: string): Promise<void>;
  /** Adds to the story what is not a change of the step. */
  tell(note: MoveNote): Promise<void>;
}

/** Looks that may find nothing before a move is given up; servers take a moment to know what they were just told. */
export const mostMisses = 5;

/** A change to another step: what was missed before does not count there. */
export const toStep = (
  details: MoveDetails,
  step: MoveDetails['step'],
  rest: Omit<MoveChange, 'details'> & { readonly details?: Partial<MoveDetails> },
): MoveChange => ({ ...rest, details: { ...details, misses: 0, ...rest.details, step } });

/** A look that found nothing: once more, or the end. */
export const missed = (
  details: MoveDetails,
  phase: MoveChange['phase'],
  { again, end }: { readonly again: MoveNote; readonly end: MoveNote },
): MoveChange => {
  const misses = details.misses + 1;
  return misses < mostMisses
    ? { phase, details: { ...details, misses }, note: again }
    : { phase: 'failed', details: { ...details, misses }, note: end };
};
