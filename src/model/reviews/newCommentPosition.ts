import type { GivenPosition, Position } from '../../wire/notes.ts';
import { type DiffLine, diffLines, isOn, lineAmong, lineCode, type Side } from './diffLines.ts';
import { pathOf } from './samePlace.ts';

const types = ['text', 'image', 'file'] as const;

/** Position for sending. Undefined for general comments: servers refuse their empty positions. */
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

/** `base` and `start` differ once the target branch has moved. */
export interface DiffRefs {
  readonly baseSha: string;
  readonly startSha: string;
  readonly headSha: string;
}

export interface DiffFile {
  readonly refs: DiffRefs;
  readonly oldPath: string;
  readonly newPath: string;
}

const hashesOf = ({ baseSha, startSha, headSha }: DiffRefs) => ({
  base_sha: baseSha,
  start_sha: startSha,
  head_sha: headSha,
});

export const filePosition = ({ refs, oldPath, newPath }: DiffFile): GivenPosition => ({
  ...hashesOf(refs),
  position_type: 'file',
  old_path: oldPath,
  new_path: newPath,
});

/** 1-based, inclusive. */
export interface LineSpan {
  readonly side: Side;
  readonly first: number;
  readonly last: number;
}

/**
 * Anchored at the last line. Unchanged lines outside of the hunks count as well, if the file has them. Undefined without a
 * text in the diff: servers refuse its lines.
 */
export const linePosition = (file: DiffFile, diff: string, span: LineSpan): GivenPosition | undefined =>
  positionAmong(file, diffLines(diff), span);

export const positionAmong = (
  file: DiffFile,
  lines: readonly DiffLine[],
  { side, first, last }: LineSpan,
): GivenPosition | undefined => {
  if (lines.length === 0) return undefined;
  const [start, end] = [lineAmong(lines, side, first), lineAmong(lines, side, last)];
  const { refs, oldPath, newPath } = file;
  return {
    ...hashesOf(refs),
    position_type: 'text',
    old_path: oldPath,
    new_path: newPath,
    ...numbersOf(end),
    ...(first === last ? {} : { line_range: { start: rangeEnd(newPath, start), end: rangeEnd(newPath, end) } }),
  };
};

const numbersOf = (line: DiffLine): { old_line?: number; new_line?: number } => ({
  ...(isOn(line, 'old') ? { old_line: line.oldLine } : {}),
  ...(isOn(line, 'new') ? { new_line: line.newLine } : {}),
});

type RangeEnd = NonNullable<Position['line_range']>['start'];

const rangeEnd = (path: string, line: DiffLine) => ({
  line_code: lineCode(path, line),
  type: line.kind === 'added' ? 'new' : line.kind === 'removed' ? 'old' : null,
  old_line: isOn(line, 'old') ? line.oldLine : null,
  new_line: isOn(line, 'new') ? line.newLine : null,
});

/**
 * On the new side if possible. Undefined without lines. Servers don't update `line_range` for new versions, so only its
 * length is used.
 */
export const spanOf = (position: Position | null | undefined): LineSpan | undefined => {
  const last = position?.new_line ?? position?.old_line;
  if (position == null || last == null || position.position_type === 'file') return undefined;
  const side: Side = position.new_line == null ? 'old' : 'new';
  const lineOf = (end: RangeEnd | undefined) => (side === 'new' ? end?.new_line : end?.old_line) ?? undefined;
  const { start, end } = position.line_range ?? {};
  const to = lineOf(end) ?? last;
  const above = Math.max(0, to - (lineOf(start) ?? to));
  return { side, first: Math.max(1, last - above), last };
};

/** True if line numbers of `position` refer to these commits. */
export const isOfRefs = (position: Position, { headSha, baseSha }: DiffRefs): boolean =>
  position.head_sha === headSha && (position.new_line != null || position.base_sha === baseSha);
