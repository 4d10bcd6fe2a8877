import type { Profiler } from 'node:inspector';

/** The environment variable that holds the port on 127.0.0.1 to which the probe in the extension host connects. */
export const probePortVariable = 'GRAFT_BENCH_PROBE';

/** How an extension was activated. Milliseconds, and moments as milliseconds since 1970. */
export interface ActivationTimes {
  readonly loadMs: number;
  /** `activate()` itself. */
  readonly callMs: number;
  /** What `activate()` answered. */
  readonly resolveMs: number;
  /** When its code began to be loaded. */
  readonly beganAtMs: number;
  /** When its code was there. */
  readonly loadedAtMs: number;
  /** When `activate()` was called. */
  readonly calledAtMs: number;
  /** When what it answered was there. */
  readonly activeAtMs: number;
}

/** The heap of a host after a collection: the least of several. */
export interface HostHeap {
  readonly usedBytes: number;
  /** Of these, what is in objects of more than half a megabyte or so: texts of large scripts. */
  readonly largeObjectBytes: number;
}

/** A script of the extension that the host has parsed. */
export interface ParsedScript {
  /** Below the extension's folder. */
  readonly file: string;
  readonly bytes: number;
  readonly atMs: number;
}

/** What a host did while it was watched. */
export interface Watched {
  /** The extension's folder. */
  readonly folder: string;
  readonly scripts: readonly ParsedScript[];
  readonly profile: Profiler.Profile;
  /** When the profile begins. */
  readonly startedAtMs: number;
}

/** What the probe can be asked. “The extension” is the one that is installed beside it, where there is one. */
export interface ProbeCalls {
  /** Resolves when the host has had nothing to do for a second. */
  settle(): Promise<void>;
  isActive(): Promise<boolean>;
  /** Activates the extension, as others may who use it; answers its name. */
  activate(): Promise<string>;
  times(): Promise<ActivationTimes>;
  heap(): Promise<HostHeap>;
  /** Processor time of all threads of the host since it began. */
  cpuMs(): Promise<number>;
  /** Sends a request with nothing but Node's own; how many milliseconds it took to the end of its answer. */
  ask(address: string, token: string): Promise<number>;
  watch(): Promise<void>;
  watched(): Promise<Watched>;
}
