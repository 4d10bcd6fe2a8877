import * as vscode from 'vscode';
import { isCancelled, requestFailure } from '../../client/errors.ts';
import type { Account } from '../../model/account.ts';
import { type ArchiveOrigin, type ImportAccount, startProjectImport } from '../../model/imports/projectImport.ts';
import { changeByArchiveImport, type ProjectImportDetails } from '../../model/imports/projectImportJob.ts';
import type { UploadOptions } from '../../model/imports/sending.ts';
import { failedFor, type Job, type JobChange } from '../../model/jobs/job.ts';
import type { Written } from '../../model/writeOnce.ts';
import type { App } from '../app.ts';
import { explain } from '../explain.ts';
import { visible } from '../format.ts';
import type { TypedTexts } from '../typedTexts.ts';
import type { ProjectAnswers } from './projectQuestions.ts';

/** An import of a project that is about to begin. */
export interface ProjectRun {
  readonly account: Account;
  readonly importer: ImportAccount;
  readonly answers: ProjectAnswers;
  readonly origin: ArchiveOrigin;
  /** Where the archive comes from, for the reader: without query. */
  readonly source: string | undefined;
  /** Full path and size of the archive on this computer. */
  readonly file: Job['file'];
  readonly replaces: number | undefined;
  readonly texts: TypedTexts;
}

/**
 * Begins an import as a job and sends it, once. Says nothing itself about how it ends: jobs do. A job that does the
 * same already is said instead.
 */
export const startProject = async (app: App, run: ProjectRun): Promise<void> => {
  const { answers, origin, account, replaces } = run;
  const details: ProjectImportDetails = {
    from: origin.kind,
    namespace: answers.place.path,
    path: answers.path.path,
    name: answers.name,
    overrides: answers.overrides,
    isSent: false,
    ...(replaces === undefined ? {} : { replaces }),
  };
  const seed = {
    kind: 'projectImport' as const,
    account: account.id,
    baseUrl: account.baseUrl,
    subject: { type: 'project' as const, path: answers.path.fullPath },
    source: run.source,
    file: run.file,
    details,
  };
  if (await saidAlike(app, seed)) return;
  const wanted = {
    namespace: answers.place.path,
    path: answers.path.path,
    name: answers.name,
    origin,
    overrides: answers.overrides,
    replaces,
  };
  const job = await sendAsJob(app, seed, {
    isUpload: origin.kind === 'file',
    send: (options) => startProjectImport(run.importer, wanted, options),
    begun: (value) => changeByArchiveImport(value, account.baseUrl),
  });
  if (job?.phase === 'running' || job?.phase === 'succeeded') await run.texts.forget();
};

/** Says that the same is under way already, if it is. */
export const saidAlike = async (app: App, seed: Parameters<App['jobs']['alike']>[0]): Promise<boolean> => {
  const { t } = vscode.l10n;
  const alike = app.jobs.alike(seed);
  if (alike === undefined) return false;
  const show = t('Show Details');
  const words = t('Nothing was sent: an import into {0} is under way already.', visible(alike.subject.path));
  if ((await vscode.window.showWarningMessage(words, show)) === show)
    await vscode.commands.executeCommand('graft.jobs.open', { kind: 'job', id: alike.id });
  return true;
};

/** What is sent as a job. */
export interface Sending<T> {
  /** Whether bytes of a file go out, which are shown. */
  readonly isUpload: boolean;
  readonly send: (options: UploadOptions) => Promise<Written<T>>;
  /** What the server's answer changes of the job. */
  readonly begun: (value: T) => JobChange;
  /** Why the server refused it, in a sentence; what is said of all imports when left out. */
  readonly refused?: (error: unknown) => string;
}

/** Keeps a job, sends what begins it, once, and keeps how that ended. Answers the job as it is then. */
export const sendAsJob = async <T>(
  app: App,
  seed: Parameters<App['jobs']['add']>[0],
  { isUpload, send, begun, refused = refusalWords }: Sending<T>,
): Promise<Job | undefined> => {
  const job = await app.jobs.add(seed, 'sending', isUpload ? 'sending' : 'starting');
  const whole = (): void => {
    const details = { ...(app.jobs.get(job.id)?.details as object), isSent: true };
    void app.jobs.change(job.id, { details, ...(isUpload ? { state: { state: 'sent' } } : {}) });
  };
  let wasCancelled = false;
  try {
    const written = isUpload
      ? await app.jobs.transfer(job.id, async (signal, progress) => {
          signal.addEventListener('abort', () => (wasCancelled = true), { once: true });
          return send({ signal, progress, whole });
        })
      : await send({ whole });
    await app.jobs.change(job.id, changeOf(written, wasCancelled, begun));
  } catch (error) {
    const facts = requestFailure(error);
    app.log.error(`${job.kind} of ${job.subject.path} was not begun.`, error);
    const words = refused(error);
    await app.jobs.change(job.id, isCancelled(error) ? canceled() : failedFor(words, facts?.status));
  }
  return app.jobs.get(job.id);
};

const canceled = (): JobChange => ({
  phase: 'canceled',
  state: { state: 'canceled', words: vscode.l10n.t('Graft has looked: nothing was created.') },
});

const changeOf = <T>(written: Written<T>, wasCancelled: boolean, begun: (value: T) => JobChange): JobChange => {
  const { t } = vscode.l10n;
  if (written.kind === 'done') {
    const change = { phase: 'running' as const, ...begun(written.value) };
    if (written.confirmed === 'answered') return change;
    const words = wasCancelled
      ? t('It was canceled too late: the server had all of it and imports it.')
      : t('The server’s answer was lost; a look showed that it has begun.');
    return { ...change, state: { state: change.state?.state ?? 'started', words } };
  }
  if (written.kind === 'notDone') {
    if (wasCancelled) return canceled();
    const words = t(
      'The connection broke, and nothing was created. Some servers cut it when an archive is larger than they take. {0}',
      explain(written.cause),
    );
    return failedFor(words);
  }
  const words = t('Whether it was begun is not known yet: the answer was lost. {0}', explain(written.cause));
  return { phase: 'unclear', state: { state: 'answerLost', words } };
};

/** Why an import was not begun, with the server's own words and what can be done. */
export const refusalWords = (error: unknown): string => {
  const { t } = vscode.l10n;
  const facts = requestFailure(error);
  const said = explain(error);
  if (facts?.outcome !== 'answered') return said;
  if (facts.status === 413) return t('The archive is larger than the server takes. {0}', said);
  if (facts.status === 404 && /namespace/i.test(facts.serverMessage ?? ''))
    return t('The group is not there, or your role in it is below Maintainer. {0}', said);
  if (facts.failure === 'notFound' && ['X5', 'X6', 'X10'].includes(facts.reference))
    return t('The server does not have this kind of import, or an administrator has switched it off. {0}', said);
  if (facts.status === 403 && facts.reference === 'G3')
    return t('You may not put groups there: some groups allow that to their owners only. {0}', said);
  if (facts.status === 403)
    return t(
      'The server does not allow this import: an administrator may have closed this source, or your role is too low. {0}',
      said,
    );
  if (facts.status === 400 && /already been taken/i.test(facts.serverMessage ?? ''))
    return t('Somebody else has taken the path meanwhile. {0}', said);
  if (facts.status === 429) return t('The server allows only a few imports a minute. {0}', said);
  return said;
};
