import * as vscode from '../vscode.ts';
import type { CellPlace, ConflictView } from '../../messages/board.ts';
import type { BoardArea } from './area.ts';
import { explain } from '../kit/explain.ts';
import { basename, shortSha, visible } from '../kit/format.ts';
import { cancellable } from '../kit/progress.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { type Clone, cloneOf } from './clone.ts';
import {
  type ConflictFile,
  fetchCommits,
  labelled,
  type LocalMerge,
  type LocalPick,
  withLocalMerge,
} from './localMerge.ts';
import type { BoardSession } from './session.ts';

type ConflictDeps = Pick<BoardArea, 'repositories' | 'log'>;

/** A commit that is in conflict on a branch where it stood; `tip` is undefined where that is not known. */
export interface ConflictAt {
  readonly open: OpenProject;
  readonly place: CellPlace;
  readonly tip: string | undefined;
}

/** The conflict of a cell. */
export const conflictAt = ({ open, board }: BoardSession, place: CellPlace): ConflictAt => ({
  open,
  place,
  tip: board.cell(place).result?.tip,
});

/** Finds the files of a conflict in the clone and tells the page. The clone is not changed. */
export const findConflict = async (area: BoardArea, session: BoardSession, place: CellPlace): Promise<void> => {
  session.setConflict(place, { state: 'loading' });
  session.setConflict(place, await readConflict(area, conflictAt(session, place)));
};

/** The files of a conflict as the clone has them, or why they are not known. */
export const readConflict = async (
  area: ConflictDeps,
  { open, place, tip }: ConflictAt,
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
    const merge = await mergeIn(clone, { commit: place.sha, tip }, signal);
    switch (merge.kind) {
      case 'tooOld':
        return unavailable(t('Listing the files requires git 2.38 or newer. This is {0}.', merge.version), undefined);
      case 'missing':
        return unavailable(t('The clone does not have {0}.', merge.commits.map(shortSha).join(', ')), 'fetch');
      case 'clean':
        return unavailable(
          t('In the clone, the commit applies to {0} without conflict. The server merges differently.', shortSha(tip)),
          'retry',
        );
      case 'conflict':
        return { state: 'ready', files: merge.files.map((file) => ({ path: file.path, kind: conflictKind(file) })) };
    }
  } catch (error) {
    signal?.throwIfAborted();
    area.log.error('The files of a conflict could not be found.', error);
    return unavailable(t('The clone could not be read: {0}', explain(error)), 'retry');
  }
};

const mergeIn = (clone: Clone, pick: LocalPick, signal?: AbortSignal): Promise<LocalMerge> => {
  const longest = AbortSignal.timeout(60_000);
  const ending = signal ? AbortSignal.any([signal, longest]) : longest;
  return withLocalMerge(clone, pick, ending, async ({ merge }) => merge);
};

const conflictKind = ({ base, ours, theirs }: ConflictFile): string => {
  const { t } = vscode.l10n;
  if (base === undefined) return ours && theirs ? t('added on both sides') : t('name already taken by another file');
  if (ours === undefined) return theirs === undefined ? t('moved on both sides') : t('deleted on the branch');
  return theirs === undefined ? t('deleted by the commit') : t('changed on both sides');
};

/** Fetches what the clone lacks for a conflict, after asking. */
export const fetchForConflict = async (area: ConflictDeps, { open, place, tip }: ConflictAt): Promise<void> => {
  const { t } = vscode.l10n;
  const clone = await cloneOf(area.repositories, open);
  if (tip === undefined || clone === undefined) return;
  const merge = await mergeIn(clone, { commit: place.sha, tip });
  if (merge.kind !== 'missing') return;
  const fetch = t('Fetch');
  const answer = await vscode.window.showInformationMessage(
    t('Fetch {0} into the clone?', merge.commits.map(shortSha).join(', ')),
    {
      modal: true,
      detail: t(
        'git connects to the remote {0} with your own credentials. It fetches objects only: no branch, tag or file of {1} changes.',
        clone.remote,
        clone.folder,
      ),
    },
    fetch,
  );
  if (answer !== fetch) return;
  await cancellable(t('Fetching from {0}…', clone.remote), (signal) =>
    fetchCommits(clone, clone.remote, merge.commits, signal),
  );
};

/**
 * Opens a file of a conflict three ways, or all of them as differences between the branch and what a merge leaves. False
 * where there is no clone to read them from.
 */
export const openConflict = async (
  area: ConflictDeps & Pick<BoardArea, 'boards'>,
  { open: project, place, tip }: ConflictAt,
  path: string | undefined,
): Promise<boolean> => {
  const { t } = vscode.l10n;
  const { documents } = area.boards;
  const clone = await cloneOf(area.repositories, project);
  if (tip === undefined || clone === undefined) return false;
  const versions = await cancellable(t('Reading the conflict…'), (signal) =>
    withLocalMerge(clone, { commit: place.sha, tip }, signal, async (open) => {
      const files = open.merge.kind === 'conflict' ? open.merge.files : [];
      const wanted = files.filter((file) => path === undefined || file.path === path);
      const of = `${place.sha} ${tip}`;
      // the merge editor replaces the marks in the document it is given, so that one is shown nowhere else
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
          result: documents.put(of, result, file.path, labelled(await open.result(file.path), place)),
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
  const label = t('{0} on {1}', shortSha(place.sha), visible(place.branch));
  if (path === undefined) {
    await vscode.commands.executeCommand(
      'vscode.changes',
      t('Conflicts: {0}', label),
      versions.map(({ ours, result }) => [result, ours, result]),
    );
    return true;
  }
  await openThreeWay(area, first, { label, place });
  return true;
};

interface Versions {
  readonly path: string;
  readonly base: vscode.Uri;
  readonly ours: vscode.Uri;
  readonly theirs: vscode.Uri;
  readonly result: vscode.Uri;
}

/** The editor's own merge view, as Source Control opens it; where it is not to be had, the branch beside the result. */
const openThreeWay = async (
  area: ConflictDeps,
  { path, base, ours, theirs, result }: Versions,
  { label, place }: { readonly label: string; readonly place: CellPlace },
): Promise<void> => {
  const { t } = vscode.l10n;
  try {
    await vscode.commands.executeCommand('_open.mergeEditor', {
      base,
      input1: { uri: ours, title: visible(place.branch), description: t('on the branch') },
      input2: { uri: theirs, title: shortSha(place.sha), description: t('with the commit') },
      output: result,
    });
  } catch (error) {
    area.log.info(`The merge editor was not opened: ${explain(error)}`);
    await vscode.commands.executeCommand('vscode.diff', ours, result, `${basename(path)} (${label})`, {
      preview: true,
    });
  }
};
