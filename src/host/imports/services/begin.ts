import * as vscode from 'vscode';
import { type Account, instanceName } from '../../../model/account.ts';
import { pathHolder } from '../../../model/imports/pathHolder.ts';
import { rememberedOf } from '../../../model/imports/services/again.ts';
import {
  beginServiceImport,
  type BegunImport,
  importTypes,
  keepsBitbucketPath,
  type WantedImport,
} from '../../../model/imports/services/begin.ts';
import { type AskedPlace, askedPath } from '../../../model/imports/services/landing.ts';
import type { ServiceDetails } from '../../../model/imports/services/watching.ts';
import type { Job, JobKind, JobSeed } from '../../../model/jobs/job.ts';
import type { Written } from '../../../model/writeOnce.ts';
import type { App } from '../../app.ts';
import { visible } from '../../format.ts';
import type { JobRow } from '../../jobs/rows.ts';
import { shownIfSlow } from '../../progress.ts';
import { takenWords } from '../askPath.ts';
import { refusalWords, serviceName } from './words.ts';

/** How beginning an import ended, as far as the one who asked for it has to go on. */
export type Beginning = 'begun' | 'change' | 'left';

const kinds: Readonly<Record<WantedImport['service'], JobKind>> = {
  github: 'githubImport',
  bitbucketServer: 'bitbucketServerImport',
  bitbucket: 'bitbucketImport',
};

/**
 * Begins an import, once, and keeps it as a job. What is at the path, or on the way to it, is said instead. `change` when
 * it was refused and the user wants to answer the questions again.
 */
export const beginImport = async (
  app: App,
  account: Account,
  { wanted, source }: { readonly wanted: WantedImport; readonly source: string },
): Promise<Beginning> => {
  const { t } = vscode.l10n;
  const path = askedPath(wanted.asked);
  const kind = kinds[wanted.service];
  const subject = { type: 'project', path } as const;
  const running = app.jobs.alike({ kind, account: account.id, subject });
  if (running !== undefined) return sayRunning(running, path);
  const title = t('Handing the import of {0} to {1}…', visible(source), instanceName(account.baseUrl));
  const attempt = await shownIfSlow(title, () => tryToBegin(app, account, { kind, subject, source, wanted }));
  if (attempt.kind === 'refused') {
    const change = t('Change…');
    return (await vscode.window.showErrorMessage(attempt.words, change)) === change ? 'change' : 'left';
  }
  // the message may stay for long, and the credentials must not stay with it
  void sayBegun(attempt.job, attempt.written, wanted.asked);
  return 'begun';
};

type Attempt =
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'sent'; readonly job: Job; readonly written: Written<BegunImport> };

const tryToBegin = async (
  app: App,
  account: Account,
  { wanted, ...known }: Pick<JobSeed, 'kind' | 'subject' | 'source'> & { readonly wanted: WantedImport },
): Promise<Attempt> => {
  const { t } = vscode.l10n;
  const gitlab = instanceName(account.baseUrl);
  const client = app.clients.of(account);
  const capabilities = app.clients.capabilitiesOf(account);
  const refused = (error: unknown): Attempt => {
    app.log.error(`An import from ${serviceName(wanted.service)} was not begun.`, error);
    return { kind: 'refused', words: refusalWords(wanted.service, error, gitlab) };
  };
  let mayLandAt: readonly string[];
  try {
    const holder = await pathHolder(client, known.subject.path);
    if (holder !== undefined)
      return { kind: 'refused', words: t('Nothing was sent. {0} Choose another path.', takenWords(holder)) };
    mayLandAt = await freePaths(app, account, wanted);
  } catch (error) {
    return refused(error);
  }
  const details: ServiceDetails = {
    importType: importTypes[wanted.service],
    mayLandAt: [...mayLandAt],
    asked: wanted.asked,
    remembered: rememberedOf(wanted),
  };
  const job = await app.jobs.add(
    { ...known, account: account.id, baseUrl: account.baseUrl, file: undefined, details },
    'sending',
    'starting',
  );
  try {
    const written = await beginServiceImport({ client, capabilities }, wanted, mayLandAt);
    await keep(app, job, written, wanted);
    return { kind: 'sent', job, written };
  } catch (error) {
    // the server has nothing of it, so there is nothing to watch
    await app.jobs.remove(job.id);
    return refused(error);
  }
};

/** Where the project may come to be, of what is free now: some servers put it elsewhere than asked. */
const freePaths = async (
  app: App,
  account: Account,
  { service, ...wanted }: WantedImport,
): Promise<readonly string[]> => {
  const asked = askedPath(wanted.asked);
  if (service !== 'bitbucketServer') return [asked];
  const { release } = app.clients.capabilitiesOf(account).known;
  const last = 'repository' in wanted && keepsBitbucketPath(release) ? wanted.repository : wanted.asked.path;
  const others = new Set([`${wanted.asked.namespace}/${last}`, `${account.username}/${last}`]);
  others.delete(asked);
  const client = app.clients.of(account);
  const free = [...others].map(async (path) => ((await pathHolder(client, path)) === undefined ? [path] : []));
  return [asked, ...(await Promise.all(free)).flat()];
};

const keep = async (app: App, job: Job, written: Written<BegunImport>, { asked }: WantedImport): Promise<void> => {
  const { t } = vscode.l10n;
  if (written.kind !== 'done') {
    await app.jobs.change(job.id, {
      phase: 'unclear',
      state: { state: 'answerLost', words: t('The server’s answer was lost. The project is looked for.') },
    });
    return;
  }
  const { path, projectId, status, elsewhere } = written.value;
  const subject = { type: 'project', path, id: projectId, webUrl: `${job.baseUrl}/${path}` } as const;
  if (elsewhere !== undefined) {
    const words = t('Asked for was {0}; the server has put it at {1}.', askedPath(asked), path);
    await app.jobs.change(job.id, { phase: 'running', subject, state: { state: 'elsewhere', words } });
  }
  await app.jobs.change(job.id, { phase: 'running', subject, state: { state: status } });
};

const sayRunning = async ({ id, story }: Job, path: string): Promise<Beginning> => {
  const { t } = vscode.l10n;
  const show = t('Show Details');
  const change = t('Change…');
  const words = t(
    'Nothing was sent: the same import into {0} is under way already ({1}).',
    visible(path),
    visible(story.at(-1)?.state ?? ''),
  );
  const answer = await vscode.window.showWarningMessage(words, show, change);
  if (answer === show) await vscode.commands.executeCommand('graft.jobs.open', { kind: 'job', id } satisfies JobRow);
  return answer === change ? 'change' : 'left';
};

const sayBegun = async ({ id }: Job, written: Written<BegunImport>, asked: AskedPlace): Promise<void> => {
  const { t } = vscode.l10n;
  const show = t('Show Details');
  const answer = await ((): Thenable<string | undefined> => {
    if (written.kind !== 'done') {
      return vscode.window.showWarningMessage(
        t(
          'It is not certain yet that the import into {0} has begun: the server’s answer was lost. The project is looked for, nothing is sent again.',
          visible(askedPath(asked)),
        ),
        show,
      );
    }
    const { path, elsewhere } = written.value;
    if (elsewhere !== undefined) {
      return vscode.window.showWarningMessage(
        t(
          'The import has begun, but the server has put it elsewhere than asked: at {0}, not at {1}.',
          visible(path),
          visible(askedPath(asked)),
        ),
        show,
      );
    }
    const found =
      written.confirmed === 'found' ? [t('The answer was lost; a look at the server shows that it is at work.')] : [];
    return vscode.window.showInformationMessage(
      [t('The import into {0} has begun.', visible(path)), ...found].join(' '),
      show,
    );
  })();
  if (answer === show) await vscode.commands.executeCommand('graft.jobs.open', { kind: 'job', id } satisfies JobRow);
};
