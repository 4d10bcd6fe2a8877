import type { Discussion, Position } from '../../wire/notes.ts';
import type { FileChange } from '../fileChange.ts';
import { type DiffLine, diffLines, lineAmong, type Side } from './diffLines.ts';
import { type Spot, spotOfDraft } from './spots.ts';
import { isOfRefs, spanOf } from './newCommentPosition.ts';
import { fileIndexOf, type NewestDiff } from './preflightAnchor.ts';
import { isResolvable, isResolved } from './threads.ts';

/** Sort key: file, other version, line, first note. */
export type DiffOrder = readonly number[];

/** Next (1) or previous (-1). */
export type Way = 1 | -1;

export interface PlacedThread {
  readonly discussion: Discussion;
  /** Undefined without a file. */
  readonly spot: Spot | undefined;
  /** Undefined if not in the diff. */
  readonly file: FileChange | undefined;
  readonly order: DiffOrder;
}

export interface OpenThread extends Pick<PlacedThread, 'order'> {
  readonly id: string;
  readonly spot: Spot;
}

interface FileSpot {
  readonly oldPath: string;
  readonly newPath: string;
  /** Undefined if another version is shown. */
  readonly line: { readonly side: Side; readonly number: number } | undefined;
}

/** By file and line: general threads first, other versions after the lines of their file, files outside the diff last. */
export const placeThreads = (discussions: readonly Discussion[], newest: NewestDiff): readonly PlacedThread[] =>
  discussions
    .map((discussion) => {
      const spot = spotOfDraft({ discussion_id: discussion.id, commit_id: null }, [discussion]);
      const id = discussion.notes[0]?.id ?? 0;
      if (spot === undefined) return { discussion, spot, file: undefined, order: [-1, id] };
      const index = fileIndexOf(newest.files, spot.position);
      const file = newest.files[index];
      const isCurrent = isOfRefs(spot.position, newest.refs);
      const order = [...placeOf(spot.position, newest, index), id];
      // show the whole diff if its lines match the newest version
      return { discussion, spot: isCurrent ? { ...spot, commit: undefined } : spot, file, order };
    })
    .sort((one, other) => compare(one.order, other.order));

/** Unresolved threads on files, cached. */
export const openThreads = (discussions: readonly Discussion[], newest: NewestDiff): readonly OpenThread[] => {
  const before = reckoned.get(discussions);
  if (before?.files === newest.files) return before.threads;
  const threads = placeThreads(discussions.filter(isUnresolved), newest).flatMap(
    ({ discussion: { id }, spot, order }) => (spot === undefined ? [] : [{ id, spot, order }]),
  );
  reckoned.set(discussions, { files: newest.files, threads });
  return threads;
};

const reckoned = new WeakMap<
  readonly Discussion[],
  { readonly files: readonly FileChange[]; readonly threads: readonly OpenThread[] }
>();

const isUnresolved = (discussion: Discussion): boolean => isResolvable(discussion) && !isResolved(discussion);

/** Start of a search: past all threads of the line, or at the near end of the file. */
export const orderOf = (newest: NewestDiff, { oldPath, newPath, line }: FileSpot, way: Way): DiffOrder => {
  const at = fileIndexOf(newest.files, { old_path: oldPath, new_path: newPath });
  const file = newest.files[at];
  const index = orderOfFile(newest, at);
  if (line === undefined) return [index, way === 1 ? -1 : 2];
  return [index, 0, ...lineOrder(file, line.side, line.number), way * Infinity];
};

/** Wraps around. Without `at`, the first in that direction. */
export const threadBeside = (
  threads: readonly OpenThread[],
  at: DiffOrder | undefined,
  way: Way,
): { readonly index: number; readonly isAround: boolean } => {
  const found =
    at === undefined
      ? -1
      : way === 1
        ? threads.findIndex(({ order }) => compare(order, at) > 0)
        : threads.findLastIndex(({ order }) => compare(order, at) < 0);
  const first = way === 1 ? 0 : threads.length - 1;
  return { index: found === -1 ? first : found, isAround: found === -1 && at !== undefined };
};

const placeOf = (position: Position, newest: NewestDiff, index: number): DiffOrder => {
  const file = newest.files[index];
  const span = spanOf(position);
  const isCurrent = isOfRefs(position, newest.refs);
  const isOther = file !== undefined && !isCurrent;
  const line = isCurrent ? lineOrder(file, span?.side ?? 'new', span?.last ?? 0) : [span?.last ?? 0, 0, 0];
  return [orderOfFile(newest, index), Number(isOther), ...line];
};

/** Cached, as threads are sorted on each change. */
const known = new WeakMap<FileChange, readonly DiffLine[]>();

const linesOf = (file: FileChange): readonly DiffLine[] => {
  const lines = known.get(file) ?? diffLines(file.diff);
  known.set(file, lines);
  return lines;
};

/** Removed lines come before the next new line. */
const lineOrder = (file: FileChange | undefined, side: Side, number: number): DiffOrder => {
  if (side === 'new' || file === undefined) return [number, 1, 0];
  const { kind, newLine } = lineAmong(linesOf(file), 'old', number);
  return kind === 'removed' ? [newLine, 0, number] : [newLine, 1, 0];
};

const orderOfFile = ({ files }: NewestDiff, index: number): number => (index === -1 ? files.length : index);

const compare = (one: DiffOrder, other: DiffOrder): number => {
  const differs = one.findIndex((number, index) => number !== (other[index] ?? number));
  return differs === -1 ? 0 : (one[differs] ?? 0) < (other[differs] ?? 0) ? -1 : 1;
};
