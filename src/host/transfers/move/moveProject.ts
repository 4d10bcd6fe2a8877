import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from '../../vscode.ts';
import { type Account, instanceName } from '../../../model/account.ts';
import type { JobSeed } from '../../../model/transfers/jobs/job.ts';
import { type MovePlan, newMove, readMoveDetails, targetPath } from '../../../model/transfers/move/details.ts';
import { moveReadiness } from '../../../model/transfers/move/readiness.ts';
import type { Project } from '../../../wire/projects.ts';
import type { TransfersArea } from '../area.ts';
import { visible } from '../../kit/words/format.ts';
import type { ImportPlace } from '../../../model/transfers/imports/places.ts';
import { askPath, type ChosenPath } from '../imports/askPath.ts';
import { chooseNamespace } from '../imports/chooseNamespace.ts';
import { addJob, isUnderWay, seedOf } from '../startJob.ts';
import { cancellable } from '../../kit/progress.ts';
import { pickProject } from '../../kit/questions/pickProject.ts';
import { pickRow } from '../../kit/questions/pickRow.ts';
import { askInTurn, type WizardStep } from '../../kit/questions/wizard.ts';
import { obstacle, previewMessage, type ProposedMove } from './preview.ts';
import { call } from '../../kit/areaCommands.ts';

interface Source {
  readonly account: Account;
  readonly project: Project;
}

interface MoveAnswers {
  readonly source: Source;
  readonly account: Account;
  readonly place: ImportPlace;
  readonly chosen: ChosenPath;
}

/** Moves a project to another account or namespace, after a preview. */
export const moveProject = async (area: TransfersArea): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Move Project (the source stays)');
  const answers = await askInTurn<MoveAnswers>([
    {
      part: 'source',
      async ask(_, at) {
        const chosen = await chooseSource(area, title, at);
        if (chosen === undefined) return undefined;
        const seed = seedFor(chosen.account, chosen.project.path_with_namespace);
        return (await isUnderWay(area, seed)) ? undefined : chosen;
      },
    },
    { part: 'account', ask: async (before, at) => before.source && chooseTarget(area, before.source, title, at) },
    { part: 'place', ask: async (before, at) => before.account && chooseNamespace(area, before.account, title, at) },
    {
      part: 'chosen',
      ask: async ({ source: from, account: to, place: into, chosen: typed }, at) =>
        from &&
        to &&
        askPath({
          title,
          at,
          client: area.clients.of(to),
          thing: 'project',
          parent: into?.path,
          value: typed?.path ?? from.project.path,
        }),
    },
  ]);
  if (answers === undefined) return;
  const { source, account, place, chosen } = answers;
  const folder = await archiveFolder(area);
  const readiness = await cancellable(t('Checking both servers…'), (signal) =>
    moveReadiness(
      {
        source: { ...sideOf(area, source.account), project: source.project.id },
        target: { ...sideOf(area, account), namespace: place.path, isGroup: place.kind === 'group', path: chosen.path },
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
  await startMove(area, source.account, plan);
};

const sideOf = (area: TransfersArea, account: Account) => ({
  client: area.clients.of(account),
  capabilities: area.clients.capabilitiesOf(account),
});

const chooseSource = async (area: TransfersArea, title: string, at: WizardStep): Promise<Source | undefined> => {
  const { t } = vscode.l10n;
  const open = area.project.open;
  if (open === undefined) return pickProject(area, title, at ? { at } : {});
  const here = {
    label: visible(open.project.path_with_namespace),
    description: t('current project'),
    iconPath: new vscode.ThemeIcon('repo'),
    isOpen: true,
  };
  const other = { label: t('Another Project…'), iconPath: new vscode.ThemeIcon('search'), isOpen: false };
  const chosen = await pickRow([here, other], { title, placeholder: t('Project to move'), at });
  if (chosen === undefined) return undefined;
  return chosen.isOpen ? { account: open.account, project: open.project } : pickProject(area, title, at ? { at } : {});
};

const chooseTarget = async (
  area: TransfersArea,
  source: Source,
  title: string,
  at: WizardStep,
): Promise<Account | undefined> => {
  const { t } = vscode.l10n;
  const accounts = area.accounts.list();
  const row = (account: Account) => ({
    label: instanceName(account.baseUrl),
    description: account.id === source.account.id ? t('{0}, another namespace', account.username) : account.username,
    iconPath: new vscode.ThemeIcon('account'),
    account,
  });
  const others = accounts.filter(({ id }) => id !== source.account.id);
  const same = accounts.filter(({ id }) => id === source.account.id);
  const add = { label: t('Another Account…'), iconPath: new vscode.ThemeIcon('add'), account: undefined };
  const chosen = await pickRow([...[...others, ...same].map(row), add], {
    title,
    placeholder: t('Destination of {0}', visible(source.project.path_with_namespace)),
    at,
  });
  if (chosen === undefined) return undefined;
  if (chosen.account !== undefined) return chosen.account;
  const before = new Set(accounts.map(({ id }) => id));
  await call('graft.accounts.add');
  return area.accounts.list().find(({ id }) => !before.has(id));
};

const seedFor = (account: Account, projectPath: string) =>
  seedOf('projectMove', account, { type: 'project', path: projectPath });

/** Returns the location of the archive, or undefined if declined. */
const confirmed = async (proposed: ProposedMove, folder: string): Promise<MovePlan['archive'] | undefined> => {
  const { t } = vscode.l10n;
  const problem = obstacle(proposed);
  if (problem !== undefined) {
    void vscode.window.showErrorMessage(t('Nothing was started. {0}', problem));
    return undefined;
  }
  const { question, detail } = previewMessage(proposed);
  const [move, keep] = [t('Move'), t('Move and Save the Archive…')];
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, move, keep);
  if (answer === move) return { file: path.join(folder, `${randomUUID()}.tar.gz`), keep: false };
  if (answer !== keep) return undefined;
  const name = `${proposed.readiness.project.path}.tar.gz`;
  const uri = await vscode.window.showSaveDialog({
    title: t('Save Archive'),
    filters: { [t('Archives')]: ['gz'] },
    defaultUri: vscode.Uri.file(path.join(path.dirname(folder), name)),
  });
  return uri === undefined ? undefined : { file: uri.fsPath, keep: true };
};

/** In the extension's global storage, readable only by this user. */
const archiveFolder = async (area: TransfersArea): Promise<string> => {
  const folder = path.join(area.context.globalStorageUri.fsPath, 'moves');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // left behind by a crash
  const known = new Set(area.jobs.list().flatMap((job) => readMoveDetails(job.details)?.archive.file ?? []));
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (![...known].some((archive) => file.startsWith(archive))) await rm(file, { force: true });
  }
  return folder;
};

/** Undefined if the file system doesn't report it. */
const freeSpace = async (folder: string): Promise<number | undefined> => {
  // a full disk then shows when writing
  const known = await statfs(folder).catch(() => undefined);
  return known === undefined || known.blocks === 0 ? undefined : known.bavail * known.bsize;
};

/** Adds the job, which the watch carries on. */
export const startMove = async (
  area: TransfersArea,
  account: Account,
  plan: MovePlan,
  first = newMove(plan),
): Promise<void> => {
  const { target } = plan;
  const seed: JobSeed = {
    ...seedFor(account, plan.source.path),
    source: `${instanceName(target.baseUrl)}/${targetPath(plan)}`,
    file: undefined,
    details: first,
  };
  await addJob(area, seed, 'running', 'created');
};
