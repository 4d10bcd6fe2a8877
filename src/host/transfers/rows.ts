import * as vscode from '../vscode.ts';
import { hasEnded, type Job, type JobPhase } from '../../model/transfers/jobs/job.ts';
import type { TransferState } from '../../model/transfers/jobs/transferRate.ts';
import { instanceName } from '../../model/account.ts';
import { age, moment, visible } from '../kit/words/format.ts';
import { iconItem } from '../kit/trees/rows.ts';
import { isInBrowser, jobTitle, kindOf, savesArchive } from './kinds.ts';
import { stateMark } from './jobPage/messages.ts';
import { phaseWord, stateWord, transferMessage } from './messages.ts';

/** Argument of the heading's menus. */
export interface JobsRow {
  readonly kind: 'jobs';
}

/** Argument of the menus of jobs. */
export interface JobRow {
  readonly kind: 'job';
  readonly id: string;
}

export type JobSectionRow =
  | JobsRow
  | JobRow
  | {
      readonly kind: 'jobDetail';
      readonly key: string;
      readonly icon: string;
      readonly label: string;
      readonly value: string;
    }
  | { readonly kind: 'jobsNote'; readonly text: string }
  | { readonly kind: 'jobsAction'; readonly label: string; readonly icon: string; readonly command: string };

/** State that isn't stored. */
export interface LiveFacts {
  readonly transfer: TransferState | undefined;
  readonly hasAccount: boolean;
}

const icons: Readonly<Record<JobPhase, { readonly icon: string; readonly color?: string }>> = {
  sending: { icon: 'cloud-upload' },
  running: { icon: 'sync' },
  receiving: { icon: 'cloud-download' },
  unclear: { icon: 'question', color: 'problemsWarningIcon.foreground' },
  succeeded: { icon: 'pass', color: 'testing.iconPassed' },
  failed: { icon: 'error', color: 'charts.red' },
  canceled: { icon: 'circle-slash', color: 'testing.iconSkipped' },
};

const jobIcon = ({ phase, failedRelations }: Job): vscode.ThemeIcon => {
  const isInPart = phase === 'succeeded' && failedRelations.length > 0;
  const { icon, color } = isInPart ? { icon: 'warning', color: 'problemsWarningIcon.foreground' } : icons[phase];
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
};

/** The server's state while it works, progress during a transfer. */
export const progressMessage = (job: Job, { transfer, hasAccount }: LiveFacts): string => {
  const { t } = vscode.l10n;
  if (transfer !== undefined) return transferMessage(transfer);
  const percent = statsPercent(job);
  const state = job.story.at(-1)?.state;
  const hasState =
    job.phase === 'sending' ||
    job.phase === 'running' ||
    (job.phase === 'succeeded' && kindOf(job).endsWithItsState === true);
  const word = hasState && state !== undefined ? stateWord(state) : phaseWord(job.phase);
  const waits =
    !hasEnded(job) && !hasAccount
      ? t('account removed')
      : !hasEnded(job) && job.look.error !== undefined
        ? waitingMessage(job.look.error.status)
        : undefined;
  const failed = job.phase === 'succeeded' ? job.failedRelations.length : 0;
  return [
    word,
    ...(failed === 0 ? [] : [t('{0} items failed', failed >= 100 ? '100+' : failed)]),
    ...(percent === undefined ? [] : [t('{0}%', percent)]),
    ...(waits === undefined ? [] : [waits]),
  ].join(', ');
};

/** Short reason for waiting; the tooltip and the page have the server's message. */
const waitingMessage = (status: number | undefined): string => {
  const { t } = vscode.l10n;
  if (status === undefined) return t('no response from the server');
  if (status === 429) return t('rate limited by the server');
  return status === 401 ? t('valid token required') : t('last check failed');
};

const statsPercent = ({ stats, phase }: Job): number | undefined => {
  if (stats === undefined || phase !== 'running') return undefined;
  const total = Object.values(stats.fetched).reduce((sum, each) => sum + each, 0);
  const done = Object.values(stats.imported).reduce((sum, each) => sum + each, 0);
  return total === 0 ? undefined : Math.min(99, Math.floor((done / total) * 100));
};

export const jobItem = (job: Job, live: LiveFacts): vscode.TreeItem => {
  const item = new vscode.TreeItem(visible(job.subject.path), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `job ${job.id}`;
  item.iconPath = jobIcon(job);
  const when = age(job.endedAtMs ?? job.startedAtMs);
  // progress first, as a narrow side bar cuts the rest
  item.description = `${progressMessage(job, live)} · ${kindOf(job).title()} · ${when}`;
  item.contextValue = contextOf(job);
  item.command = {
    command: 'graft.transfers.openJob',
    title: vscode.l10n.t('Show Details'),
    arguments: [{ kind: 'job', id: job.id } satisfies JobRow],
  };
  item.tooltip = [
    jobTitle(job),
    instanceName(job.baseUrl),
    progressMessage(job, live),
    ...(job.error ? [job.error.words] : []),
    ...(job.look.error ? [job.look.error.words] : []),
    vscode.l10n.t('Started {0}', moment(job.startedAtMs)),
  ].join('\n');
  const label = `${jobTitle(job)}, ${progressMessage(job, live)}, ${when}`;
  item.accessibilityInformation = { label };
  return item;
};

/** For `when` clauses of menus. */
const contextOf = (job: Job): string =>
  [
    'job',
    job.kind,
    job.phase,
    hasEnded(job) ? 'ended' : 'open',
    ...(job.subject.webUrl === undefined ? [] : ['web']),
    ...(savesArchive(job) ? ['archive'] : []),
    ...(isInBrowser(job) ? ['download'] : []),
    ...(job.phase === 'succeeded' && job.file !== undefined ? ['file'] : []),
  ].join(' ');

export const jobDetails = (job: Job, live: LiveFacts): readonly JobSectionRow[] => {
  const { t } = vscode.l10n;
  const detail = (key: string, icon: string, label: string, value = ''): JobSectionRow => ({
    kind: 'jobDetail',
    key: `job ${job.id} ${key}`,
    icon,
    label,
    value: visible(value),
  });
  const { error, look, file, source, failedRelations } = job;
  const shownError = error ?? look.error;
  const failed = failedRelations.length;
  return [
    detail('server', 'server', t('Server'), instanceName(job.baseUrl)),
    ...(source === undefined
      ? []
      : [detail('source', 'link', kindOf(job).does === 'move' ? t('To') : t('With'), source)]),
    ...(file === undefined ? [] : [detail('file', 'file-zip', t('File'), file.path)]),
    ...(live.transfer === undefined
      ? []
      : [detail('bytes', 'arrow-swap', t('Transferred'), transferMessage(live.transfer))]),
    ...job.story.slice(-12).map(({ atMs, state, words }, index) => {
      const at = new Date(atMs).toLocaleTimeString(vscode.env.language);
      const { icon, word } = stateMark(state);
      return detail(`state ${index}`, icon, word, words === undefined ? at : `${at} · ${words}`);
    }),
    ...(failed === 0
      ? []
      : [
          detail(
            'relations',
            'warning',
            t('Items that could not be imported'),
            failed >= 100 ? '100+' : String(failed),
          ),
        ]),
    ...(shownError === undefined ? [] : [detail('error', 'error', t('Error'), shownError.words)]),
  ];
};

export const otherItem = (row: Exclude<JobSectionRow, JobsRow | JobRow>): vscode.TreeItem => {
  switch (row.kind) {
    case 'jobDetail': {
      const item = iconItem(row.label, row.icon);
      item.id = row.key;
      item.description = row.value;
      item.tooltip = `${row.label}: ${row.value}`;
      return item;
    }
    case 'jobsNote':
      return iconItem(row.text, 'info');
    case 'jobsAction': {
      const item = iconItem(row.label, row.icon);
      item.command = { command: row.command, title: row.label };
      return item;
    }
  }
};
