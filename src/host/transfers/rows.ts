import * as vscode from '../vscode.ts';
import { hasEnded, type Job, type JobPhase } from '../../model/transfers/jobs/job.ts';
import type { TransferState } from '../../model/transfers/jobs/transferRate.ts';
import { instanceName } from '../../model/account.ts';
import { age, moment, visible } from '../kit/format.ts';
import { iconItem } from '../kit/rows.ts';
import { isInBrowser, jobTitle, kindOf, savesArchive } from './kinds.ts';
import { stateMark } from './page/messages.ts';
import { phaseWord, stateWord, transferMessage } from './messages.ts';

/** The heading of the section; what its menus are given. */
export interface JobsRow {
  readonly kind: 'jobs';
}

/** A job; what the commands of its menus are given. */
export interface JobRow {
  readonly kind: 'job';
  readonly id: string;
}

/** A row of the section with exports and imports. */
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

/** What is known of a job only while this window is open. */
export interface LiveFacts {
  readonly transfer: TransferState | undefined;
  /** Whether the account it was begun with is still there. */
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

/** The icon of how far a job is. */
const jobIcon = ({ phase, failedRelations }: Job): vscode.ThemeIcon => {
  const isInPart = phase === 'succeeded' && failedRelations.length > 0;
  const { icon, color } = isInPart ? { icon: 'warning', color: 'problemsWarningIcon.foreground' } : icons[phase];
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
};

/** How far a job is, in words for its row: the server's last state while it works, the bytes while they come. */
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

/** Why it does not go on for now; the words of the server are in the tooltip and on the page. */
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

/** A job as VS Code draws it. */
export const jobItem = (job: Job, live: LiveFacts): vscode.TreeItem => {
  const item = new vscode.TreeItem(visible(job.subject.path), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `job ${job.id}`;
  item.iconPath = jobIcon(job);
  const when = age(job.endedAtMs ?? job.startedAtMs);
  // how far it is comes first: a narrow side bar cuts the rest
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

/** Words the `when` clauses of menus look for. */
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

/** What a job is made of, one row each: where, its story, what went wrong. */
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

/** A row that is no job and not the heading, as VS Code draws it. */
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
