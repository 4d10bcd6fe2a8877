import { partNames } from './plan.ts';
import type { PooledResult } from './pool.ts';
import { slowestOf } from './results.ts';

const mostSlow = 20;

/** The end of a run in words: what failed, the slowest tests, the minutes of each part, and on the last line the sum. */
export function reportOf(results: readonly PooledResult[], seconds: number): string {
  const failures = results.flatMap((each) => each.failures);
  const passed = sum(results, (each) => each.passed);
  const failed = sum(results, (each) => each.failed);
  const pending = sum(results, (each) => each.pending);
  return [
    ...(failures.length > 0 ? ['Failures:', ...failures.flatMap((each) => ['', `• ${each}`]), ''] : []),
    ...slowestTests(results),
    ...parts(results),
    `${minutes(seconds)} min${cpuOf(results)}${pending > 0 ? `, ${pending} skipped on purpose` : ''}`,
    `${passed} passed, ${failed} failed`,
  ].join('\n');
}

function slowestTests(results: readonly PooledResult[]): string[] {
  const tests = slowestOf(results.flatMap(({ slowest }) => slowest)).slice(0, mostSlow);
  if (tests.length === 0) return [];
  return ['Slowest tests:', ...tests.map(({ title, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${title}`), ''];
}

/** A line for each part: what it counted, how long its jobs took one after another, and their processor time. */
function parts(results: readonly PooledResult[]): string[] {
  return partNames.flatMap((part) => {
    const own = results.filter((each) => each.part === part);
    if (own.length === 0) return [];
    const [passed, failed] = [sum(own, (each) => each.passed), sum(own, (each) => each.failed)];
    const time = `${minutes(sum(own, (each) => each.seconds))} min in ${own.length} processes`;
    return `${failed > 0 ? '✘' : '✔'} ${part}: ${passed} passed, ${failed} failed; ${time}${cpuOf(own)}`;
  });
}

function cpuOf(results: readonly PooledResult[]): string {
  return `, ${minutes(sum(results, (each) => each.cpuSeconds))} min of processor time`;
}

function minutes(seconds: number): string {
  return (seconds / 60).toFixed(1);
}

function sum(results: readonly PooledResult[], pick: (result: PooledResult) => number): number {
  return results.reduce((total, each) => total + pick(each), 0);
}
