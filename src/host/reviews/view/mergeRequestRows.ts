import * as vscode from '../../vscode.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import type { MergeRequestChanges, MergeRequestFiles } from '../../../model/reviews/mergeRequestFiles.ts';
import { positionOfDraft } from '../../../model/reviews/spots.ts';
import { pathOf } from '../../../model/reviews/samePlace.ts';
import { groupThreads } from '../../../model/reviews/threadGroups.ts';
import type { StateRow } from '../../kit/trees/rows.ts';
import type { Log } from '../../shell/log.ts';
import type { Stored } from '../../shell/storedValue.ts';
import { inFolders } from './fileTree.ts';
import type { UnsentComment, UnsentComments } from '../drafts/unsentComments.ts';
import { isViewed } from '../../../model/reviews/viewedFiles.ts';
import type { SinceReview } from '../files/sinceReview.ts';
import type { ViewedFiles } from '../files/viewedMarks.ts';
import { placeOfReview } from '../subject.ts';
import type { CommitsItem, DraftItem, UnsentItem, MergeRequestItem, ReviewRow, SinceItem } from './rows.ts';
import { threadsRow, withUnresolved } from './threadRows.ts';

interface Source {
  readonly store: ReviewDrafts;
  /** Cached files, or a running read. */
  readonly readFiles: () => MergeRequestFiles | Promise<MergeRequestFiles>;
  readonly knownFiles: () => Extract<MergeRequestFiles, { kind: 'ready' }> | undefined;
  readonly unsent: UnsentComments;
  readonly viewed: ViewedFiles;
  readonly fileTree: Stored<boolean>;
  readonly since: SinceReview;
  readonly log: Log;
}

const retry = 'graft.reviews.refresh';

/**
 * Rows below a merge request: unsaved comments and drafts, threads, changes since the last review, commits, then files in
 * diff order.
 */
export const mergeRequestRows = async (parent: MergeRequestItem, source: Source): Promise<ReviewRow[]> => {
  const { store } = source;
  // a failed read is repeated by a refresh or the next poll: its change redraws these rows
  const [files] = await Promise.all([fileRows(parent, source), store.state.phase === 'unread' && store.start()]);
  await source.unsent.deleteSaved(store.place, store.drafts);
  const { t } = vscode.l10n;
  const { phase, error } = store.state;
  const failed = (what: string): readonly StateRow[] =>
    phase === 'failed' ? [{ kind: 'failed', error, what, retry }] : [];
  const { request, open } = parent;
  const { userId } = open.account;
  const viewer = { userId, isAuthor: request.author?.id === userId };
  const threads = groupThreads(store.discussions, viewer, source.knownFiles());
  return [
    ...failed(t('Drafts could not be loaded')),
    ...keptRows(parent, source.unsent.of(store.place)),
    ...draftRows(parent, store, files),
    ...threadsRow(parent, threads, failed(t('Threads could not be loaded'))),
    ...sinceRow(parent, source),
    { kind: 'commits', parent },
    ...asTree(parent, withoutHidden(withUnresolved(files, threads), source), source),
  ];
};

export const keptRows = (parent: UnsentItem['parent'], texts: readonly UnsentComment[]): readonly UnsentItem[] =>
  texts.map((stored) => ({ kind: 'kept', parent, kept: stored }));

const sinceRow = (parent: MergeRequestItem, { store, since }: Source): readonly SinceItem[] => {
  if (parent.request.author?.username === parent.open.account.username) return [];
  const atMs = since.lastAtMs(store.place);
  return atMs === undefined ? [] : [{ kind: 'sinceReview', parent, atMs }];
};

const asTree = (parent: MergeRequestItem, rows: readonly ReviewRow[], { fileTree }: Source): readonly ReviewRow[] => {
  if (!fileTree.get()) return rows;
  const files = rows.filter((row) => row.kind === 'requestFile');
  return [...inFolders(parent, files), ...rows.filter((row) => row.kind !== 'requestFile')];
};

/** Replaces hidden viewed files with a note on their number. */
const withoutHidden = (rows: readonly ReviewRow[], { store, viewed }: Source): readonly ReviewRow[] => {
  if (!viewed.areHidden(store.place.account)) return rows;
  const { many } = vscode.l10n;
  const marks = viewed.of(store.place);
  const left = rows.filter((row) => row.kind !== 'requestFile' || !isViewed(marks, row));
  const hidden = rows.length - left.length;
  if (hidden === 0) return rows;
  const text = many(hidden, '{0} viewed file is hidden.', '{0} viewed files are hidden.');
  return [...left, { kind: 'note', text }];
};

/** In diff order; those without a file first. */
const draftRows = (
  parent: MergeRequestItem,
  store: ReviewDrafts,
  files: readonly ReviewRow[],
): readonly DraftItem[] => {
  const order = new Map(
    files.flatMap((each, index) => (each.kind === 'requestFile' ? [[each.change.newPath, index]] : [])),
  );
  const at = ({ position }: DraftItem): number => order.get(pathOf(position) ?? '') ?? -1;
  const line = ({ position }: DraftItem): number => position?.new_line ?? position?.old_line ?? 0;
  return store.drafts
    .map((draft) => ({ kind: 'draft' as const, parent, draft, position: positionOfDraft(draft, store.discussions) }))
    .sort((one, other) => at(one) - at(other) || line(one) - line(other) || one.draft.id - other.draft.id);
};

const fileRows = async (parent: MergeRequestItem, { readFiles, log }: Source): Promise<readonly ReviewRow[]> => {
  const { t } = vscode.l10n;
  try {
    const read = await readFiles();
    if (read.kind === 'collecting') {
      return [{ kind: 'note', text: t('GitLab is still preparing the changes. Refresh in a moment.') }];
    }
    const { files, version } = read;
    if (files.length === 0) return [{ kind: 'note', text: t('This merge request changes no files.') }];
    const rows = files.map((change) => ({ kind: 'requestFile' as const, parent, change, version, unresolved: 0 }));
    const cut = t('The server shows only the first {0} files.', files.length);
    return [...rows, ...(read.isCut ? [{ kind: 'note' as const, text: cut }] : [])];
  } catch (error) {
    log.error('The files of a merge request could not be loaded.', error);
    return [{ kind: 'failed', error, what: t('Files could not be loaded'), retry }];
  }
};

/** Newest first. */
export const commitRows = async (
  parent: CommitsItem,
  { changes, log }: Pick<Source, 'log'> & { readonly changes: MergeRequestChanges },
): Promise<ReviewRow[]> => {
  const { t } = vscode.l10n;
  try {
    const commits = await changes.readCommits(placeOfReview(parent.parent));
    if (commits.length === 0) return [{ kind: 'note', text: t('No commits') }];
    return commits.map((commit) => ({ ...commit, kind: 'commit', parent, sha: commit.id }));
  } catch (error) {
    log.error('The commits of a merge request could not be loaded.', error);
    return [{ kind: 'failed', error, what: t('Commits could not be loaded'), retry }];
  }
};
