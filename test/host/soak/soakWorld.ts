export type SoakWorld = {
  /** Minimum; every step runs in any case. */
  readonly minutes: number;
  /** For the order of steps. */
  readonly seed: number;
};
