export const probePortVariable = 'GRAFT_BENCH_PROBE';

export interface ActivationTimes {
  readonly loadMs: number;
  /** The call of `activate()`. */
  readonly callMs: number;
  /** The promise of `activate()`. */
  readonly resolveMs: number;
  /** Start of loading, since 1970. */
  readonly beganAtMs: number;
}

export interface ProbeCalls {
  /** Resolves when the host has been idle for a second. */
  settle(): Promise<void>;
  isActive(): Promise<boolean>;
  /** Returns the extension's id. */
  activate(): Promise<string>;
  times(): Promise<ActivationTimes>;
  /** Bytes after garbage collection; the minimum of several. */
  heap(): Promise<number>;
  /** Of all threads of the host since its start. */
  cpuMs(): Promise<number>;
}
