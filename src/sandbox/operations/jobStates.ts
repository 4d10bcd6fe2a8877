import type { Job } from '../world/records.ts';

/** States that C12 accepts. */
export type SetState = 'pending' | 'running' | 'success' | 'failed' | 'canceled' | 'skipped';

const unfinished = ['created', 'pending', 'running'];

/** GitLab's name of the event and the states it applies to. */
const events: Readonly<Record<SetState, { readonly name: string; readonly from: readonly string[] }>> = {
  pending: { name: 'enqueue', from: ['created'] },
  running: { name: 'run', from: ['created', 'pending'] },
  success: { name: 'success', from: unfinished },
  failed: { name: 'drop', from: unfinished },
  canceled: { name: 'cancel', from: unfinished },
  skipped: { name: 'skip', from: unfinished },
};

/** Setting the status of a finished job creates a new one. */
export const isOver = (status: string): boolean => !unfinished.includes(status);

/** GitLab's error for an invalid transition. */
export const transitionProblem = (from: string, to: SetState): string | undefined => {
  const event = events[to];
  if (event.from.includes(from)) return undefined;
  return (
    `Cannot transition status via :${event.name} from :${from} ` +
    `(Reason(s): Status cannot transition via "${event.name}")`
  );
};

/** Status by which a job with `allow_failure` counts for its pipeline. */
const harmless: Readonly<Record<string, string>> = { failed: 'success', manual: 'skipped' };

/** Pipeline status from its jobs, without retried ones. */
export const pipelineStatus = (jobs: readonly Job[]): string => {
  const states = jobs
    .filter(({ isRetried }) => !isRetried)
    .map(({ status, allowsFailure }) => (allowsFailure ? (harmless[status] ?? status) : status));
  const only = (...allowed: readonly string[]): boolean => states.every((state) => allowed.includes(state));
  const any = (...wanted: readonly string[]): boolean => states.some((state) => wanted.includes(state));
  if (only('skipped')) return 'skipped';
  if (only('success', 'skipped')) return 'success';
  if (only('created', 'skipped')) return 'created';
  if (only('canceled', 'success', 'skipped')) return 'canceled';
  if (only('pending', 'created', 'skipped')) return 'pending';
  return any('running', 'pending', 'created') ? 'running' : 'failed';
};
