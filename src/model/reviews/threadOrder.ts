import type { Discussion, Position } from '../../wire/notes.ts';
import type { FileChange } from '../fileChange.ts';
import { type DiffLine, diffLines, oldLineAmong, type Side } from './diffLines.ts';
import { type Spot, spotOfDraft } from './draftPosition.ts';
import { isOfRefs, spanOf } from './position.ts';
import { fileIndexOf, type NewestDiff } from './preflightAnchor.ts';
import { isResolvable, isResolved } from './threads.ts';

/**
 * A place in the order of a diff, compared number by number: the file, whether it is on another version of it, the line,
 * and the first note, as several threads may stand on one line.
 */
export type DiffOrder = readonly number[];

/** The ways through the threads: to the next, or to the one before. */
export type Way = 1 | -1;

/** A thread with its place in the order of the diff. */
export interface PlacedThread {
  readonly discussion: Discussion;
  /** Undefined for a thread on no file. */
  readonly spot: Spot | undefined;
  /** The file among those of the diff; undefined where it is not among them. */
  readonly file: FileChange | undefined;
  readonly order: DiffOrder;
}

/** An unresolved thread on a file. */
export interface OpenThread extends Pick<PlacedThread, 'order'> {
  readonly id: string;
  readonly spot: Spot;
}

/** A line of a file, or the file as a whole. */
export interface FileSpot {
  readonly oldPath: string;
  readonly newPath: string;
  /** Undefined where the lines shown are those of another version. */
  readonly line: { readonly side: Side; readonly number: number } | undefined;
}

/**
 * Threads in the order of the files and of their lines. Those on no file come first, those on another version of a file
 * after its lines, those on files that are not in the diff after everything.
 */
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
      // a commit whose lines are those of the newest version is shown with everything around it
      return { discussion, spot: isCurrent ? { ...spot, commit: undefined } : spot, file, order };
    })
    .sort((one, other) => compare(one.order, other.order));

/** The unresolved threads on files, in the same order; reckoned once for the same lists. */
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

/**
 * Where a way through the threads begins: beyond all that stand on a line, or at the end of a file it comes to first
 * where only that is known.
 */
export const orderOf = (newest: NewestDiff, { oldPath, newPath, line }: FileSpot, way: Way): DiffOrder => {
  const at = fileIndexOf(newest.files, { old_path: oldPath, new_path: newPath });
  const file = newest.files[at];
  const index = orderOfFile(newest, at);
  if (line === undefined) return [index, way === 1 ? -1 : 2];
  return [index, 0, ...lineOrder(file, line.side, line.number), way * Infinity];
};

/**
 * The index of the thread that comes after a place, or before it; past the last one it is the first, and the other way
 * round. Without a place it is the first of the way.
 */
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

/** A file may have hundreds of threads, which are put in order again whenever one changes. */
const known = new WeakMap<FileChange, readonly DiffLine[]>();

const linesOf = (file: FileChange): readonly DiffLine[] => {
  const lines = known.get(file) ?? diffLines(file.diff);
  known.set(file, lines);
  return lines;
};

/** As a diff lists its lines: what was removed stands before the line that comes next. */
const lineOrder = (file: FileChange | undefined, side: Side, number: number): DiffOrder => {
  if (side === 'new' || file === undefined) return [number, 1, 0];
  const { kind, newLine } = oldLineAmong(linesOf(file), number);
  return kind === 'removed' ? [newLine, 0, number] : [newLine, 1, 0];
};

const orderOfFile = ({ files }: NewestDiff, index: number): number => (index === -1 ? files.length : index);

const compare = (one: DiffOrder, other: DiffOrder): number => {
  const differs = one.findIndex((number, index) => number !== (other[index] ?? number));
  return differs === -1 ? 0 : (one[differs] ?? 0) < (other[differs] ?? 0) ? -1 : 1;
};
