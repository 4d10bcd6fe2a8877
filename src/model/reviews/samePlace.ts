import type { Position } from '../../wire/notes.ts';

type MaybePosition = Position | null | undefined;

/** The file a position is in, as it is named now; undefined for no position and for one whose members are empty. */
export const pathOf = (position: MaybePosition): string | undefined =>
  position?.new_path ?? position?.old_path ?? undefined;

/** Whether two notes stand on the same line, file or spot of a picture of the same diff, or both on none. */
export const isSamePlace = (one: MaybePosition, other: MaybePosition): boolean => {
  if (pathOf(one) === undefined || pathOf(other) === undefined) return pathOf(one) === pathOf(other);
  return (
    placeMembers.every((member) => (one?.[member] ?? null) === (other?.[member] ?? null)) && isSameSpan(one, other)
  );
};

const placeMembers = ['position_type', 'head_sha', 'old_path', 'new_path', 'old_line', 'new_line', 'x', 'y'] as const;

const isSameSpan = (one: MaybePosition, other: MaybePosition): boolean => {
  const [start, otherStart] = [one?.line_range?.start, other?.line_range?.start];
  // a range of one line may be left out
  if (start == null || otherStart == null) return true;
  return (
    (start.old_line ?? null) === (otherStart.old_line ?? null) &&
    (start.new_line ?? null) === (otherStart.new_line ?? null)
  );
};
