import * as vscode from '../../vscode.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { DiffRefs } from '../../../model/reviews/newCommentPosition.ts';
import type { NewestDiff } from '../../../model/reviews/preflightAnchor.ts';
import {
  type DiffOrder,
  openThreads,
  type OpenThread,
  orderOf,
  placeThreads,
  threadBeside,
  type Way,
} from '../../../model/reviews/threadOrder.ts';
import { pathOf } from '../../../model/reviews/samePlace.ts';
import { isResolvable, isResolved } from '../../../model/reviews/threads.ts';
import { createQueue } from '../../../model/queue.ts';
import type { Discussion } from '../../../wire/notes.ts';
import type { ReviewsArea } from '../area.ts';
import { arrival, isAt, lineIn } from '../files/arrival.ts';
import { readFiles, type ReadyFiles, type ShownLine } from '../files/openChangedFiles.ts';
import { chooseMergeRequest, subjectAround } from '../chooseReview.ts';
import { requireProject } from '../../kit/requireProject.ts';
import { shownIfSlow } from '../../kit/progress.ts';
import { showOrExplain } from '../files/openReview.ts';
import { readReviewFile, type ReviewFile } from '../files/reviewFileSystem.ts';
import { placeOfReview } from '../subject.ts';

/** Cursor in a merge request's file. */
interface Cursor extends ShownLine {
  readonly file: ReviewFile;
}

/** Last visited thread, the cursor's lines, and its tab. */
interface Last {
  readonly thread: Pick<OpenThread, 'id' | 'order'>;
  readonly at: readonly ShownLine[];
  readonly tab: vscode.Tab | undefined;
}

let last: Last | undefined;

/** With a key held down, each step starts at the previous one's end. */
const inTurn = createQueue(1);

/**
 * Goes to the next or previous unresolved thread across files: opens the diff, moves the cursor and expands the thread.
 * Without a file in front, starts at the first or last thread of the open, selected or chosen merge request.
 */
export const goToThread = async (area: ReviewsArea, argument: unknown, way: Way): Promise<void> => {
  const cursor = cursorInFront(argument);
  const place = cursor ? area.reviews.threads.storeOf(cursor.file)?.place : await placeWithout(area);
  if (place) await inTurn(() => go(area, place, cursor && (cursorInFront(argument) ?? cursor), way));
};

const go = async (area: ReviewsArea, place: ReviewPlace, cursor: Cursor | undefined, way: Way): Promise<void> => {
  const { t } = vscode.l10n;
  const ready = followedFiles(area, place) ?? (await readFiles(area, place));
  if (ready === undefined) return;
  const newest: NewestDiff = { refs: ready.version, files: ready.files };
  const threads = await readThreads(area, place, newest);
  if (threads.length === 0) {
    void vscode.window.showInformationMessage(t('No unresolved threads on the files of !{0}.', place.iid));
    return;
  }
  const { index, isAround } = threadBeside(threads, cursor && orderAt(threads, newest, cursor, way), way);
  const thread = threads[index];
  if (thread === undefined) return;
  await show(area, place, thread, {
    ready,
    cursor,
    message: countMessage({ index, count: threads.length, isAround, way, others: others(area, place, threads) }),
  });
};

/**
 * Opens a thread's line and expands the thread; navigation continues from there. False if the thread has no line or its
 * file has no changes now (with a message); true also when cancelled.
 */
export const showThread = (area: ReviewsArea, place: ReviewPlace, discussion: Discussion): Promise<boolean> =>
  inTurn(async () => {
    if (pathOf(discussion.notes[0]?.position) === undefined) return false;
    const ready = await readFiles(area, place);
    if (ready === undefined) return true;
    const [thread] = placeThreads([discussion], { refs: ready.version, files: ready.files });
    return (
      thread?.spot !== undefined && show(area, place, { ...thread, id: discussion.id, spot: thread.spot }, { ready })
    );
  });

const show = async (
  area: ReviewsArea,
  place: ReviewPlace,
  thread: OpenThread,
  {
    ready,
    cursor,
    message,
  }: { readonly ready: ReadyFiles; readonly cursor?: Cursor | undefined; readonly message?: string },
): Promise<boolean> => {
  const tabOf = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;
  // navigation also moves past threads that can't be shown
  last = { thread, at: cursor ? [cursor] : [], tab: tabOf() };
  const shown = await showOrExplain(area, place, thread.spot, ready);
  const [line] = shown ?? [];
  if (shown !== undefined && line === undefined) return true;
  if (message !== undefined) vscode.window.setStatusBarMessage(message, 5_000);
  if (shown === undefined || line === undefined) return false;
  last = { thread, at: shown, tab: tabOf() };
  // the next command needs the cursor here
  await Promise.all([arrival(shown), area.reviews.threads.unfold(line.uri, thread.id)]);
  return true;
};

/** Uses loaded threads of visible merge requests, which are polled; otherwise, or without any, reads them again. */
const readThreads = async (
  area: ReviewsArea,
  place: ReviewPlace,
  newest: NewestDiff,
): Promise<readonly OpenThread[]> => {
  const store = area.reviews.stores.of(place);
  const read = async (how: 'start' | 'look'): Promise<readonly OpenThread[]> => {
    await shownIfSlow(vscode.l10n.t('Reading the threads of !{0}…', place.iid), () => store[how]());
    if (store.state.phase !== 'ready') throw store.state.error;
    return openThreads(store.discussions, newest);
  };
  const threads = isFollowed(area, place) ? await read('start') : [];
  return threads.length > 0 ? threads : read('look');
};

/** True if the merge request is visible, so polled. */
const isFollowed = ({ reviews }: ReviewsArea, place: ReviewPlace): boolean =>
  reviews.threads.inSight.some((each) => placeKey(each) === placeKey(place));

/** Loaded files of a visible merge request, unless it has new commits. */
const followedFiles = (area: ReviewsArea, place: ReviewPlace): ReadyFiles | undefined => {
  const { changes, live } = area.reviews;
  const known = isFollowed(area, place) ? changes.known(place) : undefined;
  const head = live.headOf(place);
  return head === undefined || head === known?.version.headSha ? known : undefined;
};

/** The cursor's order among threads: the last visited thread's, until the cursor leaves it. */
const orderAt = (threads: readonly OpenThread[], newest: NewestDiff, cursor: Cursor, way: Way): DiffOrder => {
  const { file, line } = cursor;
  const isCurrent = isOfNewest(file, newest.refs);
  // line numbers of another version don't compare
  if (last && isAt(cursor, last.at, isCurrent ? 'line' : 'file')) {
    const { thread } = last;
    return (threads.find(({ id }) => id === thread.id) ?? thread).order;
  }
  return orderOf(newest, { ...file, line: isCurrent ? { side: file.side, number: line } : undefined }, way);
};

const isOfNewest = ({ refs, side }: ReviewFile, newest: DiffRefs): boolean =>
  refs.headSha === newest.headSha && (side === 'new' || refs.baseSha === newest.baseSha);

/** Number of unresolved threads on no file of the newest version. */
const others = ({ reviews }: ReviewsArea, place: ReviewPlace, threads: readonly OpenThread[]): number =>
  reviews.stores
    .of(place)
    .discussions.filter((each) => isResolvable(each) && !isResolved(each) && !threads.some(({ id }) => id === each.id))
    .length;

const countMessage = ({
  others: more,
  ...at
}: Parameters<typeof orderMessage>[0] & { readonly others: number }): string => {
  const { t } = vscode.l10n;
  if (more > 0) return t('{0}; {1} more on the page of the merge request', orderMessage(at), more);
  return at.count === 1 ? t('The only unresolved thread') : orderMessage(at);
};

const orderMessage = ({
  index,
  count,
  isAround,
  way,
}: {
  readonly index: number;
  readonly count: number;
  readonly isAround: boolean;
  readonly way: Way;
}): string => {
  const { t } = vscode.l10n;
  if (!isAround || count === 1) return t('Thread {0} of {1}', index + 1, count);
  return way === 1
    ? t('Thread {0} of {1}, from the start again', index + 1, count)
    : t('Thread {0} of {1}, from the end again', index + 1, count);
};

/**
 * The cursor in the active file: the text editor's, that of the menu's file, of a diff's modified side, or the last
 * position for tabs without text.
 */
const cursorInFront = (argument: unknown): Cursor | undefined => {
  const { activeTextEditor: active, visibleTextEditors: visible, tabGroups } = vscode.window;
  const at = (line: ShownLine | undefined): Cursor | undefined => {
    const file = line && readReviewFile(line.uri);
    return file && { ...line, file };
  };
  const within = (uri: vscode.Uri): Cursor | undefined =>
    at(lineIn(visible.find(({ document }) => document.uri.toString() === uri.toString())));
  const { activeTab: tab } = tabGroups.activeTabGroup;
  return (
    at(lineIn(active)) ??
    (argument instanceof vscode.Uri ? within(argument) : undefined) ??
    (tab?.input instanceof vscode.TabInputTextDiff ? within(tab.input.modified) : undefined) ??
    (tab !== undefined && tab === last?.tab ? at(last.at[0]) : undefined)
  );
};

/** Merge request when none of its files is active. */
const placeWithout = async (area: ReviewsArea): Promise<ReviewPlace | undefined> => {
  const page = area.mergeRequestPages.focused?.subject;
  if (page) return placeOfReview(page);
  const [only, another] = new Map(placesAround(area).map((place) => [placeKey(place), place])).values();
  if (only && another === undefined) return only;
  const open = await requireProject(area);
  const subject = open && (await chooseMergeRequest(open, vscode.l10n.t('Go to the threads of which merge request?')));
  return subject && placeOfReview(subject);
};

/** Merge requests of open tabs, visible files and the selected row. */
const placesAround = ({ reviews }: ReviewsArea): readonly ReviewPlace[] => {
  const { threads, view } = reviews;
  const selected = subjectAround(view.selected);
  const inTabs = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs.flatMap(({ input }) => urisIn(input)))
    .flatMap((uri) => {
      const file = readReviewFile(uri);
      return (file && threads.storeOf(file)?.place) ?? [];
    });
  return [...inTabs, ...threads.inSight, ...(selected ? [placeOfReview(selected)] : [])];
};

const urisIn = (input: unknown): readonly vscode.Uri[] => {
  if (input instanceof vscode.TabInputTextDiff) return [input.modified, input.original];
  return input instanceof vscode.TabInputText ? [input.uri] : [];
};
