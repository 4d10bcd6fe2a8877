import path from 'node:path';
import * as vscode from 'vscode';
import { parseStatus } from '../../model/composer/gitOutput.ts';
import type { App } from '../app.ts';
import type { CommandTable } from '../command.ts';
import { openInBrowser } from '../commits/openCommit.ts';
import { revert } from '../commits/pickFlow.ts';
import { visibleLabel } from '../format.ts';
import type { OpenProject } from '../project/currentProject.ts';
import { requireProject } from '../project/requireProject.ts';
import { addAction } from './addAction.ts';
import { chooseStart, chooseStartProject, chooseTarget } from './chooseTarget.ts';
import type { Composition } from './composition.ts';
import { follow } from './follow.ts';
import { gitIn } from './localGit.ts';
import type { CarryOutComposer } from './pages.ts';
import { commitAddress, sendComposition } from './sendComposition.ts';

/** Carries out what a composer asks for. */
export const carryOutComposer: CarryOutComposer = async (app, composition, intent) => {
  const { open, facts } = composition;
  const commit = facts.done?.commit;
  switch (intent) {
    case 'chooseBranch':
      return chooseTarget(composition);
    case 'chooseStart':
      return chooseStart(composition);
    case 'chooseStartProject':
      return chooseStartProject(composition);
    case 'addAction':
      return addAction(composition);
    case 'read':
      return composition.read();
    case 'check':
      return composition.check();
    case 'showRequest':
      return app.composers.showRequest(composition);
    case 'send':
      return send(app, composition);
    case 'openCommit':
      if (commit) app.commitPages.show({ open, sha: commit.id });
      return;
    case 'openInBrowser':
      if (commit) await openInBrowser(commitAddress(composition, commit));
      return;
    case 'copyLink':
      if (commit) await vscode.env.clipboard.writeText(commitAddress(composition, commit));
      return;
    case 'revert':
      if (commit) await revert(app, { open, sha: commit.id });
      return;
    case 'follow':
      if (commit) await follow(app, composition, commit.id);
  }
};

/** The commands that compose a commit. */
export const composerCommands: CommandTable = {
  'graft.composer.staged': (app, argument) => composeTree(app, 'staged', argument),
  'graft.composer.all': (app, argument) => composeTree(app, 'all', argument),
  'graft.composer.files': (app, ...given) => composeFiles(app, given),
  'graft.composer.byHand': async (app) => {
    const open = await requireProject(app);
    if (open) await app.composers.show(open, { kind: 'hand' }, open.project.default_branch ?? 'main');
  },
  'graft.composer.addAction': (app) => withActive(app, addAction),
  'graft.composer.chooseBranch': (app) => withActive(app, chooseTarget),
  'graft.composer.showRequest': (app) => withActive(app, (composition) => app.composers.showRequest(composition)),
  'graft.composer.send': (app) => withActive(app, (composition) => send(app, composition)),
};

const send = async (app: App, composition: Composition): Promise<void> => {
  if (composition.facts.state === 'ready' && composition.isBlocked) {
    const words = vscode.l10n.t('The commit cannot be sent yet: the page says what is missing.');
    void vscode.window.showWarningMessage(words);
    return;
  }
  await sendComposition(app, composition);
};

const withActive = async (app: App, work: (composition: Composition) => Promise<void>): Promise<void> => {
  const { active } = app.composers;
  if (active) await work(active);
  else void vscode.window.showInformationMessage(vscode.l10n.t('Open a commit that is being composed first.'));
};

/** The branch a new composition is for: the one checked out, else the project's default. */
const firstBranch = async (app: App, open: OpenProject): Promise<string> =>
  (await app.currentBranch.of(open))?.name ?? open.project.default_branch ?? 'main';

const composeTree = async (app: App, kind: 'staged' | 'all', argument: unknown): Promise<void> => {
  const open = await requireProject(app);
  const root = open && (await rootOf(app, open, rootArgument(argument)));
  if (open && root) await app.composers.show(open, { kind, root: root.toString() }, await firstBranch(app, open));
};

/** The folder a menu of Source Control was opened on. */
const rootArgument = (argument: unknown): vscode.Uri | undefined =>
  typeof argument === 'object' && argument !== null && 'rootUri' in argument && argument.rootUri instanceof vscode.Uri
    ? argument.rootUri
    : undefined;

/** The repository whose changes are meant: the one named, else the project's own, else the one selected. */
const rootOf = async (app: App, open: OpenProject, named: vscode.Uri | undefined): Promise<vscode.Uri | undefined> => {
  const { t } = vscode.l10n;
  const root = named ?? open.root ?? (await app.repositories.list())[0]?.root;
  if (root === undefined) {
    void vscode.window.showInformationMessage(t('There is no git repository here whose changes could be committed.'));
    return undefined;
  }
  if (open.root !== undefined && open.root.toString() !== root.toString()) {
    sayOtherRepository(open);
    return undefined;
  }
  return root;
};

const sayOtherRepository = ({ project }: OpenProject): void => {
  void vscode.window.showWarningMessage(
    vscode.l10n.t(
      'This belongs to another repository than {0}. Choose its project first.',
      project.path_with_namespace,
    ),
  );
};

const composeFiles = async (app: App, given: readonly unknown[]): Promise<void> => {
  const open = await requireProject(app);
  const chosen = chosenFiles(given);
  const root = open && (await rootOf(app, open, undefined));
  if (!open || !root) return;
  const paths = chosen.length > 0 ? insideOf(root, chosen) : await askFiles(root);
  if (paths === undefined) {
    sayOtherRepository(open);
    return;
  }
  if (paths.length === 0) return;
  await app.composers.show(open, { kind: 'files', root: root.toString(), paths }, await firstBranch(app, open));
};

/** Files as menus name them: addresses in the explorer, resources (with the former name of a rename) in Source Control. */
const chosenFiles = (given: readonly unknown[]): readonly vscode.Uri[] => {
  const all = given.flat().flatMap((each): vscode.Uri[] => {
    if (each instanceof vscode.Uri) return [each];
    if (typeof each !== 'object' || each === null) return [];
    const uris = ['resourceUri', 'original'].map((name) => (each as Record<string, unknown>)[name]);
    return uris.filter((uri) => uri instanceof vscode.Uri);
  });
  return [...new Map(all.map((uri) => [uri.toString(), uri])).values()];
};

/** Paths from the top of the repository; undefined when one lies outside. */
const insideOf = (root: vscode.Uri, files: readonly vscode.Uri[]): string[] | undefined => {
  const paths = files.map((file) => path.relative(root.fsPath, file.fsPath).split(path.sep).join('/') || '.');
  return paths.some((each) => each === '..' || each.startsWith('../') || path.isAbsolute(each)) ? undefined : paths;
};

const askFiles = async (root: vscode.Uri): Promise<string[]> => {
  const { t } = vscode.l10n;
  const git = await gitIn(root);
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
  const title = t('Compose Commit from Chosen Files');
  const options = {
    title,
    placeHolder: t('Files of the commit'),
    canPickMany: true as const,
    matchOnDescription: true,
  };
  return ((await vscode.window.showQuickPick(rows, options)) ?? []).map((row) => row.path);
};
