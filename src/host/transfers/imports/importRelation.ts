import * as vscode from '../../vscode.ts';
import { type Account, instanceName } from '../../../model/account.ts';
import {
  readRelationImports,
  type RelationImportDetails,
  type RelationName,
  relationNames,
  startRelationImport,
} from '../../../model/transfers/imports/relationImport.ts';
import { isAtLeast } from '../../../model/release.ts';
import { importRelation as operation } from '../../../wire/projectTransfer.ts';
import { getProject, type Project } from '../../../wire/projects.ts';
import { pickRow } from '../../kit/questions/pickRow.ts';
import { cancellable } from '../../kit/progress.ts';
import { confirmAndSend, type Sent } from '../../kit/questions/summary.ts';
import { askInTurn, type WizardStep } from '../../kit/questions/wizard.ts';
import type { TransfersArea } from '../area.ts';
import { seedOf, startJob } from '../startJob.ts';
import { type Importer, requireImporter } from './account.ts';
import { checkedWhole, chooseArchive, type ChosenArchive, givenFile } from './archiveFile.ts';
import { archiveRemarks, archiveRow, checkedLimit, givenJob } from './archiveQuestions.ts';
import { chooseTarget } from './chooseTarget.ts';
import { importRefusalMessage } from './refusalMessages.ts';

interface RelationAnswers {
  readonly archive: ChosenArchive;
  readonly project: Project;
  readonly relation: RelationName;
}

type RelationPart = 'file' | 'project' | 'relation';

/** Imports a relation of an archive into an existing project (X8). */
export const importRelation = async (area: TransfersArea, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Import Issues, Merge Requests or Milestones');
  const again = givenJob(area, argument);
  const preset = givenFile(argument) ?? again?.file?.path;
  const importer = await requireImporter(area, title, again && area.accounts.get(again.account));
  if (importer === undefined) return;
  const { account, capabilities } = importer;
  const { release } = capabilities.known;
  if (refusedTooOld(account, release)) return;
  const otherCommand = 'graft.transfers.importGroup';
  const archive = await chooseArchive(area, { title, of: 'project', preset, otherCommand });
  const limit = archive && (await checkedLimit(area, account, archive));
  if (archive === undefined || limit === undefined) return;
  const known = { limit, release, server: instanceName(account.baseUrl) };
  const former = again && (await projectOf(importer, again.subject.path));
  if (again !== undefined && former === undefined) return;
  const asked = await askInTurn<Omit<RelationAnswers, 'archive'>>(
    [
      { isAsked: () => former === undefined, part: 'project', ask: (_, at) => chooseTarget(area, account, title, at) },
      { part: 'relation', ask: (_, at) => askRelation(title, at) },
    ],
    former && { project: former },
  );
  if (asked === undefined) return;
  await confirmAndSend<RelationAnswers, RelationPart>(
    area,
    { ...asked, archive },
    {
      show: ({ relation, project, ...answers }) => ({
        title,
        start: {
          label: t('Import'),
          value: `${relationTitle(relation)} → ${project.path_with_namespace}`,
          detail: t('Existing items stay. Items that exist only in the archive are added.'),
        },
        rows: [
          archiveRow(answers.archive),
          { part: 'relation', icon: 'symbol-array', label: t('Part'), value: relationTitle(relation) },
          { part: 'project', icon: 'repo', label: t('Into'), value: project.path_with_namespace },
        ],
        ...archiveRemarks(answers.archive, known),
      }),
      async change(answers, part) {
        if (part === 'file') return { ...answers, archive: await checkedWhole(answers.archive) };
        if (part === 'project')
          return { ...answers, project: (await chooseTarget(area, account, title)) ?? answers.project };
        return { ...answers, relation: (await askRelation(title)) ?? answers.relation };
      },
      send: (answers) => send(area, importer, answers),
    },
  );
};

const send = async (
  area: TransfersArea,
  { account, client, capabilities }: Importer,
  { archive, project, relation }: RelationAnswers,
): Promise<Sent> => {
  const path = project.path_with_namespace;
  const earlier = await cancellable(vscode.l10n.t('Checking imports of {0}…', path), (signal) =>
    readRelationImports(client, project.id, { signal }),
  );
  if (earlier === undefined) return 'change';
  const before = earlier.map(({ id }) => id);
  const details: RelationImportDetails = { relation, before, isSent: false };
  return startJob(area, {
    seed: {
      ...seedOf('relationImport', account, { type: 'project', path, id: project.id, webUrl: project.web_url }),
      source: relationTitle(relation),
      file: { path: archive.file, sizeBytes: archive.upload.size },
      details,
    },
    isUpload: true,
    send: (options) =>
      startRelationImport({ client, capabilities }, { project: path, file: archive.upload, relation, before }, options),
    started: ({ id, status }) => ({ state: { state: status }, details: { ...details, isSent: true, tracker: id } }),
    refused: importRefusalMessage,
  });
};

const refusedTooOld = (account: Account, release: Parameters<typeof isAtLeast>[0] | undefined): boolean => {
  const { since } = operation;
  if (since === undefined || release === undefined || isAtLeast(release, since)) return false;
  void vscode.window.showWarningMessage(
    vscode.l10n.t(
      '{0} runs GitLab {2}. Importing single relations requires GitLab {1} or later.',
      instanceName(account.baseUrl),
      since,
      release.slice(0, 2).join('.'),
    ),
  );
  return true;
};

/** Project of a repeated import. */
export const projectOf = ({ client }: Importer, path: string): Promise<Project | undefined> =>
  cancellable(vscode.l10n.t('Reading {0}…', path), (signal) => client.send(getProject, { id: path }, { signal }));

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

const askRelation = async (title: string, at?: WizardStep): Promise<RelationName | undefined> => {
  const rows = relationNames.map((relation) => ({ label: relationTitle(relation), description: relation, relation }));
  const placeholder = vscode.l10n.t('Relation to import');
  return (await pickRow(rows, { title, placeholder, at }))?.relation;
};
