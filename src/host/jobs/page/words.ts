import * as vscode from 'vscode';
import type { JobMark, JobTone } from '../../../messages/jobPage.ts';
import { instanceName } from '../../../model/account.ts';
import type { Job, JobKind, JobPhase } from '../../../model/jobs/job.ts';
import { endWords, sendingWords } from '../../move/words.ts';
import { phaseWord, stateWord } from '../words.ts';
import { readableName } from './names.ts';

/** The codicon of a kind. */
export const kindIcon = (kind: JobKind): string => {
  if (kind === 'projectExport' || kind === 'groupExport') return 'cloud-download';
  if (kind === 'projectMove') return 'arrow-swap';
  if (kind.startsWith('github')) return 'github';
  return kind === 'gitImport' ? 'git-branch' : 'cloud-upload';
};

/** Whether a kind brings something to the server. */
export const isImport = (kind: JobKind): boolean => !['projectExport', 'groupExport', 'projectMove'].includes(kind);

const phaseLooks: Readonly<Record<JobPhase, readonly [icon: string, tone: JobTone]>> = {
  sending: ['arrow-up', 'active'],
  running: ['sync', 'active'],
  receiving: ['arrow-down', 'active'],
  unclear: ['question', 'warning'],
  succeeded: ['pass-filled', 'good'],
  failed: ['error', 'bad'],
  canceled: ['circle-slash', 'quiet'],
};

/** A phase in a word or two, with an icon of its own shape. */
export const phaseMark = ({ kind, phase, story, failedRelations, stats }: Job): JobMark => {
  if (phase === 'succeeded' && (failedRelations.length > 0 || isIncomplete(stats)))
    return { word: vscode.l10n.t('Finished in part'), icon: 'warning', tone: 'warning' };
  // nobody tells when gists are there
  if (phase === 'succeeded' && kind === 'githubGists') return stateMark(story.at(-1)?.state ?? 'accepted');
  const [icon, tone] = phaseLooks[phase];
  return { word: readableName(phaseWord(phase)), icon, tone };
};

/** What a phase means for this job, in a sentence or two. */
export const phaseSentence = (job: Job): string => {
  const { t } = vscode.l10n;
  const { kind, failedRelations, file } = job;
  const host = instanceName(job.baseUrl);
  switch (job.phase) {
    case 'sending':
      if (kind === 'projectMove') return sendingWords(job);
      return file && isImport(kind)
        ? t('The archive is being sent to {0}. Keep the editor open until it is there.', host)
        : t('{0} is being asked.', host);
    case 'running':
      if (kind === 'projectMove') return t('The servers are at work. You may close the editor and come back.');
      if (isImport(kind)) return t('{0} is importing. You may close the editor: this goes on without it.', host);
      return file
        ? t(
            '{0} is putting the archive together. It is downloaded as soon as it is ready and the editor is open.',
            host,
          )
        : t('{0} is putting the archive together. You may close the editor: this goes on without it.', host);
    case 'receiving':
      return t('The archive is being downloaded, then read to the end to be sure that it is whole.');
    case 'unclear':
      return t(
        'An answer was lost, or the editor was closed in between. Graft looks at what became of it; nothing is sent a second time.',
      );
    case 'succeeded':
      return succeeded(job);
    case 'failed':
      return failedRelations.length > 0
        ? t('It ended with an error, and parts could not be saved.')
        : t('It ended with an error. Nothing more is asked about it.');
    case 'canceled':
      return t('It was stopped before its end.');
  }
};

const succeeded = (job: Job): string => {
  const { t } = vscode.l10n;
  const { kind, file, source, failedRelations, stats } = job;
  if (kind === 'projectMove') return [t('The project has been moved.'), endWords(job)?.words ?? ''].join(' ').trim();
  if (kind === 'githubGists')
    return t('The server has taken it and does not tell how far it is. What could not be imported is told by e-mail.');
  if (!isImport(kind)) {
    return file
      ? t('The archive has been saved, and was read to the end: it is whole.')
      : source === undefined
        ? t('The archive has been made.')
        : t('The archive has been made and uploaded to {0}.', source);
  }
  return failedRelations.length > 0
    ? t('The import is done, but some parts could not be saved. They are listed below.')
    : isIncomplete(stats)
      ? t('The import is done, but not everything that was fetched has been imported.')
      : t('Everything has been imported.');
};

const isIncomplete = (stats: Job['stats']): boolean =>
  Object.entries(stats?.fetched ?? {}).some(([key, count]) => count > (stats?.imported[key] ?? 0));

const stateLooks: Readonly<Record<string, readonly [icon: string, tone: JobTone]>> = {
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

/** A state of the story in plain words, with an icon where its meaning is known. */
export const stateMark = (state: string): JobMark => {
  const [icon, tone] = (Object.hasOwn(stateLooks, state) ? stateLooks[state] : undefined) ?? ['circle-filled', 'quiet'];
  return { word: readableName(stateWord(state)) || vscode.l10n.t('Unknown'), icon, tone };
};
