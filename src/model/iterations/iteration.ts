import type { Iteration } from '../../wire/iterations.ts';

/** What an iteration is doing; `unknown` for numbers the service does not use today. */
export type IterationPhase = 'upcoming' | 'current' | 'closed' | 'unknown';

/** How an iteration lies to a day: days are whole ones, and both its dates belong to it. */
export type IterationTiming =
  | { readonly kind: 'left'; readonly days: number }
  | { readonly kind: 'begins'; readonly days: number }
  | { readonly kind: 'ended'; readonly days: number }
  | { readonly kind: 'unknown' };

const phases: Readonly<Record<number, IterationPhase>> = { 1: 'upcoming', 2: 'current', 3: 'closed' };

/** What the server says an iteration is doing; its calendar decides, not ours. */
export const iterationPhase = ({ state }: Pick<Iteration, 'state'>): IterationPhase => phases[state] ?? 'unknown';

const dayMs = 86_400_000;

/** The number of a day, `YYYY-MM-DD`; undefined for anything else, and for days no calendar has. */
export const dayNumber = (date: string | null | undefined): number | undefined => {
  if (date == null || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const moment = Date.parse(`${date}T00:00:00Z`);
  // the 30th of February is read as the 2nd of March
  return Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== date ? undefined : moment / dayMs;
};

/** The number of the day it is for the user. */
export const today = (now = new Date()): number => Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / dayMs;

/** How many days an iteration has left, is away or is over, seen from a day of the user. */
export const iterationTiming = (
  iteration: Pick<Iteration, 'state' | 'start_date' | 'due_date'>,
  day: number,
): IterationTiming => {
  const start = dayNumber(iteration.start_date);
  const due = dayNumber(iteration.due_date);
  const phase = iterationPhase(iteration);
  if (phase === 'current' && due !== undefined) {
    // the server may live in another time zone, where the day has not ended yet
    return { kind: 'left', days: Math.max(0, due - day) };
  }
  if (phase === 'upcoming' && start !== undefined) return { kind: 'begins', days: Math.max(0, start - day) };
  if (phase === 'closed' && due !== undefined) return { kind: 'ended', days: Math.max(0, day - due) };
  return { kind: 'unknown' };
};

/** The title of an iteration, if it has one: automatic series give none. */
export const iterationTitle = ({ title }: Pick<Iteration, 'title'>): string | undefined =>
  title == null || title.trim() === '' ? undefined : title.trim();

/** Path of the group an iteration belongs to, read off its address; undefined when that does not tell. */
export const groupOfIteration = ({ web_url: address }: Pick<Iteration, 'web_url'>): string | undefined => {
  const [, ...rest] = (address ?? '').split('/groups/');
  const [path = '', page] = rest.join('/groups/').split('/-/');
  try {
    return path === '' || page === undefined ? undefined : decodeURIComponent(path);
  } catch {
    return undefined;
  }
};
