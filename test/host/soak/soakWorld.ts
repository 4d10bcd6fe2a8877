import type { Holdings } from './holdings.ts';

/** What is said of a soak from outside the window. */
export type SoakWorld = {
  /** Least time it takes; every step is taken some times in any case. */
  readonly minutes: number;
  /** What the order of its steps follows from. */
  readonly seed: number;
  /** Where to write what came of it. */
  readonly resultFile?: string;
};

/** What came of a soak. */
export interface SoakResult {
  readonly seed: number;
  /** How often each step was taken. */
  readonly steps: Readonly<Record<string, number>>;
  /** What was held while nothing went on: after each step had been taken twice, and after each part of the time. */
  readonly held: readonly Holdings[];
}
