import type { IconName } from '../../messages/icons.ts';
import { t } from './texts.ts';

/** Colour of a state; the word is always shown, too. */
export type Tone = 'good' | 'bad' | 'warning' | 'active' | 'quiet';

export interface StatusMessage {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: Tone;
}

const pipelines: Readonly<Record<string, StatusMessage>> = {
  success: { word: t('Passed'), icon: 'pass', tone: 'good' },
  failed: { word: t('Failed'), icon: 'error', tone: 'bad' },
  running: { word: t('Running'), icon: 'play-circle', tone: 'active' },
  pending: { word: t('Pending'), icon: 'watch', tone: 'warning' },
  created: { word: t('Created'), icon: 'circle-large-outline', tone: 'quiet' },
  preparing: { word: t('Preparing'), icon: 'watch', tone: 'quiet' },
  waiting_for_resource: { word: t('Waiting for resource'), icon: 'watch', tone: 'warning' },
  waiting_for_callback: { word: t('Waiting for callback'), icon: 'watch', tone: 'warning' },
  scheduled: { word: t('Scheduled'), icon: 'calendar', tone: 'quiet' },
  manual: { word: t('Manual'), icon: 'person', tone: 'quiet' },
  canceling: { word: t('Canceling'), icon: 'circle-slash', tone: 'quiet' },
  canceled: { word: t('Canceled'), icon: 'circle-slash', tone: 'quiet' },
  skipped: { word: t('Skipped'), icon: 'debug-step-over', tone: 'quiet' },
};

const mergeRequests: Readonly<Record<string, StatusMessage>> = {
  opened: { word: t('Open'), icon: 'git-pull-request', tone: 'good' },
  merged: { word: t('Merged'), icon: 'git-merge', tone: 'active' },
  closed: { word: t('Closed'), icon: 'git-pull-request-closed', tone: 'bad' },
  locked: { word: t('Locked'), icon: 'lock', tone: 'quiet' },
};

/** For pipelines, jobs and external checks. Unknown states show their own name. */
export function pipelineMessage(status: string): StatusMessage {
  return known(pipelines, status) ?? { word: readable(status), icon: 'question', tone: 'quiet' };
}

/** {@link pipelineMessage}, with `allow_failure`. */
export function jobMessage(job: { readonly status: string; readonly allowFailure: boolean }): StatusMessage {
  if (job.status === 'failed' && job.allowFailure) {
    return { word: t('Failed, allowed to fail'), icon: 'warning', tone: 'warning' };
  }
  return pipelineMessage(job.status);
}

export function mergeRequestMessage(state: string): StatusMessage {
  return known(mergeRequests, state) ?? { word: readable(state), icon: 'git-pull-request', tone: 'quiet' };
}

/** Worst first. */
export function countByState(
  jobs: readonly { readonly status: string; readonly allowFailure: boolean }[],
): readonly { readonly words: StatusMessage; readonly count: number }[] {
  const counts = new Map<string, { words: StatusMessage; count: number }>();
  for (const job of jobs) {
    const words = jobMessage(job);
    const entry = counts.get(words.word) ?? { words, count: 0 };
    entry.count++;
    counts.set(words.word, entry);
  }
  const order: readonly Tone[] = ['bad', 'warning', 'active', 'quiet', 'good'];
  return [...counts.values()].sort((a, b) => order.indexOf(a.words.tone) - order.indexOf(b.words.tone));
}

function known(table: Readonly<Record<string, StatusMessage>>, state: string): StatusMessage | undefined {
  return Object.hasOwn(table, state) ? table[state] : undefined;
}

function readable(state: string): string {
  const words = state.replaceAll('_', ' ').trim();
  return words === '' ? t('Unknown') : words.charAt(0).toUpperCase() + words.slice(1);
}
