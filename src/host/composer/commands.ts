import path from 'node:path';
import * as vscode from '../vscode.ts';
import type { Handlers } from '../../messages/page.ts';
import { parseStatus } from '../../model/composer/gitOutput.ts';
import type { CommitDetail } from '../../wire/commits.ts';
import type { ComposerArea } from './area.ts';
import type { CommandTable } from '../kit/commands.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { basename, visibleLabel } from '../kit/words/format.ts';
import { projectIn } from '../kit/git/otherRepository.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { requireProject } from '../kit/requireProject.ts';
import { addAction } from './addAction.ts';
import { chooseStart, chooseStartProject, chooseTarget } from './chooseTarget.ts';
import type { Composition } from './composition.ts';
import { follow } from './follow.ts';
import { gitRunner } from '../shell/git.ts';
import { openComposed } from './contents.ts';
import type { ComposerAction } from './page.ts';
import { addressOfCommit, sendComposition } from './sendComposition.ts';
import { copyAddress } from '../kit/copyAddress.ts';
import { call } from '../kit/areaCommands.ts';

export const composerHandlers = (area: ComposerArea, composition: Composition): Handlers<ComposerAction> => {
  const { open } = composition;
  const withCommit = (act: (commit: CommitDetail) => unknown) => (): unknown => {
    const commit = composition.facts.done?.commit;
    return commit && act(commit);
  };
  const toggle = (name: 'excluded' | 'accepted', path: string, isIn: boolean): Promise<void> =>
    composition.change({ [name]: toggled(composition.facts.saved[name], path, isIn) }, 'draw');
  return {
    message: ({ text }) => composition.write(text),
    author: ({ author }) => composition.change({ author }, 'draw'),
    include: ({ path: file, on }) => toggle('excluded', file, !on),
    accept: ({ path: file, on }) => toggle('accepted', file, on),
    option: ({ name, on }) => composition.change({ [name]: on }, 'draw'),
    openFile: ({ path: file }) => openComposed(composition, file),
    remove: ({ path: file }) =>
      composition.change({ hand: composition.facts.saved.hand.filter((each) => each.path !== file) }, 'read'),
    chooseBranch: () => chooseTarget(composition),
    chooseStart: () => chooseStart(composition),
    chooseStartProject: () => chooseStartProject(composition),
    addAction: () => addAction(composition),
    read: () => composition.read(),
    check: () => composition.check(),
    showRequest: () => area.composers.files.openRequest(composition),
    send: () => send(area, composition),
    openCommit: withCommit(({ id }) => area.commitPages.show({ open, sha: id })),
    openInBrowser: withCommit((commit) => openInBrowser(addressOfCommit(composition, commit))),
    copyLink: withCommit((commit) => copyAddress(addressOfCommit(composition, commit))),
    revert: withCommit(({ id }) => area.revert({ open, sha: id })),
    follow: withCommit(({ id }) => follow(area, composition, id)),
    request: withCommit(({ message }) => {
      const { branch, start } = composition.facts.saved;
      const from = start?.kind === 'branch' && start.name !== branch ? start.name : undefined;
      const target = from ?? open.project.default_branch ?? 'main';
      return call('graft.board.request', { open, source: branch, target, of: message });
    }),
  };
};

const toggled = (paths: readonly string[], path: string, isIn: boolean): string[] => [
  ...paths.filter((other) => other !== path),
  ...(isIn ? [path] : []),
];

export const composerCommands: CommandTable<ComposerArea> = {
  'graft.composer.staged': (area, argument) => composeTree(area, 'staged', argument),
  'graft.composer.all': (area, argument) => composeTree(area, 'all', argument),
  'graft.composer.files': (area, ...given) => composeFiles(area, given),
  'graft.composer.byHand': async (area) => {
    const open = await requireProject(area);
    if (open) await area.composers.show(open, { kind: 'hand' }, open.project.default_branch ?? 'main');
  },
  'graft.composer.addAction': (area) => withActive(area, addAction),
  'graft.composer.chooseBranch': (area) => withActive(area, chooseTarget),
  'graft.composer.showRequest': (area) =>
    withActive(area, (composition) => area.composers.files.openRequest(composition)),
  'graft.composer.send': (area) => withActive(area, (composition) => send(area, composition)),
};

const send = async (area: ComposerArea, composition: Composition): Promise<void> => {
  if (composition.facts.state === 'ready' && composition.isBlocked) {
    const words = vscode.l10n.t('The commit cannot be sent yet. See the page for what is missing.');
    void vscode.window.showWarningMessage(words);
    return;
  }
  await sendComposition(area, composition);
};

const withActive = async (area: ComposerArea, work: (composition: Composition) => Promise<void>): Promise<void> => {
  const { active } = area.composers;
  if (active) await work(active);
  else void vscode.window.showInformationMessage(vscode.l10n.t('Open a new commit on the server first.'));
};

/** The checked-out branch, else the default branch. */
const firstBranch = async (area: ComposerArea, open: OpenProject): Promise<string> =>
  (await area.currentBranch.of(open))?.name ?? open.project.default_branch ?? 'main';

const composeTree = async (area: ComposerArea, kind: 'staged' | 'all', argument: unknown): Promise<void> => {
  const place = await placeOfChanges(area, rootArgument(argument));
  if (place === undefined) return;
  const { open, root } = place;
  await area.composers.show(open, { kind, root: root.toString() }, await firstBranch(area, open));
};

/** Repository of a Source Control menu. */
const rootArgument = (argument: unknown): vscode.Uri | undefined =>
  typeof argument === 'object' && argument !== null && 'rootUri' in argument && argument.rootUri instanceof vscode.Uri
    ? argument.rootUri
    : undefined;

/** Repository of the changes: `named`, else the project's, else the selected one. Offers to switch to its project. */
const placeOfChanges = async (
  area: ComposerArea,
  named: vscode.Uri | undefined,
  file?: string,
): Promise<{ readonly open: OpenProject; readonly root: vscode.Uri } | undefined> => {
  const shown = await requireProject(area);
  if (!shown) return undefined;
  const root = named ?? shown.root ?? (await area.repositories.list())[0]?.root;
  if (root === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No git repository is open here.'));
    return undefined;
  }
  const open = await projectIn(area.project, shown, root, file);
  return open && { open, root };
};

const composeFiles = async (area: ComposerArea, given: readonly unknown[]): Promise<void> => {
  const { t } = vscode.l10n;
  const show = (words: string): void => void vscode.window.showInformationMessage(words);
  const chosen = chosenFiles(given);
  const [first] = chosen;
  const name = first && basename(first.path);
  const work = first && (await area.repositories.at(first));
  if (name !== undefined && !work) return show(t('{0} is not in a git repository of the open folder.', name));
  const place = await placeOfChanges(area, work?.root, name);
  if (place === undefined) return;
  const { open, root } = place;
  const paths = chosen.length > 0 ? insideOf(root, chosen) : await askFiles(area, root);
  if (paths === undefined) return show(t('The files are in several repositories. Choose files of one.'));
  if (paths.length === 0) return;
  await area.composers.show(open, { kind: 'files', root: root.toString(), paths }, await firstBranch(area, open));
};

/** Explorer menus pass URIs; Source Control passes resources, with the old name of a rename. */
const chosenFiles = (given: readonly unknown[]): readonly vscode.Uri[] => {
  const all = given.flat().flatMap((each): vscode.Uri[] => {
    if (each instanceof vscode.Uri) return [each];
    if (typeof each !== 'object' || each === null) return [];
    const uris = ['resourceUri', 'original'].map((name) => (each as Record<string, unknown>)[name]);
    return uris.filter((uri) => uri instanceof vscode.Uri);
  });
  return [...new Map(all.map((uri) => [uri.toString(), uri])).values()];
};

/** Relative to the root; undefined if one is outside. */
const insideOf = (root: vscode.Uri, files: readonly vscode.Uri[]): string[] | undefined => {
  const paths = files.map((file) => path.relative(root.fsPath, file.fsPath).split(path.sep).join('/') || '.');
  return paths.some((each) => each === '..' || each.startsWith('../') || path.isAbsolute(each)) ? undefined : paths;
};

const askFiles = async (area: ComposerArea, root: vscode.Uri): Promise<string[]> => {
  const { t } = vscode.l10n;
  const git = gitRunner(await area.repositories.git(root));
  const status = parseStatus(await git(['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all']));
  if (status.length === 0) {
    void vscode.window.showInformationMessage(t('No file differs from the last commit.'));
    return [];
  }
  const rows = status.map((each) => ({
    label: visibleLabel(each.path),
    description: each.code === '??' ? t('untracked') : '',
    path: each.path,
  }));
  const title = t('New Commit from Chosen Files');
  const options = {
    title,
    placeHolder: t('Files of the commit'),
    canPickMany: true as const,
    matchOnDescription: true,
  };
  return ((await vscode.window.showQuickPick(rows, options)) ?? []).map((row) => row.path);
};
