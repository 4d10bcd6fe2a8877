import type { Position } from '../../wire/notes.ts';

type MaybePosition = Position | null | undefined;

/** Current path; undefined for none or an empty position. */
export const pathOf = (position: MaybePosition): string | undefined =>
  position?.new_path ?? position?.old_path ?? undefined;

/** Same line, file or image point of the same diff, or both without file. */
export const isSamePlace = (one: MaybePosition, other: MaybePosition): boolean => {
  if (pathOf(one) === undefined || pathOf(other) === undefined) return pathOf(one) === pathOf(other);
  return (
    placeMembers.every((member) => (one?.[member] ?? null) === (other?.[member] ?? null)) && isSameSpan(one, other)
  );
};

const placeMembers = ['position_type', 'head_sha', 'old_path', 'new_path', 'old_line', 'new_line', 'x', 'y'] as const;

const isSameSpan = (one: MaybePosition, other: MaybePosition): boolean => {
  const [start, otherStart] = [one?.line_range?.start, other?.line_range?.start];
  // ranges of one line are optional
  if (start == null || otherStart == null) return true;
  return (
    (start.old_line ?? null) === (otherStart.old_line ?? null) &&
    (start.new_line ?? null) === (otherStart.new_line ?? null)
  );
};
