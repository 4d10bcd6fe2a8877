import * as vscode from '../../../vscode.ts';
import { instanceName } from '../../../../model/account.ts';
import { requestGistImport } from '../../../../model/transfers/imports/services/requestImport.ts';
import { githubName, newTokenUrl, publicGithub } from '../../../../model/transfers/imports/services/githubServer.ts';
import type { TransfersArea } from '../../area.ts';
import { askText } from '../../../kit/questions/askText.ts';
import type { Sent } from '../../../kit/questions/summary.ts';
import { seedOf, startJob } from '../../startJob.ts';
import { type Importer, requireImporter } from '../account.ts';
import { githubTokenProblem } from './githubQuestions.ts';
import { unavailableMessage } from './available.ts';
import { serviceRefusalMessage } from './messages.ts';

/**
 * Imports gists as personal snippets (H3). Only the server uses the token, as it may be configured for another GitHub;
 * it reports no progress.
 */
export const importGists = async (area: TransfersArea): Promise<void> => {
  const { t } = vscode.l10n;
  const title = t('Import Gists as Snippets');
  const importer = await requireImporter(area, title);
  if (importer === undefined) return;
  const { account, capabilities } = importer;
  const missing = unavailableMessage(capabilities.known.release, 'gists', instanceName(account.baseUrl));
  if (missing !== undefined) return void vscode.window.showWarningMessage(missing);
  for (;;) {
    const token = await askText({
      title,
      prompt: t(
        'Token of {0} with the scope gist. It is sent to {1} for this import and not saved.',
        githubName(publicGithub),
        instanceName(account.baseUrl),
      ),
      value: '',
      placeholder: 'ghp_…',
      isSecret: true,
      link: { tooltip: t('Create a token in the browser'), address: newTokenUrl(publicGithub, 'gists') },
      problem: githubTokenProblem,
    });
    if (token === undefined) return;
    const begin = t('Import');
    const detail = t(
      'Every gist of the token’s owner becomes a personal snippet of @{0} on {1}. Gists with more than ten files are skipped. GitLab reports no progress and sends failures by email.',
      account.username,
      instanceName(account.baseUrl),
    );
    const asked = await vscode.window.showInformationMessage(t('Import the gists?'), { modal: true, detail }, begin);
    if (asked !== begin) return;
    if ((await handOver(area, importer, token)) !== 'change') return;
  }
};

const handOver = (area: TransfersArea, { account, client, capabilities }: Importer, token: string): Promise<Sent> => {
  const gitlab = instanceName(account.baseUrl);
  const webUrl = `${account.baseUrl}/dashboard/snippets`;
  return startJob(area, {
    seed: {
      ...seedOf('githubGists', account, { type: 'user', path: account.username, webUrl }),
      source: githubName(publicGithub),
    },
    send: () => requestGistImport({ client, capabilities }, token),
    started() {
      const words = vscode.l10n.t('{0} is importing the gists and reports no progress. Check your snippets.', gitlab);
      return { phase: 'succeeded', state: { state: 'accepted', words } };
    },
    refused: (error) => serviceRefusalMessage('gists', error, gitlab),
  });
};
