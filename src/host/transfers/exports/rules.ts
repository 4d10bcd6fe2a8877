import { rm } from 'node:fs/promises';
import * as vscode from '../../vscode.ts';
import { maxGroupExportMs } from '../../../model/transfers/exports/groupExport.ts';
import { failedFor, type Job, type JobChange } from '../../../model/transfers/jobs/job.ts';
import { archivePace, statePace } from '../../../model/transfers/jobs/pace.ts';
import {
  afterExportPoll,
  type ExportDetails,
  type ExportEndMessage,
  exportDetailsOf,
  readProjectExport,
} from '../../../model/transfers/exports/projectExport.ts';
import { visible } from '../../kit/words/format.ts';
import type { Jobs } from '../jobs.ts';
import type { EndingAction, JobKindRules } from '../rules.ts';
import { spanText } from '../messages.ts';
import { type NotHere, receiveArchive } from './receive.ts';

/** Limit of failed downloads after the server reported `finished`. */
const maxMisses = 5;

export const exportRules = (jobs: Jobs) => ({
  projectExport: projectExportRules(jobs),
  groupExport: groupExportRules(jobs),
});

const projectExportRules = (jobs: Jobs): JobKindRules => ({
  pace: ({ phase }) => (phase === 'receiving' ? archivePace : statePace),
  async poll(job, { client, signal }) {
    const { export_status: state, _links: links } = await readProjectExport(client, idOf(job), { signal });
    const change = afterExportPoll(exportDetailsOf(job.details), state, { nowMs: Date.now(), words: endMessage(job) });
    return { ...change, archiveUrl: links?.web_url };
  },
  async carryOn(job, how) {
    if (job.phase === 'sending') return interrupted();
    return receiveArchive(jobs, job, how, (why, details, words) => missing(why, details, words));
  },
  clear: removePartial,
  endingActions,
});

const groupExportRules = (jobs: Jobs): JobKindRules => ({
  pace: archivePace,
  // the API reports no progress: the download either works or not
  poll: async () => ({ phase: 'receiving' }),
  async carryOn(job, how) {
    if (job.phase === 'sending') return interrupted();
    return receiveArchive(jobs, job, how, (why, details, words) => notReady(job, why, details, words));
  },
  clear: removePartial,
  endingActions,
});

const idOf = ({ subject }: Job): number => {
  if (subject.id === undefined) throw new Error(`The number of ${subject.path} is not known.`);
  return subject.id;
};

/** VS Code was closed before the request was answered; polling finds out whether it arrived. */
const interrupted = (): JobChange => ({
  phase: 'unclear',
  state: { state: 'interrupted', words: vscode.l10n.t('VS Code was closed before the server answered.') },
});

/** The archive of a finished export may reach the object storage late. */
const missing = (why: NotHere, details: ExportDetails, words: string | undefined): JobChange => {
  const { t } = vscode.l10n;
  const misses = details.misses + 1;
  if (misses >= maxMisses) return failedFor(t('The archive of the export is not on the server: {0}', quoted(words)));
  return {
    phase: 'running',
    state: { state: 'notReady', words: why === 'former' ? undefined : quoted(words) },
    details: { ...details, misses },
    pollInMs: archivePace.shortestMs,
  };
};

const notReady = (job: Job, why: NotHere, details: ExportDetails, words: string | undefined): JobChange => {
  const { t } = vscode.l10n;
  if (details.isFormer) return failedFor(t('The archive of the export is not on the server: {0}', quoted(words)));
  if (Date.now() - job.startedAtMs > maxGroupExportMs) {
    return failedFor(
      t(
        'No archive after {0}. The reason is in the server logs. To check once more, choose “Save Archive Again…”.',
        spanText(maxGroupExportMs),
      ),
    );
  }
  return {
    phase: details.isUnclear ? 'unclear' : 'running',
    state: {
      state: 'notReady',
      words: why === 'former' ? t('The archive of the previous export is still there.') : quoted(words),
    },
    details: { ...details, partial: undefined },
    pollInMs: archivePace.shortestMs,
  };
};

const quoted = (words: string | undefined): string =>
  words === undefined ? vscode.l10n.t('no reason given') : vscode.l10n.t('“{0}”', visible(words));

const endMessage = ({ source = '' }: Job): ExportEndMessage => {
  const { t } = vscode.l10n;
  return {
    failed:
      source === ''
        ? t('The export failed. The server gives no reason; see the server logs.')
        : t(
            'The export failed: the archive could not be created, or not uploaded to {0}. The reason is in the server logs.',
            source,
          ),
    none: t('The server has no export of yours. It may have been deleted, or replaced by another user’s export.'),
    maybeUploaded: t('The server doesn’t report the result of the export. Check {0} for the archive.', source),
    uploaded: t('The server uploaded the archive and deleted its own copy.'),
  };
};

/** Deletes the partial download. */
const removePartial = async (job: Job): Promise<void> => {
  const file = exportDetailsOf(job.details).partial?.file;
  if (file !== undefined) await rm(file, { force: true });
};

const endingActions = (job: Job): readonly EndingAction[] =>
  job.phase === 'succeeded' && job.file !== undefined
    ? [{ title: vscode.l10n.t('Reveal File'), command: 'graft.transfers.revealFile' }]
    : [];
