import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import { type ArchiveOrigin, startProjectImport } from '../../../model/transfers/imports/projectImport.ts';
import {
  changeByArchiveImport,
  type ProjectImportDetails,
  projectImportDetails,
} from '../../../model/transfers/imports/projectImportJob.ts';
import type { Job } from '../../../model/transfers/jobs/job.ts';
import { type Review, reviewAndSend, type ReviewRow, type Sent } from '../../kit/review.ts';
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

/** Where the archive of a project comes from. */
export interface ProjectOrigin {
  readonly archive: ArchiveOrigin;
  readonly row: Omit<ReviewRow<'file'>, 'part'>;
  /** What may go wrong with it, and what else should be known of it before. */
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  /** For the reader, without query and keys. */
  readonly source: string | undefined;
  /** The archive on this computer. */
  readonly file: Job['file'];
  /** What its row in the review does; undefined when that was left. */
  readonly askAgain: () => Promise<ProjectOrigin | undefined>;
}

interface ImportQuestions extends ProjectQuestions {
  /** What sending it does, in a sentence. */
  readonly does: string;
  /** The job that is asked for once more: what it had set is set again. */
  readonly again: Job | undefined;
}

/** Imports a project: asks where to, shows everything, and sends it once. */
export const importFrom = async (questions: ImportQuestions, first: ProjectOrigin): Promise<void> => {
  const { area, again } = questions;
  const asked = await askProject(questions);
  if (asked === undefined) return;
  const before = v.safeParse(projectImportDetails, again?.details);
  const overrides = before.success ? before.output.overrides : {};
  await reviewAndSend<ProjectAnswers & { readonly origin: ProjectOrigin }, ProjectPart | 'file'>(
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
): Review<ProjectPart | 'file'> => {
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

/** Starts an import of a project as a job. */
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
    begun: (value) => changeByArchiveImport(value, account.baseUrl),
    refused: importRefusalMessage,
  });
  if (next === 'done') await texts.forget();
  return next;
};
