import type { IconName } from '../../messages/icons.ts';

/** How a state is coloured; the word always stands next to it. */
export type Tone = 'good' | 'bad' | 'warning' | 'active' | 'quiet';

/** A state in a word, with a codicon's name and a tone. */
export interface StatusMessage {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: Tone;
}

const pipelines: Readonly<Record<string, StatusMessage>> = {
  success: { word: 'Passed', icon: 'pass', tone: 'good' },
  failed: { word: 'Failed', icon: 'error', tone: 'bad' },
  running: { word: 'Running', icon: 'play-circle', tone: 'active' },
  pending: { word: 'Pending', icon: 'watch', tone: 'warning' },
  created: { word: 'Created', icon: 'circle-large-outline', tone: 'quiet' },
  preparing: { word: 'Preparing', icon: 'watch', tone: 'quiet' },
  waiting_for_resource: { word: 'Waiting for resource', icon: 'watch', tone: 'warning' },
  waiting_for_callback: { word: 'Waiting for callback', icon: 'watch', tone: 'warning' },
  scheduled: { word: 'Scheduled', icon: 'calendar', tone: 'quiet' },
  manual: { word: 'Manual', icon: 'person', tone: 'quiet' },
  canceling: { word: 'Canceling', icon: 'circle-slash', tone: 'quiet' },
  canceled: { word: 'Canceled', icon: 'circle-slash', tone: 'quiet' },
  skipped: { word: 'Skipped', icon: 'debug-step-over', tone: 'quiet' },
};

const mergeRequests: Readonly<Record<string, StatusMessage>> = {
  opened: { word: 'Open', icon: 'git-pull-request', tone: 'good' },
  merged: { word: 'Merged', icon: 'git-merge', tone: 'active' },
  closed: { word: 'Closed', icon: 'git-pull-request-closed', tone: 'bad' },
  locked: { word: 'Locked', icon: 'lock', tone: 'quiet' },
};

/** What the state of a pipeline, a job or an external check is called. A state we do not know keeps its own word. */
export function pipelineMessage(status: string): StatusMessage {
  return known(pipelines, status) ?? { word: readable(status), icon: 'question', tone: 'quiet' };
}

/** The same for a job, whose failure may be allowed. */
export function jobMessage(job: { readonly status: string; readonly allowFailure: boolean }): StatusMessage {
  if (job.status === 'failed' && job.allowFailure) {
    return { word: 'Failed, allowed to fail', icon: 'warning', tone: 'warning' };
  }
  return pipelineMessage(job.status);
}

/** What the state of a merge request is called. */
export function mergeRequestMessage(state: string): StatusMessage {
  return known(mergeRequests, state) ?? { word: readable(state), icon: 'git-pull-request', tone: 'quiet' };
}

/** How many jobs are in each state, worst first. */
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
  return words === '' ? 'Unknown' : words.charAt(0).toUpperCase() + words.slice(1);
}
