import type { IconName } from './icons.ts';

/** How something is coloured; words and an icon say the same. */
export type JobTone = 'good' | 'bad' | 'warning' | 'active' | 'quiet';

/** A state in a word, with the name of a codicon. */
export interface JobMark {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: JobTone;
}

/** Something that can be done, as a button. */
export interface JobActionView {
  /** Tells it apart; given back when it is wanted. */
  readonly name: string;
  readonly label: string;
  readonly icon: IconName;
  /** What is most likely to be wanted; at most one. */
  readonly isPrimary: boolean;
}

/** A line of the table below the title: where from, where to, with which account. */
export interface JobFactView {
  readonly label: string;
  readonly value: string;
  /** Whether `value` is a path of this computer or an address, drawn as such. */
  readonly isPath: boolean;
}

/** A state the job went through. */
export interface JobStepView extends JobMark {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** When the next state came, or the job ended; undefined while this is the state it is in. */
  readonly untilMs: number | undefined;
  /** More about it, in a sentence; the server's own words where they are its. */
  readonly words: string | undefined;
}

/** Bytes under way, in the words and numbers of the reader's language. */
export interface JobTransferView {
  readonly direction: 'sending' | 'receiving';
  /** How much of a whole of 1 has been sent or received; undefined while the size is unknown. */
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

/** How many objects of a kind the other service had, and how many of them are here. */
export interface JobCounterView {
  /** The server's word for the kind. */
  readonly key: string;
  readonly name: string;
  readonly fetched: number;
  readonly imported: number;
}

/** A part of an import that could not be saved. */
export interface FailedRelationView {
  readonly id: number;
  /** Readable; the server's own word stands in `key`. */
  readonly relation: string;
  readonly key: string;
  readonly source: string;
  readonly message: string;
  readonly exceptionClass: string;
  readonly line: number | undefined;
  /** Milliseconds since 1970. */
  readonly atMs: number | undefined;
}

/** What went wrong, in the words of the one who said so. */
export interface JobErrorView {
  readonly title: string;
  readonly words: string;
  /** The HTTP status the server answered with. */
  readonly status: number | undefined;
}

/** When the server is asked how far it is, or bytes that did not get through are tried again. */
export interface JobLookView {
  readonly does: 'look' | 'try';
  readonly lastAtMs: number | undefined;
  readonly nextAtMs: number | undefined;
  /** How many in a row failed. */
  readonly failures: number;
  /** Why the last one failed. */
  readonly error: JobErrorView | undefined;
}

/** A job, but for what moves every moment and what may be long. */
export interface JobView {
  readonly id: string;
  /** `Project export: acme/orchard`. */
  readonly title: string;
  /** Name of a codicon. */
  readonly icon: IconName;
  readonly phase: JobMark & {
    readonly name: 'sending' | 'running' | 'receiving' | 'unclear' | 'succeeded' | 'failed' | 'canceled';
    /** What that means, in a sentence. */
    readonly sentence: string;
  };
  readonly startedAtMs: number;
  readonly endedAtMs: number | undefined;
  readonly facts: readonly JobFactView[];
  readonly error: JobErrorView | undefined;
  /** What keeps it from going on, in a sentence. */
  readonly obstacle: string | undefined;
  /** Undefined when nobody is going to look any more. */
  readonly look: JobLookView | undefined;
  readonly actions: readonly JobActionView[];
  readonly steps: readonly JobStepView[];
  /** Undefined for a job that counts nothing; empty when it counts and nothing has been counted yet. */
  readonly counters: readonly JobCounterView[] | undefined;
  /** Whether the server tells parts that failed: no table is then a good sign. */
  readonly tellsFailures: boolean;
}

/** Messages from the extension to the page. */
export type ToJobPage =
  | { readonly type: 'job'; readonly job: JobView }
  /** Undefined once no bytes are under way. */
  | { readonly type: 'transfer'; readonly transfer: JobTransferView | undefined }
  | { readonly type: 'failed'; readonly relations: readonly FailedRelationView[] }
  /** Whether the server is being asked at this moment, because the user wanted it. */
  | { readonly type: 'looking'; readonly isLooking: boolean }
  /** The job is not in the list any more. */
  | { readonly type: 'gone' };

/** Messages from the page to the extension. */
export type FromJobPage =
  /** The page can listen; sent once after each (re)load. */
  | { readonly type: 'ready' }
  | { readonly type: 'checkNow' }
  | { readonly type: 'act'; readonly action: string }
  /** Copies parts that failed, in the order in which the reader sees them. */
  | { readonly type: 'copyFailed'; readonly as: 'markdown' | 'csv'; readonly ids: readonly number[] }
  | { readonly type: 'close' };

/** What the page was opened for; kept over a reload of the window. */
export interface JobPageState {
  readonly job: string;
}
