import * as vscode from '../../vscode.ts';
import type { CellPlace, ConflictView } from '../../../messages/board.ts';
import type { TryInClone } from '../../../model/pick/asking.ts';
import type { BoardArea } from '../area.ts';
import { explain } from '../../kit/words/explain.ts';
import { basename, shortSha, visible } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import { openInOneEncoding, showChange, showChanges } from '../../kit/pages/showChange.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { type Clone, cloneOf } from '../../kit/git/clone.ts';
import { versionsOf } from './conflictDocuments.ts';
import { type ConflictFile, fetchCommits, type LocalMerge } from '../../kit/git/mergeTree.ts';
import { type BranchPick, isAncestor, labelled, type LocalPick, withLocalMerge } from './localMerge.ts';
import { openMergeEditor } from './mergeEditor.ts';
import type { BoardSession } from '../session.ts';

type ConflictDeps = Pick<BoardArea, 'repositories' | 'log'>;

/** A pick with a conflict; `tip` is undefined when the branch hasn't been tested. */
export interface ConflictAt {
  readonly open: OpenProject;
  readonly pick: BranchPick;
  readonly tip: string | undefined;
}

export const conflictAt = ({ open, board }: BoardSession, place: CellPlace): ConflictAt => ({
  open,
  pick: { action: 'cherryPick', ...place },
  tip: board.cell(place).result?.tip,
});

/** Dry run in the local clone, where the server refuses one. */
export const tryInClone =
  (area: ConflictDeps, open: OpenProject): TryInClone =>
  async ({ action, sha, tip }, signal) => {
    try {
      const clone = await cloneOf(area.repositories, open);
      if (clone === undefined) return 'noClone';
      return await withLocalMerge(clone, { action, commit: sha, tip }, atMost(signal), async (opened) => {
        const { merge } = opened;
        if (merge.kind === 'missing') return 'cloneLacks';
        if (merge.kind === 'tooOld') return 'unknown';
        const isThere = action === 'cherryPick' && (await isAncestor(clone, sha, tip, signal));
        return isThere || (merge.kind === 'clean' && (await opened.changed()).length === 0)
          ? 'alreadyThere'
          : merge.kind;
      });
    } catch (error) {
      signal.throwIfAborted();
      area.log.error('A pick could not be tried in the clone.', error);
      return 'unknown';
    }
  };

/** Reads the files in conflict from the clone and posts them. Never changes the clone. */
export const findConflict = async (area: BoardArea, session: BoardSession, place: CellPlace): Promise<void> => {
  session.setConflict(place, { state: 'loading' });
  session.setConflict(place, await readConflict(area, conflictAt(session, place)));
};

/** Files in conflict from the clone, or the reason they are unavailable. */
export const readConflict = async (
  area: ConflictDeps,
  { open, pick, tip }: ConflictAt,
  signal?: AbortSignal,
): Promise<ConflictView> => {
  const { t } = vscode.l10n;
  const unavailable = (message: string, offer: 'fetch' | 'retry' | undefined): ConflictView => ({
    state: 'unavailable',
    message,
    offer,
  });
  if (tip === undefined) return unavailable(t('Test the cell again first.'), undefined);
  try {
    const clone = await cloneOf(area.repositories, open);
    if (clone === undefined) {
      const { path_with_namespace: project } = open.project;
      return unavailable(
        t('Open a clone of {0} to see which files are in conflict. The server does not report them.', project),
        'retry',
      );
    }
    const merge = await mergeIn(clone, localPick(pick, tip), signal);
    switch (merge.kind) {
      case 'tooOld':
        return unavailable(t('Listing the files requires git 2.38 or newer. This is {0}.', merge.version), undefined);
      case 'missing':
        return unavailable(
          t('The clone does not have {0}.', merge.commits.map(shortSha).join(', ')),
          clone.remote === undefined ? 'retry' : 'fetch',
        );
      case 'clean':
        return unavailable(
          t('The clone has no conflict on {0}. The server merges differently.', shortSha(tip)),
          'retry',
        );
      case 'conflict':
        return {
          state: 'ready',
          files: merge.files.map((file) => ({ path: file.path, kind: conflictKind(file, pick) })),
        };
    }
  } catch (error) {
    signal?.throwIfAborted();
    area.log.error('The files of a conflict could not be found.', error);
    return unavailable(t('The clone could not be read: {0}', explain(error)), 'retry');
  }
};

const localPick = ({ action, sha }: BranchPick, tip: string): LocalPick => ({ action, commit: sha, tip });

const mergeIn = (clone: Clone, pick: LocalPick, signal?: AbortSignal): Promise<LocalMerge> =>
  withLocalMerge(clone, pick, atMost(signal), async ({ merge }) => merge);

const atMost = (signal?: AbortSignal): AbortSignal =>
  AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(60_000)]);

const conflictKind = ({ base, ours, theirs }: ConflictFile, { action }: BranchPick): string => {
  const { t } = vscode.l10n;
  if (base === undefined) return ours && theirs ? t('added on both sides') : t('name already taken by another file');
  if (ours === undefined) return theirs === undefined ? t('moved on both sides') : t('deleted on the branch');
  if (theirs !== undefined) return t('changed on both sides');
  return action === 'revert' ? t('added by the commit') : t('deleted by the commit');
};

/** Fetches the commits that the clone lacks, after a question. */
export const fetchForConflict = async (area: ConflictDeps, { open, pick, tip }: ConflictAt): Promise<void> => {
  const { t } = vscode.l10n;
  const clone = await cloneOf(area.repositories, open);
  const { remote } = clone ?? {};
  if (tip === undefined || clone === undefined || remote === undefined) return;
  const merge = await mergeIn(clone, localPick(pick, tip));
  if (merge.kind !== 'missing') return;
  const fetch = t('Fetch');
  const answer = await vscode.window.showInformationMessage(
    t('Fetch {0} into the clone?', merge.commits.map(shortSha).join(', ')),
    {
      modal: true,
      detail: t(
        'git connects to the remote {0} with your own credentials. It fetches objects only: no branch, tag or file of {1} changes.',
        remote,
        clone.folder,
      ),
    },
    fetch,
  );
  if (answer !== fetch) return;
  await cancellable(t('Fetching from {0}…', remote), (signal) => fetchCommits(clone, remote, merge.commits, signal));
};

/** Opens one file as a three-way merge, or all as diffs of the branch and the merge result. False without a clone. */
export const openConflict = async (
  area: ConflictDeps & Pick<BoardArea, 'boards'>,
  { open: project, pick, tip }: ConflictAt,
  path: string | undefined,
): Promise<boolean> => {
  const { t } = vscode.l10n;
  const { documents } = area.boards;
  const clone = await cloneOf(area.repositories, project);
  if (tip === undefined || clone === undefined) return false;
  const versions = await cancellable(t('Reading the conflict…'), (signal) =>
    withLocalMerge(clone, localPick(pick, tip), signal, async (open) => {
      const files = open.merge.kind === 'conflict' ? open.merge.files : [];
      const wanted = files.filter((file) => path === undefined || file.path === path);
      const of = versionsOf({ ...pick, tip });
      // the merge editor removes conflict markers from its document, so the diff needs its own
      const result = path === undefined ? 'result' : 'merge';
      const side = async (name: string, file: ConflictFile, hash: string | undefined): Promise<vscode.Uri> =>
        documents.put(of, name, file.path, hash === undefined ? undefined : await open.read(hash));
      const all = [];
      for (const file of wanted) {
        all.push({
          path: file.path,
          base: await side('base', file, file.base),
          ours: await side('branch', file, file.ours),
          theirs: await side('commit', file, file.theirs),
          result: documents.put(of, result, file.path, labelled(await open.result(file.path), pick)),
        });
      }
      return all;
    }),
  );
  if (versions === undefined) return true;
  const [first] = versions;
  if (first === undefined) {
    void vscode.window.showInformationMessage(t('The conflict no longer exists. Test the cell again.'));
    return true;
  }
  const label = t('{0} on {1}', shortSha(pick.sha), visible(pick.branch));
  if (path === undefined) {
    const files = versions.map(({ ours: left, result: right }) => ({ left, right }));
    await showChanges(t('Conflicts: {0}', label), files);
    return true;
  }
  const { base, ours, theirs, result } = first;
  await openInOneEncoding([base, ours, theirs, result]);
  // prefers the merge editor; otherwise a diff of the branch and the result
  if (await openMergeEditor(area.log, pick, { base, ours, theirs, output: result })) return true;
  await showChange({ left: ours, right: result }, { title: `${basename(first.path)} (${label})`, line: undefined });
  return true;
};
