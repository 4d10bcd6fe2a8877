import type { AutomaticCadence, Cadence, IterationState } from './administrationRecords.ts';

const day = 86_400_000;
/** Separates generated IDs from planned ones: cadence 3 has 3001, 3002 … */
const idsPerCadence = 1000;

/** Values of the API. */
export const iterationStates = { upcoming: 1, current: 2, closed: 3 } as const;

/** `YYYY-MM-DD` in UTC. */
export const dateOf = (moment: number | Date): string => new Date(moment).toISOString().slice(0, 10);

const automatic = (cadence: AutomaticCadence, now: Date): readonly IterationState[] => {
  const first = Date.parse(`${cadence.startsOn}T00:00:00Z`);
  const length = cadence.weeks * 7 * day;
  const current = Math.floor((now.getTime() - first) / length);
  const last = Math.max(current, -1) + cadence.ahead;
  return Array.from({ length: last + 1 }, (_, index) => {
    const start = first + index * length;
    // created when it came into the planned range, updated when it started
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

export interface PlacedIteration {
  readonly iteration: IterationState;
  readonly cadence: Cadence;
}

/** Earliest first. */
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

/** Both dates are inclusive. */
export const iterationState = ({ startDate, dueDate }: IterationState, now: Date): 1 | 2 | 3 => {
  const today = dateOf(now);
  if (today < startDate) return iterationStates.upcoming;
  return today <= dueDate ? iterationStates.current : iterationStates.closed;
};
