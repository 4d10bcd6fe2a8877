import * as vscode from 'vscode';
import type { Account } from '../../model/account.ts';
import {
  readRelationImports,
  type RelationImportDetails,
  type RelationName,
  relationNames,
  startRelationImport,
} from '../../model/imports/relationImport.ts';
import { isSince } from '../../model/release.ts';
import { importRelation as operation } from '../../wire/projectTransfer.ts';
import { getProject, type Project } from '../../wire/projects.ts';
import { instanceName } from '../../model/account.ts';
import type { App } from '../app.ts';
import { cancellableIfSlow } from '../progress.ts';
import { chooseArchive, type ChosenArchive, givenFile } from './archiveFile.ts';
import { archiveRemarks, archiveRow, checkedLimit, givenJob, mayImport } from './archiveQuestions.ts';
import { chooseTarget } from './chooseTarget.ts';
import { checkedWhole } from './importProject.ts';
import { saidAlike, sendAsJob } from './projectStart.ts';
import { requireAccount, requireCapabilities } from './account.ts';
import { askReview } from './review.ts';

/** Imports one part of an archive into a project that is there (X8). */
export const importRelation = async (app: App, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Import Issues, Merge Requests or Milestones');
  const again = givenJob(app, argument);
  const preset = givenFile(argument) ?? again?.file?.path;
  const account = (again && app.accounts.get(again.account)) ?? (await requireAccount(app, title));
  if (account === undefined || !mayImport(account)) return;
  const capabilities = await requireCapabilities(app, account);
  if (capabilities === undefined || saidTooOld(account, capabilities.known.release)) return;
  const otherCommand = 'graft.transfer.importGroup';
  let archive = await chooseArchive(app, { title, of: 'project', preset, otherCommand });
  const limit = archive && (await checkedLimit(app, account, archive));
  if (archive === undefined || limit === undefined) return;
  let project = again ? await projectOf(app, account, again.subject.path) : await chooseTarget(app, account, title);
  let relation = project && (await askRelation(title));
  while (project !== undefined && relation !== undefined) {
    const server = instanceName(account.baseUrl);
    const { release } = capabilities.known;
    const part = await askReview<'file' | 'project' | 'relation'>({
      title,
      start: {
        label: t('Import'),
        value: `${relationTitle(relation)} → ${project.path_with_namespace}`,
        detail: t('What is there stays; what the archive has more is added.'),
      },
      rows: [
        archiveRow(archive),
        { part: 'relation', icon: 'symbol-array', label: t('Part'), value: relationTitle(relation) },
        { part: 'project', icon: 'repo', label: t('Into'), value: project.path_with_namespace },
      ],
      ...archiveRemarks(archive, { limit, release, server }),
    });
    if (part === undefined) return;
    if (part === 'file') archive = (archive.look.read === 'head' ? await checkedWhole(archive) : undefined) ?? archive;
    else if (part === 'project') project = (await chooseTarget(app, account, title)) ?? project;
    else if (part === 'relation') relation = (await askRelation(title)) ?? relation;
    else return start(app, account, { archive, project, relation });
  }
};

const start = async (
  app: App,
  account: Account,
  {
    archive,
    project,
    relation,
  }: { readonly archive: ChosenArchive; readonly project: Project; readonly relation: RelationName },
): Promise<void> => {
  const { t } = vscode.l10n;
  const client = app.clients.of(account);
  const path = project.path_with_namespace;
  const earlier = await cancellableIfSlow(t('Reading the imports of {0}…', path), (signal) =>
    readRelationImports(client, project.id, { signal }),
  );
  if (earlier === undefined) return;
  const before = earlier.map(({ id }) => id);
  const details: RelationImportDetails = { relation, before, isSent: false };
  const seed = {
    kind: 'relationImport' as const,
    account: account.id,
    baseUrl: account.baseUrl,
    subject: { type: 'project' as const, path, id: project.id, webUrl: project.web_url },
    source: relationTitle(relation),
    file: { path: archive.file, sizeBytes: archive.upload.size },
    details,
  };
  if (await saidAlike(app, seed)) return;
  const importer = { client, capabilities: app.clients.capabilitiesOf(account) };
  await sendAsJob(app, seed, {
    isUpload: true,
    send: (options) =>
      startRelationImport(importer, { project: path, file: archive.upload, relation, before }, options),
    begun: ({ id, status }) => ({
      phase: 'running',
      state: { state: status },
      details: { ...details, isSent: true, tracker: id },
    }),
  });
};

const saidTooOld = (account: Account, release: Parameters<typeof isSince>[0] | undefined): boolean => {
  const { since } = operation;
  if (since === undefined || release === undefined || isSince(release, since)) return false;
  void vscode.window.showWarningMessage(
    vscode.l10n.t(
      '{0} is too old for this: parts of projects can be imported since GitLab {1}, it is {2}.',
      instanceName(account.baseUrl),
      since,
      release.slice(0, 2).join('.'),
    ),
  );
  return true;
};

/** The project of an import that is asked for again. */
export const projectOf = (app: App, account: Account, path: string): Promise<Project | undefined> =>
  cancellableIfSlow(vscode.l10n.t('Reading {0}…', path), (signal) =>
    app.clients.of(account).send(getProject, { id: path }, { signal }),
  );

/** What people call a part of a project. */
const relationTitle = (relation: RelationName): string => {
  const { t } = vscode.l10n;
  switch (relation) {
    case 'issues':
      return t('Issues');
    case 'merge_requests':
      return t('Merge requests');
    case 'milestones':
      return t('Milestones');
    case 'ci_pipelines':
      return t('Pipelines');
  }
};

const askRelation = async (title: string): Promise<RelationName | undefined> => {
  const rows = relationNames.map((relation) => ({ label: relationTitle(relation), description: relation, relation }));
  const placeHolder = vscode.l10n.t('Which part of the archive');
  return (await vscode.window.showQuickPick(rows, { title, placeHolder, ignoreFocusOut: true }))?.relation;
};
