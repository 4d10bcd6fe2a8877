import type { GivenPosition, Position } from '../../wire/notes.ts';
import { pathOf } from './samePlace.ts';

const types = ['text', 'image', 'file'] as const;

/**
 * A stored position as it is sent again. Undefined for what stands on no line: its position is there, but empty, and
 * a server that is sent an empty one refuses it.
 */
export const positionAgain = (position: Position | null | undefined): GivenPosition | undefined => {
  const { base_sha: base, start_sha: start, head_sha: head } = position ?? {};
  if (position == null || pathOf(position) === undefined || base == null || start == null || head == null) {
    return undefined;
  }
  const { line_range: range, old_path: oldPath, new_path: newPath, width, height, x, y } = position;
  const type = types.find((one) => one === position.position_type) ?? 'text';
  const paths = { old_path: oldPath ?? newPath ?? '', new_path: newPath ?? oldPath ?? '' };
  const hashes = { base_sha: base, start_sha: start, head_sha: head, position_type: type };
  if (type === 'file') return { ...hashes, ...paths };
  if (type === 'image') {
    return {
      ...hashes,
      ...paths,
      ...(width == null ? {} : { width }),
      ...(height == null ? {} : { height }),
      ...(x == null ? {} : { x }),
      ...(y == null ? {} : { y }),
    };
  }
  return {
    ...hashes,
    ...paths,
    ...(position.old_line == null ? {} : { old_line: position.old_line }),
    ...(position.new_line == null ? {} : { new_line: position.new_line }),
    ...(range?.start == null || range.end == null ? {} : { line_range: { start: range.start, end: range.end } }),
  };
};
