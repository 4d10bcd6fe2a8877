import * as vscode from '../../vscode.ts';
import type { IconName } from '../../../messages/icons.ts';
import type { JobMark, JobTone } from '../../../messages/jobPage.ts';
import { isIncomplete, type Job, type JobPhase } from '../../../model/transfers/jobs/job.ts';
import { kindOf } from '../kinds.ts';
import { phaseWord, stateWord } from '../messages.ts';
import { readableName } from './names.ts';

const phaseIcons: Readonly<Record<JobPhase, readonly [icon: IconName, tone: JobTone]>> = {
  sending: ['arrow-up', 'active'],
  running: ['sync', 'active'],
  receiving: ['arrow-down', 'active'],
  unclear: ['question', 'warning'],
  succeeded: ['pass-filled', 'good'],
  failed: ['error', 'bad'],
  canceled: ['circle-slash', 'quiet'],
};

/** Icons differ in shape. */
export const phaseIcon = (job: Job): JobMark => {
  const { phase, story, failedRelations, stats } = job;
  if (phase === 'succeeded' && (failedRelations.length > 0 || isIncomplete(stats)))
    return { word: vscode.l10n.t('Partially finished'), icon: 'warning', tone: 'warning' };
  if (phase === 'succeeded' && kindOf(job).endsWithItsState) return stateMark(story.at(-1)?.state ?? 'accepted');
  const [icon, tone] = phaseIcons[phase];
  return { word: readableName(phaseWord(phase)), icon, tone };
};

/** Explanation of the phase. */
export const phaseSentence = (job: Job): string => {
  const { t } = vscode.l10n;
  const { sentences } = kindOf(job);
  switch (job.phase) {
    case 'sending':
    case 'running':
    case 'succeeded':
      return sentences[job.phase](job);
    case 'receiving':
      return t('The archive is being downloaded, then verified.');
    case 'unclear':
      return t('The connection dropped, or VS Code was closed. Graft checks the result; nothing is sent twice.');
    case 'failed':
      return job.failedRelations.length > 0
        ? t('It failed, and some items could not be saved.')
        : t('It failed. Graft no longer checks it.');
    case 'canceled':
      return t('It was stopped before it finished.');
  }
};

const stateIcons: Readonly<Record<string, readonly [icon: IconName, tone: JobTone]>> = {
  starting: ['circle-large-outline', 'quiet'],
  created: ['circle-large-outline', 'quiet'],
  none: ['circle-large-outline', 'quiet'],
  queued: ['watch', 'quiet'],
  notReady: ['watch', 'quiet'],
  scheduled: ['watch', 'quiet'],
  started: ['play-circle', 'active'],
  regeneration_in_progress: ['play-circle', 'active'],
  sending: ['arrow-up', 'active'],
  receiving: ['arrow-down', 'active'],
  resumed: ['debug-continue', 'active'],
  checking: ['search', 'active'],
  finished: ['pass', 'good'],
  saved: ['save', 'good'],
  asked: ['check', 'quiet'],
  accepted: ['check', 'quiet'],
  uploaded: ['cloud', 'good'],
  interrupted: ['debug-disconnect', 'warning'],
  answerLost: ['debug-disconnect', 'warning'],
  elsewhere: ['warning', 'warning'],
  unwatched: ['eye-closed', 'quiet'],
  canceled: ['circle-slash', 'quiet'],
  failed: ['error', 'bad'],
  timeout: ['error', 'bad'],
  sent: ['check', 'quiet'],
  looked: ['eye', 'quiet'],
  unclear: ['question', 'warning'],
  waiting: ['watch', 'quiet'],
  compared: ['checklist', 'quiet'],
};

/** Known states have an icon and a translation. */
export const stateMark = (state: string): JobMark => {
  const [icon, tone] = (Object.hasOwn(stateIcons, state) ? stateIcons[state] : undefined) ?? ['circle-filled', 'quiet'];
  return { word: readableName(stateWord(state)) || vscode.l10n.t('Unknown'), icon, tone };
};
