import type { Discussion } from '../../wire/notes.ts';
import type { Spot } from './draftPosition.ts';
import type { MergeRequestFiles } from './mergeRequestFiles.ts';
import { isOfRefs, spanOf } from './position.ts';
import { type PlacedThread, placeThreads } from './threadOrder.ts';
import { isResolvable, isResolved, writtenNotes } from './threads.ts';

/** The groups of the threads of a merge request, in the order they are listed in. */
export const threadGroups = ['waiting', 'unresolved', 'outdated', 'resolved'] as const;

/**
 * `waiting`: unresolved, and it waits for the user's answer. `outdated`: unresolved, and its line is not in the newest
 * version. A thread belongs to one group: whoever waits for an answer waits for it on an outdated line as well.
 */
export type ThreadGroup = (typeof threadGroups)[number];

/** A thread in its group. */
export interface GroupedThread extends PlacedThread {
  readonly group: ThreadGroup;
  /** Whether its line, or all of its file, is not in the newest version; false while that is unknown. */
  readonly isOutdated: boolean;
}

type Newest = Extract<MergeRequestFiles, { kind: 'ready' }>;

/** The user who sees the threads. */
interface Viewer {
  readonly userId: number;
  /** Whether the merge request is the user's own. */
  readonly isAuthor: boolean;
}

/** Nothing is known of the files: as if the server had left all of them out. */
const unknown = { version: { baseSha: '', startSha: '', headSha: '' }, files: [], isCut: true };

/**
 * The threads among the discussions of a merge request, each in one group, in the order of files and lines; comments that
 * cannot be resolved are no threads. `newest` is undefined while its files are not known: then no thread is outdated.
 */
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

/** Whether the last note is not the user's, in a thread the user wrote in or on the user's own merge request. */
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
  // the lines of a commit may be in the newest version under other numbers
  return commit === undefined && spanOf(position) !== undefined && !isOfRefs(position, version);
};
