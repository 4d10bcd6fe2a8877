import type { Iteration } from '../../wire/iterations.ts';

/** `unknown` in newer releases. */
export type IterationPhase = 'upcoming' | 'current' | 'closed' | 'unknown';

/** Whole days; both dates are inclusive. */
export type IterationTiming =
  | { readonly kind: 'left'; readonly days: number }
  | { readonly kind: 'begins'; readonly days: number }
  | { readonly kind: 'ended'; readonly days: number }
  | { readonly kind: 'unknown' };

const phases: Readonly<Record<number, IterationPhase>> = { 1: 'upcoming', 2: 'current', 3: 'closed' };

/** State by the server's calendar. */
export const iterationPhase = ({ state }: Pick<Iteration, 'state'>): IterationPhase => phases[state] ?? 'unknown';

const dayMs = 86_400_000;

/** Days since 1970 of a valid `YYYY-MM-DD`. */
export const dayNumber = (date: string | null | undefined): number | undefined => {
  if (date == null || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const moment = Date.parse(`${date}T00:00:00Z`);
  // February 30 parses as March 2
  return Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== date ? undefined : moment / dayMs;
};

/** Local, in days since 1970. */
export const today = (now = new Date()): number => Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / dayMs;

/** Days until it starts or ends, or since it ended. */
export const iterationTiming = (
  iteration: Pick<Iteration, 'state' | 'start_date' | 'due_date'>,
  day: number,
): IterationTiming => {
  const start = dayNumber(iteration.start_date);
  const due = dayNumber(iteration.due_date);
  const phase = iterationPhase(iteration);
  if (phase === 'current' && due !== undefined) {
    // the server's time zone may differ
    return { kind: 'left', days: Math.max(0, due - day) };
  }
  if (phase === 'upcoming' && start !== undefined) return { kind: 'begins', days: Math.max(0, start - day) };
  if (phase === 'closed' && due !== undefined) return { kind: 'ended', days: Math.max(0, day - due) };
  return { kind: 'unknown' };
};

/** Automatic cadences set none. */
export const iterationTitle = ({ title }: Pick<Iteration, 'title'>): string | undefined =>
  title == null || title.trim() === '' ? undefined : title.trim();

/** Full path from the web address. */
export const groupOfIteration = ({ web_url: address }: Pick<Iteration, 'web_url'>): string | undefined => {
  const [, ...rest] = (address ?? '').split('/groups/');
  const [path = '', page] = rest.join('/groups/').split('/-/');
  try {
    return path === '' || page === undefined ? undefined : decodeURIComponent(path);
  } catch {
    return undefined;
  }
};
