import * as vscode from '../vscode.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { cancel, cancelAll, play, retry, retryAll } from '../../model/pipelines/writing.ts';
import { jobActions, type PipelinePlace } from '../../model/pipelines/reading.ts';
import { includesRole, ownRole, roles } from '../../model/role.ts';
import { beforeWrite, type WriteOutcome } from '../../model/writeOnce.ts';
import { explainFailed } from '../kit/words/explain.ts';
import { visible } from '../kit/words/format.ts';
import { roleName } from '../kit/words/roleNames.ts';
import { lostMessage, requireWriting } from '../kit/questions/sendSteps.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { PipelinesArea } from './area.ts';
import type { ActedJob } from './jobLogs.ts';
import { jobName, jobWord, stateWord } from './messages.ts';

/** An action that a job may allow. */
export type JobAction = keyof ReturnType<typeof jobActions>;

/** Throws why the user may not run anything in a project; an unknown role is left to the server. */
export const requireDeveloper = async ({ open, project }: Omit<ActedJob, 'job'>): Promise<void> => {
  requireWriting(open.account);
  // of another project the record is not at hand
  if (project !== open.project.id) return;
  const role = await beforeWrite(() => ownRole(open.client, open.project, open.account.userId));
  if (includesRole(role, roles.developer) !== false) return;
  const [least, own] = [roleName(roles.developer), roleName(role.level ?? null)];
  throw new Error(vscode.l10n.t('This takes the role {0} or a higher one; yours is {1}.', least, own));
};

/** Sends a write; answers its value. Reports a lost answer; a refusal is thrown, with its likely reason. */
export const sent = async <T>(
  area: PipelinesArea,
  { reference, ref }: { readonly reference: string; readonly ref: string | null | undefined },
  write: () => Promise<WriteOutcome<T>>,
): Promise<T | undefined> => {
  const { t } = vscode.l10n;
  try {
    const written = await write();
    area.pipelineStatus.soon();
    area.jobLogs.soon();
    if (written.kind === 'done') return written.value;
    void vscode.window.showWarningMessage(lostMessage({ log: area.log, reference }, written));
    return undefined;
  } catch (error) {
    if (!requestErrorFacts(error, 'forbidden') || ref == null) throw error;
    const why = t('Where {0} is protected, this takes the right to push or merge there.', visible(ref));
    throw new Error(`${explainFailed(error)} ${why}`, { cause: error });
  }
};

const confirmed = async (question: string, yes: string, detail?: string): Promise<boolean> =>
  (await vscode.window.showWarningMessage(question, { modal: true, ...(detail ? { detail } : {}) }, yes)) === yes;

/** Runs a job again, starts or cancels it; asks first where that spends or ends something. */
export const actOnJob = async (
  area: PipelinesArea,
  { open, project, job }: ActedJob,
  action: JobAction,
): Promise<void> => {
  const { t } = vscode.l10n;
  await requireDeveloper({ open, project });
  const name = visible(jobName(job));
  const state = jobWord(job).toLowerCase();
  const refused = {
    retry: t('{0} can’t be run again: {1}.', name, state),
    play: t('{0} can’t be started: {1}.', name, state),
    cancel: t('{0} can’t be canceled: {1}.', name, state),
  };
  if (!jobActions(job)[action]) throw new Error(refused[action]);
  const place = { client: open.client, project, job };
  const ask = {
    // one that has passed may deploy once more
    retry: () => job.status !== 'success' || confirmed(t('Run {0} again? It has passed.', name), t('Retry Job')),
    play: () => confirmed(t('Start the manual job {0}?', name), t('Start Job')),
    cancel: () =>
      confirmed(t('Cancel {0}?', name), t('Cancel Pipeline Job'), t('What it has done so far is not undone.')),
  };
  if (!(await ask[action]())) return;
  const write = { retry, play, cancel }[action];
  const done = await sent(area, { reference: name, ref: job.pipeline?.ref }, () => write(place));
  if (done === undefined) return;
  const log = t('Open Log');
  const words = { retry: t('{0} runs again.', visible(jobName(done))), play: t('{0} was started.', name) };
  const message = action === 'cancel' ? t('{0}: {1}', name, stateWord(done.status).toLowerCase()) : words[action];
  void vscode.window.showInformationMessage(message, ...(action === 'cancel' ? [] : [log])).then(async (answer) => {
    if (answer === log) await area.jobLogs.open(open, project, done.id);
  });
};

/** Retries the failed jobs of a pipeline, or cancels it, after a question. */
export const actOnPipeline = async (
  area: PipelinesArea,
  open: OpenProject,
  place: PipelinePlace,
  action: 'retry' | 'cancel',
): Promise<void> => {
  const { t } = vscode.l10n;
  await requireDeveloper({ open, project: place.project });
  const reference = t('Pipeline #{0}', String(place.pipeline.id));
  const isWanted =
    action === 'retry'
      ? await confirmed(t('Run all failed and canceled jobs of {0} again?', reference), t('Retry Pipeline'))
      : await confirmed(t('Cancel {0}?', reference), t('Cancel Pipeline'), t('What it has done so far is not undone.'));
  if (!isWanted) return;
  const about = { reference, ref: place.pipeline.ref };
  const done = await sent(area, about, () => (action === 'retry' ? retryAll(place) : cancelAll(place)));
  if (done) void vscode.window.showInformationMessage(t('{0}: {1}', reference, stateWord(done.status).toLowerCase()));
};
