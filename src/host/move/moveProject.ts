import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { type Account, instanceName } from '../../model/account.ts';
import type { JobSeed } from '../../model/jobs/job.ts';
import { type MovePlan, newMove, readMoveDetails, targetPath } from '../../model/move/details.ts';
import { moveReadiness } from '../../model/move/readiness.ts';
import type { Project } from '../../wire/projects.ts';
import type { App } from '../app.ts';
import { visible } from '../format.ts';
import { askPath } from '../imports/askPath.ts';
import { chooseNamespace } from '../imports/chooseNamespace.ts';
import { jobTitle } from '../jobs/words.ts';
import { cancellable } from '../progress.ts';
import { pickProject } from '../project/chooseProject.ts';
import { obstacle, previewWords, type ProposedMove } from './preview.ts';

interface Source {
  readonly account: Account;
  readonly project: Project;
}

/** Moves a project from one account to another: asks for everything, shows what will happen, and begins. */
export const moveProject = async (app: App): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Move Project');
  const source = await chooseSource(app, title);
  if (source === undefined || (await saidUnderWay(app, source))) return;
  const account = await chooseTarget(app, source, title);
  if (account === undefined) return;
  const place = await chooseNamespace(app, account, title);
  if (place === undefined) return;
  const chosen = await askPath({
    title,
    client: app.clients.of(account),
    thing: 'project',
    parent: place.path,
    value: source.project.path,
  });
  if (chosen === undefined) return;
  const folder = await archiveFolder(app);
  const readiness = await cancellable(t('Looking at both servers…'), (signal) =>
    moveReadiness(
      {
        source: { ...sideOf(app, source.account), project: source.project.id },
        target: {
          ...sideOf(app, account),
          namespace: place.path,
          isGroup: place.kind === 'group',
          path: chosen.path,
        },
      },
      signal,
    ),
  );
  if (readiness === undefined) return;
  const freeBytes = await freeSpace(folder);
  const proposed: ProposedMove = {
    source: source.account,
    target: account,
    path: chosen.fullPath,
    readiness,
    freeBytes,
  };
  const archive = await confirmed(proposed, folder);
  if (archive === undefined) return;
  const { project, sourceRelease, targetRelease } = readiness;
  const plan: MovePlan = {
    source: {
      id: project.id,
      path: project.path_with_namespace,
      name: project.name,
      release: sourceRelease?.join('.'),
    },
    target: {
      account: account.id,
      baseUrl: account.baseUrl,
      namespace: place.path,
      name: project.name,
      path: chosen.path,
      release: targetRelease?.join('.'),
    },
    archive,
  };
  await startMove(app, source.account, plan);
};

const sideOf = (app: App, account: Account) => ({
  client: app.clients.of(account),
  capabilities: app.clients.capabilitiesOf(account),
});

/** The project of the window, or another one. */
const chooseSource = async (app: App, title: string): Promise<Source | undefined> => {
  const { t } = vscode.l10n;
  const open = app.project.open;
  if (open === undefined) return pickProject(app, title);
  const here = {
    label: visible(open.project.path_with_namespace),
    description: t('the project of this window'),
    iconPath: new vscode.ThemeIcon('repo'),
    isOpen: true,
  };
  const other = { label: t('Another Project…'), iconPath: new vscode.ThemeIcon('search'), isOpen: false };
  const chosen = await vscode.window.showQuickPick([here, other], {
    title,
    placeHolder: t('Which project moves'),
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return undefined;
  return chosen.isOpen ? { account: open.account, project: open.project } : pickProject(app, title);
};

const chooseTarget = async (app: App, source: Source, title: string): Promise<Account | undefined> => {
  const { t } = vscode.l10n;
  const accounts = app.accounts.list();
  const row = (account: Account) => ({
    label: instanceName(account.baseUrl),
    description:
      account.id === source.account.id ? t('{0}, to another place there', account.username) : account.username,
    iconPath: new vscode.ThemeIcon('account'),
    account,
  });
  const others = accounts.filter(({ id }) => id !== source.account.id);
  const same = accounts.filter(({ id }) => id === source.account.id);
  const add = { label: t('Another Account…'), iconPath: new vscode.ThemeIcon('add'), account: undefined };
  const chosen = await vscode.window.showQuickPick([...[...others, ...same].map(row), add], {
    title,
    placeHolder: t('Where {0} goes to', visible(source.project.path_with_namespace)),
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return undefined;
  if (chosen.account !== undefined) return chosen.account;
  const before = new Set(accounts.map(({ id }) => id));
  await vscode.commands.executeCommand('graft.accounts.add');
  return app.accounts.list().find(({ id }) => !before.has(id));
};

/** Says that the same is under way already; nothing is begun twice. */
const saidUnderWay = async (app: App, { account, project }: Source): Promise<boolean> => {
  const { t } = vscode.l10n;
  const alike = app.jobs.alike(seedOf(account, project.path_with_namespace));
  if (alike === undefined) return false;
  const show = t('Show Details');
  const words = t('{0} is under way already. It is not begun a second time.', jobTitle(alike));
  if ((await vscode.window.showInformationMessage(words, show)) === show)
    await vscode.commands.executeCommand('graft.jobs.open', { kind: 'job', id: alike.id });
  return true;
};

const seedOf = (account: Account, projectPath: string): Pick<JobSeed, 'kind' | 'account' | 'baseUrl' | 'subject'> => ({
  kind: 'projectMove',
  account: account.id,
  baseUrl: account.baseUrl,
  subject: { type: 'project', path: projectPath },
});

/** Shows what will happen. Answers where the archive is kept meanwhile, or undefined when it shall not be. */
const confirmed = async (proposed: ProposedMove, folder: string): Promise<MovePlan['archive'] | undefined> => {
  const { t } = vscode.l10n;
  const problem = obstacle(proposed);
  if (problem !== undefined) {
    void vscode.window.showErrorMessage(t('Nothing was begun. {0}', problem));
    return undefined;
  }
  const { question, detail } = previewWords(proposed);
  const [move, keep] = [t('Move'), t('Move and Keep the Archive…')];
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, move, keep);
  if (answer === move) return { file: path.join(folder, `${randomUUID()}.tar.gz`), keep: false };
  if (answer !== keep) return undefined;
  const name = `${proposed.readiness.project.path}.tar.gz`;
  const uri = await vscode.window.showSaveDialog({
    title: t('Keep the Archive'),
    filters: { [t('Archives')]: ['gz'] },
    defaultUri: vscode.Uri.file(path.join(path.dirname(folder), name)),
  });
  return uri === undefined ? undefined : { file: uri.fsPath, keep: true };
};

/** Where archives lie meanwhile: below the extension's own storage, for this user alone. */
const archiveFolder = async (app: App): Promise<string> => {
  const folder = path.join(app.context.globalStorageUri.fsPath, 'moves');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // what an editor that was killed has left, and no move remembers
  const known = new Set(app.jobs.list().flatMap((job) => readMoveDetails(job.details)?.archive.file ?? []));
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (![...known].some((archive) => file.startsWith(archive))) await rm(file, { force: true });
  }
  return folder;
};

/** Bytes that are free for the user in a folder; undefined where the system does not say. */
const freeSpace = async (folder: string): Promise<number | undefined> => {
  // some file systems have no such figure; a full disk is told by the write then
  const known = await statfs(folder).catch(() => undefined);
  return known === undefined || known.blocks === 0 ? undefined : known.bavail * known.bsize;
};

/** Puts a move on the list, from where it is carried on, and shows it. */
export const startMove = async (app: App, account: Account, plan: MovePlan, first = newMove(plan)): Promise<void> => {
  const { target } = plan;
  const seed: JobSeed = {
    ...seedOf(account, plan.source.path),
    source: `${instanceName(target.baseUrl)}/${targetPath(plan)}`,
    file: undefined,
    details: first,
  };
  const job = await app.jobs.add(seed, 'running', 'created');
  await vscode.commands.executeCommand('graft.jobs.open', { kind: 'job', id: job.id });
};
