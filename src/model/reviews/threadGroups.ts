import type { Discussion } from '../../wire/notes.ts';
import type { Spot } from './spots.ts';
import type { MergeRequestFiles } from './mergeRequestFiles.ts';
import { isOfRefs, spanOf } from './newCommentPosition.ts';
import { type PlacedThread, placeThreads } from './threadOrder.ts';
import { isResolvable, isResolved, writtenNotes } from './threads.ts';

/** In display order. */
export const threadGroups = ['waiting', 'unresolved', 'outdated', 'resolved'] as const;

/**
 * `waiting`: unresolved and the user's turn, even if outdated. `outdated`: unresolved, its line isn't in the newest
 * version.
 */
export type ThreadGroup = (typeof threadGroups)[number];

export interface GroupedThread extends PlacedThread {
  readonly group: ThreadGroup;
  /** False while unknown. */
  readonly isOutdated: boolean;
}

type Newest = Extract<MergeRequestFiles, { kind: 'ready' }>;

interface Viewer {
  readonly userId: number;
  readonly isAuthor: boolean;
}

/** As if the server omitted all files. */
const unknown = { version: { baseSha: '', startSha: '', headSha: '' }, files: [], isCut: true };

/** Resolvable threads, by file and line. Without `newest` none is outdated. */
export const groupThreads = (
  discussions: readonly Discussion[],
  viewer: Viewer,
  newest: Newest | undefined,
): readonly GroupedThread[] => {
  const { version, files, isCut } = newest ?? unknown;
  const placed = placeThreads(discussions.filter(isResolvable), { refs: version, files });
  return placed.map((thread) => {
    const isOld = thread.spot !== undefined && isOutdated(thread.spot, thread.file, { version, isCut });
    return { ...thread, isOutdated: isOld, group: groupOf(thread.discussion, viewer, isOld) };
  });
};

const groupOf = (discussion: Discussion, viewer: Viewer, isOld: boolean): ThreadGroup => {
  if (isResolved(discussion)) return 'resolved';
  if (isWaiting(discussion, viewer)) return 'waiting';
  return isOld ? 'outdated' : 'unresolved';
};

/** Someone else wrote last, in a thread or merge request of the user. */
const isWaiting = (discussion: Discussion, { userId, isAuthor }: Viewer): boolean => {
  const authors = writtenNotes(discussion).map(({ author }) => author?.id);
  return authors.at(-1) !== userId && (isAuthor || authors.includes(userId));
};

const isOutdated = (
  { position, commit }: Spot,
  file: PlacedThread['file'],
  { version, isCut }: Pick<Newest, 'isCut'> & { readonly version: Omit<Newest['version'], 'id'> },
): boolean => {
  if (file === undefined) return !isCut;
  // may be in the newest version under other numbers
  return commit === undefined && spanOf(position) !== undefined && !isOfRefs(position, version);
};
