import * as vscode from 'vscode';
import { instanceName } from '../../model/account.ts';
import type { Overrides } from '../../model/imports/overrides.ts';
import { projectImportDetails } from '../../model/imports/projectImportJob.ts';
import * as v from 'valibot';
import type { Job } from '../../model/jobs/job.ts';
import type { App } from '../app.ts';
import { visible } from '../format.ts';
import { type ChosenArchive, readWhole } from './archiveFile.ts';
import { archiveRemarks, archiveRow, proposalOf } from './archiveQuestions.ts';
import { flawWords } from './archiveWords.ts';
import { beginImport } from './beginImport.ts';
import { TypedTexts } from '../typedTexts.ts';
import {
  askProject,
  changePart,
  confirmPath,
  placeWarnings,
  type ProjectAnswers,
  type ProjectQuestions,
  reviewProject,
} from './projectQuestions.ts';
import { startProject } from './projectStart.ts';

/** Imports a project from an archive on this computer (X4): asks for all of it, shows it, sends it once. */
export const importProject = async (app: App, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Import Project');
  const begun = await beginImport(app, argument, { title, of: 'project' });
  if (begun === undefined) return;
  const { again, archive, account, capabilities, limit } = begun;
  const questions: ProjectQuestions = {
    app,
    title,
    account,
    client: app.clients.of(account),
    capabilities,
    texts: new TypedTexts(app.keptTexts, account.id, `imports ${account.id} project ${archive.name}`),
    proposal: proposalOf(archive),
    takes: 'everything',
  };
  const first = await askProject(questions);
  if (first === undefined) return;
  const { release } = capabilities.known;
  const known = { limit, release, server: instanceName(account.baseUrl) };
  await reviewed(questions, { ...first, overrides: overridesOf(again) }, archive, (chosen) =>
    archiveRemarks(chosen, known),
  );
};

/** What an import that is asked for again had set. */
const overridesOf = (again: Job | undefined): Overrides => {
  const details = v.safeParse(projectImportDetails, again?.details);
  return details.success ? details.output.overrides : {};
};

const reviewed = async (
  questions: ProjectQuestions,
  first: ProjectAnswers,
  chosen: ChosenArchive,
  remarksOf: (archive: ChosenArchive) => ReturnType<typeof archiveRemarks>,
): Promise<void> => {
  const { t } = vscode.l10n;
  const { app, account, client, capabilities, texts } = questions;
  let answers = first;
  let archive = chosen;
  for (;;) {
    const isHead = archive.look.read === 'head';
    const remarks = remarksOf(archive);
    const part = await reviewProject<'file'>(questions, answers, {
      detail: t('The archive is sent now, then the server makes the project of it.'),
      rows: [archiveRow(archive)],
      warnings: [...placeWarnings(answers), ...remarks.warnings],
      notes: remarks.notes,
    });
    if (part === undefined) return;
    if (part === 'file') {
      archive = (isHead ? await checkedWhole(archive) : undefined) ?? archive;
      continue;
    }
    if (part !== 'start') {
      answers = await changePart(questions, answers, part);
      continue;
    }
    const confirmed = await confirmPath(questions, answers);
    if (confirmed?.kind !== 'go') {
      if (confirmed?.kind === 'change') answers = await changePart(questions, answers, 'path');
      continue;
    }
    await startProject(app, {
      account,
      importer: { client, capabilities },
      answers,
      origin: { kind: 'file', file: archive.upload },
      source: undefined,
      file: { path: archive.file, sizeBytes: archive.upload.size },
      replaces: confirmed.replaces,
      texts,
    });
    return;
  }
};

/** Reads an archive to its end; says what is wrong with it. Undefined when it was not read or is no good. */
export const checkedWhole = async (archive: ChosenArchive): Promise<ChosenArchive | undefined> => {
  const { t } = vscode.l10n;
  const look = await readWhole(archive.upload, archive.name);
  if (look?.kind === 'export') return { ...archive, look };
  if (look?.kind === 'unfit') {
    const detail = t('Nothing was sent. It can be sent all the same, but no server will be able to import all of it.');
    void vscode.window.showErrorMessage(flawWords(visible(archive.name), look), { modal: true, detail });
  }
  return undefined;
};
