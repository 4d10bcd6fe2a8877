import * as v from 'valibot';
import * as vscode from '../../../vscode.ts';
import { instanceName } from '../../../../model/account.ts';
import {
  cancelImport,
  pollImport,
  findImport,
  serviceDetails,
} from '../../../../model/transfers/imports/services/watching.ts';
import { failedFor, type Job, type JobChange } from '../../../../model/transfers/jobs/job.ts';
import { statePace } from '../../../../model/transfers/jobs/pace.ts';
import { explain } from '../../../kit/words/explain.ts';
import { neverStarted } from '../../messages.ts';
import type { EndingAction, JobKindRules, JobDeps } from '../../rules.ts';
import { canceledMessage, cancelMessage } from './messages.ts';

const endingActions = ({ phase, subject }: Job): readonly EndingAction[] =>
  phase === 'succeeded' && subject.webUrl !== undefined
    ? [{ title: vscode.l10n.t('Open in Browser'), command: 'graft.transfers.openJobInBrowser' }]
    : [];

/** Polls an import; an unconfirmed one is searched for at all its possible destinations. */
const poll = async (job: Job, how: JobDeps): Promise<JobChange> => {
  const details = v.safeParse(serviceDetails, job.details);
  if (job.subject.id !== undefined || !details.success) return explained(await pollImport(job, how));
  const found = await findImport(job, details.output, how, Date.now());
  switch (found.kind) {
    case 'found':
      return explained(found.change);
    case 'notYet':
      return { phase: 'unclear' };
    case 'never':
      return failedFor(neverStarted());
  }
};

const explained = (change: JobChange): JobChange =>
  change.phase === 'failed' && change.error === undefined
    ? { ...change, error: { words: vscode.l10n.t('The server gives no reason.') } }
    : change;

const cancel = async (job: Job, how: JobDeps): Promise<JobChange> => {
  const { t } = vscode.l10n;
  const { id } = job.subject;
  if (id === undefined) {
    const words = t('It was not certain that the import had started, so nothing was canceled on the server.');
    return { phase: 'canceled', state: { state: 'unwatched', words } };
  }
  const canceled = await cancelProject(how, id, instanceName(job.baseUrl));
  if (canceled.kind === 'over')
    void vscode.window.showInformationMessage(t('The import could not be canceled: “{0}” (400).', canceled.words));
  if (canceled.kind === 'over' || canceled.project === undefined) return explained(canceled.change);
  return { ...canceled.change, state: { state: 'canceled', words: canceledMessage(canceled.project) } };
};

/** Refusals are thrown as user-facing errors. */
export const cancelProject = async (
  how: Pick<JobDeps, 'client' | 'signal'>,
  projectId: number,
  gitlab: string,
): Promise<Extract<Awaited<ReturnType<typeof cancelImport>>, { change: JobChange }>> => {
  const { t } = vscode.l10n;
  const canceled = await cancelImport(how, projectId).catch((error: unknown) => {
    throw new Error(cancelMessage(error, gitlab), { cause: error });
  });
  switch (canceled.kind) {
    case 'notDone':
      throw new Error(
        t(
          'The import was not canceled: the connection dropped, and the import is still running. {0}',
          explain(canceled.cause),
        ),
        { cause: canceled.cause },
      );
    case 'unknown':
      throw new Error(
        t('We can’t tell whether the import was canceled: the connection dropped. {0}', explain(canceled.cause)),
        { cause: canceled.cause },
      );
    default:
      return canceled;
  }
};

const projectRules: JobKindRules = { pace: statePace, poll, endingActions };

/** GitLab reports nothing about an accepted gist import; only an unconfirmed one is polled. */
const gistRules: JobKindRules = {
  pace: statePace,
  endingActions,
  poll: async () => {
    const words = vscode.l10n.t(
      'It is unknown whether the import started: the connection dropped, and the server doesn’t report it. Check your snippets. You can safely try again: the server rejects a second import while one is running.',
    );
    return { phase: 'failed', error: { words }, state: { state: 'answerLost', words } };
  },
};

export const serviceRules = {
  githubImport: { ...projectRules, cancel },
  bitbucketServerImport: projectRules,
  bitbucketImport: projectRules,
  githubGists: gistRules,
};
