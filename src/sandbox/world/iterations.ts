import type { AutomaticCadence, Cadence, IterationState } from './administrationRecords.ts';

const day = 86_400_000;
/** Numbers of automatic iterations are far from those of planned ones: cadence 3 has 3001, 3002 and so on. */
const idsPerCadence = 1000;

/** The states of an iteration as the service numbers them. */
export const iterationStates = { upcoming: 1, current: 2, closed: 3 } as const;

/** The date of a moment, in UTC: `2026-11-21`. */
export const dateOf = (moment: number | Date): string => new Date(moment).toISOString().slice(0, 10);

const automatic = (cadence: AutomaticCadence, now: Date): readonly IterationState[] => {
  const first = Date.parse(`${cadence.startsOn}T00:00:00Z`);
  const length = cadence.weeks * 7 * day;
  const current = Math.floor((now.getTime() - first) / length);
  const last = Math.max(current, -1) + cadence.ahead;
  return Array.from({ length: last + 1 }, (_, index) => {
    const start = first + index * length;
    // planned when the iteration came into sight, touched when it began
    const planned = Math.max(first - day, start - (cadence.ahead + 1) * length);
    return {
      id: cadence.id * idsPerCadence + index + 1,
      iid: idsPerCadence + index + 1,
      sequence: index + 1,
      title: null,
      description: null,
      startDate: dateOf(start),
      dueDate: dateOf(start + length - day),
      createdAt: new Date(planned).toISOString(),
      updatedAt: new Date(start <= now.getTime() ? Math.max(start, planned) : planned).toISOString(),
    };
  });
};

/** An iteration with the series it belongs to. */
export interface PlacedIteration {
  readonly iteration: IterationState;
  readonly cadence: Cadence;
}

/** The iterations of some groups as of now, the earliest first. */
export const iterationsOf = (
  cadences: readonly Cadence[],
  groupIds: ReadonlySet<number>,
  now: Date,
): readonly PlacedIteration[] =>
  cadences
    .filter(({ groupId }) => groupIds.has(groupId))
    .flatMap((cadence) => {
      const iterations = cadence.kind === 'manual' ? cadence.iterations : automatic(cadence, now);
      return iterations.map((iteration) => ({ iteration, cadence }));
    })
    .toSorted(
      ({ iteration: one }, { iteration: other }) =>
        one.dueDate.localeCompare(other.dueDate) || one.startDate.localeCompare(other.startDate) || one.id - other.id,
    );

/** The state of an iteration on the day of a moment: both its dates belong to it. */
export const iterationState = ({ startDate, dueDate }: IterationState, now: Date): 1 | 2 | 3 => {
  const today = dateOf(now);
  if (today < startDate) return iterationStates.upcoming;
  return today <= dueDate ? iterationStates.current : iterationStates.closed;
};
