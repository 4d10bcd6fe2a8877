import type { IconName } from './icons.ts';

/** Colour; text and icon say the same. */
export type JobTone = 'good' | 'bad' | 'warning' | 'active' | 'quiet';

export interface JobMark {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: JobTone;
}

export interface JobActionView {
  /** Sent back when chosen. */
  readonly name: string;
  readonly label: string;
  readonly icon: IconName;
  /** At most one. */
  readonly isPrimary: boolean;
}

export interface JobFactView {
  readonly label: string;
  readonly value: string;
  /** A path or URL. */
  readonly isPath: boolean;
}

/** A state in the timeline. */
export interface JobStepView extends JobMark {
  /** Epoch time. */
  readonly atMs: number;
  /** End of the state; undefined for the current one. */
  readonly untilMs: number | undefined;
  /** Details, perhaps the server's message. */
  readonly words: string | undefined;
}

/** A transfer, localised. */
export interface JobTransferView {
  readonly direction: 'sending' | 'receiving';
  /** From 0 to 1; undefined while the size is unknown. */
  readonly share: number | undefined;
  /** `512 MB of 2 GB`. */
  readonly amount: string;
  /** `25%`. */
  readonly percent: string | undefined;
  /** `12.4 MB/s`. */
  readonly rate: string | undefined;
  /** `2 min left`. */
  readonly left: string | undefined;
}

/** Counters of a kind of object. */
export interface JobCounterView {
  /** The server's key. */
  readonly key: string;
  readonly name: string;
  readonly fetched: number;
  readonly imported: number;
}

/** A relation that could not be imported. */
export interface FailedRelationView {
  readonly id: number;
  /** Readable form of `key`. */
  readonly relation: string;
  readonly key: string;
  readonly source: string;
  readonly message: string;
  readonly exceptionClass: string;
  readonly line: number | undefined;
  /** Epoch time. */
  readonly atMs: number | undefined;
}

export interface JobErrorView {
  readonly title: string;
  readonly words: string;
  /** HTTP status. */
  readonly status: number | undefined;
}

/** Polling (`poll`) or retries of a transfer (`try`). */
export interface JobPollView {
  readonly does: 'look' | 'try';
  readonly lastAtMs: number | undefined;
  readonly nextAtMs: number | undefined;
  /** Consecutive failures. */
  readonly failures: number;
  readonly error: JobErrorView | undefined;
}

/** A job without its transfer and failed relations. */
export interface JobView {
  readonly id: string;
  /** Such as `Project export: acme/orchard`. */
  readonly title: string;
  readonly icon: IconName;
  readonly phase: JobMark & {
    readonly name: 'sending' | 'running' | 'receiving' | 'unclear' | 'succeeded' | 'failed' | 'canceled';
    /** Explanation. */
    readonly sentence: string;
  };
  readonly startedAtMs: number;
  readonly endedAtMs: number | undefined;
  readonly facts: readonly JobFactView[];
  readonly error: JobErrorView | undefined;
  /** Obstacle to continuing. */
  readonly obstacle: string | undefined;
  /** Undefined once polling has ended. */
  readonly poll: JobPollView | undefined;
  readonly actions: readonly JobActionView[];
  readonly steps: readonly JobStepView[];
  /** Undefined if the kind has no counters; empty before the first. */
  readonly counters: readonly JobCounterView[] | undefined;
  /** The server reports failed relations, so that none is a good sign. */
  readonly reportsFailures: boolean;
}

export type ToJobPage =
  | { readonly type: 'job'; readonly job: JobView }
  /** Undefined after the transfer. */
  | { readonly type: 'transfer'; readonly transfer: JobTransferView | undefined }
  | { readonly type: 'failed'; readonly relations: readonly FailedRelationView[] }
  /** A check that the user requested is running. */
  | { readonly type: 'looking'; readonly isPolling: boolean }
  /** Removed from the list. */
  | { readonly type: 'gone' };

export type FromJobPage =
  /** Sent after each (re)load. */
  | { readonly type: 'ready' }
  | { readonly type: 'checkNow' }
  | { readonly type: 'act'; readonly action: string }
  /** `ids` in the order shown. */
  | { readonly type: 'copyFailed'; readonly as: 'markdown' | 'csv'; readonly ids: readonly number[] }
  | { readonly type: 'close' };

/** Survives a reload of the window. */
export interface JobPageState {
  readonly job: string;
}
