/** The environment variable that holds the port on 127.0.0.1 to which the probe in the extension host connects. */
export const probePortVariable = 'GRAFT_BENCH_PROBE';

/** How an extension was activated, in milliseconds. */
export interface ActivationTimes {
  readonly loadMs: number;
  /** `activate()` itself. */
  readonly callMs: number;
  /** What `activate()` answered. */
  readonly resolveMs: number;
  /** When its code began to be loaded, since 1970. */
  readonly beganAtMs: number;
}

/** What the probe can be asked. “The extension” is the one that is installed beside it, where there is one. */
export interface ProbeCalls {
  /** Resolves when the host has had nothing to do for a second. */
  settle(): Promise<void>;
  isActive(): Promise<boolean>;
  /** Activates the extension, as others may who use it; answers its name. */
  activate(): Promise<string>;
  times(): Promise<ActivationTimes>;
  /** Bytes of the heap after a collection: the least of several. */
  heap(): Promise<number>;
  /** Processor time of all threads of the host since it began. */
  cpuMs(): Promise<number>;
}
