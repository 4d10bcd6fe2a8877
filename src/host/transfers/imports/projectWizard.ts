import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import { type ArchiveOrigin, startProjectImport } from '../../../model/transfers/imports/projectImport.ts';
import {
  changeByArchiveImport,
  type ProjectImportDetails,
  projectImportDetails,
} from '../../../model/transfers/imports/projectImportJob.ts';
import type { Job } from '../../../model/transfers/jobs/job.ts';
import { type Summary, confirmAndSend, type SummaryRow, type Sent } from '../../kit/questions/summary.ts';
import { seedOf, startJob } from '../startJob.ts';
import {
  askProject,
  changePart,
  confirmPath,
  placeWarnings,
  type ProjectAnswers,
  type ProjectPart,
  type ProjectQuestions,
  projectRows,
} from './projectQuestions.ts';
import { importRefusalMessage } from './refusalMessages.ts';

/** Source of the archive. */
export interface ProjectOrigin {
  readonly archive: ArchiveOrigin;
  readonly row: Omit<SummaryRow<'file'>, 'part'>;
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  /** Display form without query and keys. */
  readonly source: string | undefined;
  /** Local file. */
  readonly file: Job['file'];
  /** Asks for the archive again; undefined when closed. */
  readonly askAgain: () => Promise<ProjectOrigin | undefined>;
}

interface ImportQuestions extends ProjectQuestions {
  /** Effect of starting. */
  readonly does: string;
  /** Repeated job, whose overrides are proposed again. */
  readonly again: Job | undefined;
}

export const importFrom = async (questions: ImportQuestions, first: ProjectOrigin): Promise<void> => {
  const { area, again } = questions;
  const asked = await askProject(questions);
  if (asked === undefined) return;
  const before = v.safeParse(projectImportDetails, again?.details);
  const overrides = before.success ? before.output.overrides : {};
  await confirmAndSend<ProjectAnswers & { readonly origin: ProjectOrigin }, ProjectPart | 'file'>(
    area,
    { ...asked, overrides, origin: first },
    {
      show: (answers) => reviewOf(questions, answers, answers.origin),
      change: async (answers, part) =>
        part === 'file'
          ? { ...answers, origin: (await answers.origin.askAgain()) ?? answers.origin }
          : changePart(questions, answers, part),
      async send(answers) {
        const confirmed = await confirmPath(questions, answers);
        if (confirmed === undefined) return 'change';
        return confirmed.kind === 'change'
          ? 'path'
          : startProject(questions, answers, answers.origin, confirmed.replaces);
      },
    },
  );
};

const reviewOf = (
  questions: ImportQuestions,
  answers: ProjectAnswers,
  { row, warnings, notes }: ProjectOrigin,
): Summary<ProjectPart | 'file'> => {
  const { t } = vscode.l10n;
  const { path } = answers;
  return {
    title: questions.title,
    start: {
      label: path.taken === undefined ? t('Import') : t('Import and Replace…'),
      value: path.fullPath,
      detail: questions.does,
    },
    rows: [{ ...row, part: 'file' }, ...projectRows(questions, answers)],
    warnings: [...warnings, ...placeWarnings(answers)],
    notes,
  };
};

const startProject = async (
  { area, account, client, capabilities, texts }: ProjectQuestions,
  answers: ProjectAnswers,
  { archive, source, file }: ProjectOrigin,
  replaces: number | undefined,
): Promise<Sent> => {
  const { name, overrides } = answers;
  const wanted = { namespace: answers.place.path, path: answers.path.path, name, overrides };
  const details: ProjectImportDetails = {
    ...wanted,
    from: archive.kind,
    isSent: false,
    ...(replaces === undefined ? {} : { replaces }),
  };
  const next = await startJob(area, {
    seed: {
      ...seedOf('projectImport', account, { type: 'project', path: answers.path.fullPath }),
      source,
      file,
      details,
    },
    isUpload: archive.kind === 'file',
    send: (options) => startProjectImport({ client, capabilities }, { ...wanted, origin: archive, replaces }, options),
    started: (value) => changeByArchiveImport(value, account.baseUrl),
    refused: importRefusalMessage,
  });
  if (next === 'done') await texts.delete();
  return next;
};
