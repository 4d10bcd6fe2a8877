import * as vscode from 'vscode';
import { type Account, instanceName } from '../../../model/account.ts';
import { beginGistImport } from '../../../model/imports/services/begin.ts';
import { githubName, newTokenPage, publicGithub } from '../../../model/imports/services/githubServer.ts';
import type { App } from '../../app.ts';
import { askText } from '../../commits/askText.ts';
import { shownIfSlow } from '../../progress.ts';
import { mayImport } from '../archiveQuestions.ts';
import { requireAccount, requireCapabilities } from '../account.ts';
import { githubTokenProblem } from './githubQuestions.ts';
import { unavailableWords } from './available.ts';
import { refusalWords } from './words.ts';

/**
 * Imports somebody's gists as personal snippets (H3). The server itself asks the GitHub it is set up for, so that the
 * token is tried by it alone; it says four things, and nothing of how far it is.
 */
export const importGists = async (app: App): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Import Gists as Snippets');
  const account = await requireAccount(app, title);
  if (account === undefined || !mayImport(account)) return;
  const capabilities = await requireCapabilities(app, account);
  if (capabilities === undefined) return;
  const missing = unavailableWords(capabilities.known.release, 'gists', instanceName(account.baseUrl));
  if (missing !== undefined) return void vscode.window.showWarningMessage(missing);
  for (;;) {
    const token = await askText({
      title,
      prompt: t(
        'Token of {0} with the scope gist. {1} uses it for this import; Graft does not keep it.',
        githubName(publicGithub),
        instanceName(account.baseUrl),
      ),
      value: '',
      placeholder: 'ghp_…',
      isSecret: true,
      link: { tooltip: t('Create a token in the browser'), address: newTokenPage(publicGithub, 'gists') },
      problem: githubTokenProblem,
    });
    if (token === undefined) return;
    const begin = t('Import');
    const detail = t(
      'Every gist of the owner of the token becomes a personal snippet of @{0} on {1}. Gists with more than ten files are left out. GitLab shows no progress; what could not be imported is told by e-mail.',
      account.username,
      instanceName(account.baseUrl),
    );
    const asked = await vscode.window.showInformationMessage(t('Import the gists?'), { modal: true, detail }, begin);
    if (asked !== begin) return;
    if ((await handOver(app, account, token)) !== 'again') return;
  }
};

const handOver = async (app: App, account: Account, token: string): Promise<'again' | 'ended'> => {
  const { t } = vscode.l10n;
  const gitlab = instanceName(account.baseUrl);
  const client = app.clients.of(account);
  const capabilities = app.clients.capabilitiesOf(account);
  const seed = {
    kind: 'githubGists',
    account: account.id,
    baseUrl: account.baseUrl,
    subject: { type: 'user', path: account.username, webUrl: `${account.baseUrl}/dashboard/snippets` },
    source: githubName(publicGithub),
    file: undefined,
    details: undefined,
  } as const;
  const running = app.jobs.alike(seed);
  if (running !== undefined) {
    void vscode.window.showWarningMessage(
      t('Nothing was sent: gists of {0} are being handed over already.', account.username),
    );
    return 'ended';
  }
  const job = await app.jobs.add(seed, 'sending', 'starting');
  try {
    const written = await shownIfSlow(t('Handing the import of gists to {0}…', gitlab), () =>
      beginGistImport({ client, capabilities }, token),
    );
    if (written.kind === 'done') {
      const words = t('{0} imports the gists now and does not tell how far it is. See your snippets.', gitlab);
      await app.jobs.change(job.id, { phase: 'succeeded', state: { state: 'accepted', words } });
    } else {
      await app.jobs.change(job.id, { phase: 'unclear', state: { state: 'answerLost' } });
    }
    return 'ended';
  } catch (error) {
    await app.jobs.remove(job.id);
    app.log.error('Gists were not imported.', error);
    const again = t('Try Again…');
    const answer = await vscode.window.showErrorMessage(refusalWords('gists', error, gitlab), again);
    return answer === again ? 'again' : 'ended';
  }
};
