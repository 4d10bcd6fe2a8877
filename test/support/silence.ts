import type { HostResults } from './hostResults.ts';
import { delay } from './poll.ts';

/** A watch on a run that may never end. */
export type SilenceWatch = {
  /** Resolves with the reason when the limit is reached. */
  readonly promise: Promise<string>;
  isOver(): boolean;
  stop(): void;
};

/** Watches for a host that says nothing for `limitMs`. */
export function watchSilence(results: HostResults, limitMs: number): SilenceWatch {
  let stopped = false;
  let over = false;
  const watch = async (): Promise<string> => {
    while (!stopped && results.silentMs() < limitMs) await delay(250);
    over = !stopped;
    const state = results.hasStarted() ? 'never ended' : 'never started';
    return `the suite ${state}: the extension host said nothing for ${limitMs / 1000} s`;
  };
  return { promise: watch(), isOver: () => over, stop: () => void (stopped = true) };
}
