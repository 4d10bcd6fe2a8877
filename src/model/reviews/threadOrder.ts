import type { Discussion } from '../../wire/notes.ts';
import { type Spot, spotOfDraft } from './draftPosition.ts';
import { isOfRefs, spanOf } from './position.ts';
import type { NewestDiff } from './preflightAnchor.ts';
import { fileOf } from './preflightAnchor.ts';
import { isResolvable, isResolved } from './threads.ts';

/** A line in the order of a diff. */
export interface DiffSpot {
  /** Index of the file in the diff; what is not among its files comes after all. */
  readonly file: number;
  /** 1-based; 0 for what is about a file or was written on another version of it. */
  readonly line: number;
}

/** An open thread with its place in the order of the diff. */
export interface OpenThread extends DiffSpot {
  readonly id: string;
  readonly spot: Spot;
}

/** The unresolved threads on files, in the order of the files and of their lines. Looks at nothing but what it is given. */
export const openThreads = (discussions: readonly Discussion[], newest: NewestDiff): readonly OpenThread[] =>
  discussions
    .filter((discussion) => isResolvable(discussion) && !isResolved(discussion))
    .flatMap((discussion) => {
      const spot = spotOfDraft({ discussion_id: discussion.id, commit_id: null }, [discussion]);
      if (spot === undefined) return [];
      const { position } = spot;
      const file = fileOf(newest.files, position);
      const index = file === undefined ? newest.files.length : newest.files.indexOf(file);
      const line = isOfRefs(position, newest.refs) ? (spanOf(position)?.last ?? 0) : 0;
      return [{ id: discussion.id, spot, file: index, line }];
    })
    .sort(inOrder);

/** The index of the thread that comes after a spot, or before it; past the last one it is the first, and the other way round. */
export const threadBeside = (threads: readonly OpenThread[], at: DiffSpot, step: 1 | -1): number => {
  const found =
    step === 1
      ? threads.findIndex((thread) => inOrder(thread, at) > 0)
      : threads.findLastIndex((thread) => inOrder(thread, at) < 0);
  if (found !== -1) return found;
  return step === 1 ? 0 : threads.length - 1;
};

const inOrder = (one: DiffSpot, other: DiffSpot): number => one.file - other.file || one.line - other.line;
