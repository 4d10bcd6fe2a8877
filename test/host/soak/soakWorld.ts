/** What is said of a soak from outside the window. */
export type SoakWorld = {
  /** Least time it takes; every step is taken some times in any case. */
  readonly minutes: number;
  /** What the order of its steps follows from. */
  readonly seed: number;
};
