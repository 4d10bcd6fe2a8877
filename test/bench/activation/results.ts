import type { ActivationTimes, HostHeap, Watched } from './probeCalls.ts';
import type { RowTimes } from './rowTimes.ts';
import type { ServedRequest } from './serverTimes.ts';

/** A host that has nothing more to do. */
export interface RestedHost {
  readonly heap: HostHeap;
  /** Processor time of all its threads, from before the activation. */
  readonly cpuMs: number;
}

/** The host without an extension, once. */
export interface EmptyRound extends RestedHost {
  /** The request for commits without an extension, sent by a host that has sent none yet: milliseconds. */
  readonly bareMs: number;
  /** The same once more, over the same connection and again with a new commit. */
  readonly bareAgainMs: number;
}

/** A host with an extension, once. */
export interface ExtensionRound extends RestedHost {
  readonly times: ActivationTimes;
}

/** A host whose extension shows the Commits view, once. */
export interface CommitsRound extends ExtensionRound {
  /** When the view was clicked on. */
  readonly clickedAtMs: number;
  readonly rows: RowTimes;
  /** The request that brought the commits. */
  readonly request: ServedRequest;
}

/** A host that was looked at more closely, once; its times are not those of the others. */
export interface WatchedRound {
  readonly times: ActivationTimes;
  readonly watched: Watched;
}

/** The same with the Commits view. */
export interface WatchedCommits extends WatchedRound {
  readonly rows: RowTimes;
  /** From the click to the fresh rows. */
  readonly windowMs: number;
  /** How long the window of the editor was at work meanwhile. */
  readonly windowBusyMs: number;
}

/** What was measured of activation. */
export interface ActivationResults {
  readonly empty: readonly EmptyRound[];
  readonly graft: readonly CommitsRound[];
  readonly graftWatched: WatchedCommits;
  /** Left out where no file was given; the reason where the extension could not be activated. */
  readonly peer?: PeerResults | string;
}

/** What was measured of another extension. */
export interface PeerResults {
  readonly id: string;
  readonly rounds: readonly ExtensionRound[];
  readonly watched: WatchedRound;
}
