import type { Client } from '../../../client/client.ts';
import type { TransferProgress } from '../../../client/transport.ts';
import type { AccountCapabilities } from '../../accountCapabilities.ts';
import type { Job } from '../jobs/job.ts';
import type { MoveDetails } from './details.ts';

export type ExportNote =
  | { readonly kind: 'exportSent' | 'exportUnderWay' | 'exportFound' | 'exportUnclear' | 'exportReady' }
  | { readonly kind: 'exportFailed' | 'exportNotBegun' | 'exportMaybeOld' | 'exportGone' | 'archiveNotThere' }
  | { readonly kind: 'exportState'; readonly state: string };

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

/** `failed` is final. */
export interface MoveChange {
  readonly phase: Extract<Job['phase'], 'sending' | 'running' | 'receiving' | 'unclear' | 'succeeded' | 'failed'>;
  readonly details: MoveDetails;
  readonly note: MoveNote;
  readonly failedRelations?: Job['failedRelations'];
  /** Next poll, if the server's limits require a delay. */
  readonly pollInMs?: number;
}

export interface MoveDeps {
  readonly source: Client;
  readonly target: Client;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Resolves once stored; called before sending. */
  save(details: MoveDetails): Promise<void>;
}

export interface TransferringDeps extends MoveDeps {
  readonly progress: (progress: TransferProgress) => void;
  /** Capabilities of the target. */
  readonly capabilities: AccountCapabilities;
  /** Throws unless the archive is complete. */
  checkArchive(file: string): Promise<void>;
  /** Adds a timeline entry. */
  report(note: MoveNote): Promise<void>;
}

/** Servers may not know a new job at once. */
export const maxMisses = 5;

export const toStep = (
  details: MoveDetails,
  step: MoveDetails['step'],
  rest: Omit<MoveChange, 'details'> & { readonly details?: Partial<MoveDetails> },
): MoveChange => ({ ...rest, details: { ...details, misses: 0, ...rest.details, step } });

/** Repeats or fails. */
export const missed = (
  details: MoveDetails,
  phase: MoveChange['phase'],
  { again, end }: { readonly again: MoveNote; readonly end: MoveNote },
): MoveChange => {
  const misses = details.misses + 1;
  return misses < maxMisses
    ? { phase, details: { ...details, misses }, note: again }
    : { phase: 'failed', details: { ...details, misses }, note: end };
};
