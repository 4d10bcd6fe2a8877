import * as vscode from '../vscode.ts';
import { requestFailure } from '../../client/errors.ts';
import { instanceName } from '../../model/account.ts';
import { readInstanceAddress } from '../../model/accounts/instanceAddress.ts';
import { explain } from '../kit/explain.ts';
import type { Shell } from '../shell/shell.ts';

/** Pairs of variables that name a server and hold a token for it: those of glab, and those of GitLab Workflow. */
const pairs: readonly { readonly hosts: readonly string[]; readonly tokens: readonly string[] }[] = [
  { hosts: ['GITLAB_HOST', 'GITLAB_URI', 'GL_HOST'], tokens: ['GITLAB_TOKEN', 'GITLAB_ACCESS_TOKEN'] },
  { hosts: ['GITLAB_WORKFLOW_INSTANCE_URL'], tokens: ['GITLAB_WORKFLOW_TOKEN'] },
];

interface EnvironmentToken {
  /** Name of the variable. */
  readonly name: string;
  readonly baseUrl: string;
  readonly token: string;
}

/** The tokens that environment variables hold. One without a server is not used: it could be sent to the wrong one. */
const environmentTokens = (): readonly EnvironmentToken[] =>
  pairs.flatMap(({ hosts, tokens }) => {
    const set = (name: string): boolean => (process.env[name] ?? '').trim() !== '';
    const [host, name] = [hosts.find(set), tokens.find(set)];
    const read = readInstanceAddress(process.env[host ?? ''] ?? '');
    const [baseUrl] = read.kind === 'invalid' ? [] : read.baseUrls;
    const token = process.env[name ?? '']?.trim();
    return name === undefined || baseUrl === undefined || token === undefined ? [] : [{ name, baseUrl, token }];
  });

/** The token that the environment holds for a server. */
export const environmentToken = (baseUrl: string): EnvironmentToken | undefined =>
  environmentTokens().find((each) => each.baseUrl === baseUrl);

/**
 * Signs this window in with tokens of the environment, on servers without an account. Those whose server was away are
 * tried again when the user signs in or refreshes, and then a message says what came of it.
 */
export const addEnvironmentAccounts = async (
  shell: Shell,
  tokens = environmentTokens(),
  when: 'atStart' | 'again' = 'atStart',
): Promise<void> => {
  const { accounts, clients, log } = shell;
  const { t } = vscode.l10n;
  const away: EnvironmentToken[] = [];
  for (const each of tokens) {
    const { name, baseUrl, token } = each;
    log.secrets.keep(token);
    if (accounts.list().some((account) => account.baseUrl === baseUrl)) continue;
    try {
      const { readNewAccount } = await import('../../model/accounts/signIn.ts');
      const facts = await readNewAccount((header) => clients.trial(baseUrl, token, header), {});
      await accounts.add(facts, { kind: 'environment', token });
      const said = t('Signed in to {0} as {1}.', instanceName(baseUrl), facts.username);
      if (when === 'again') void vscode.window.showInformationMessage(said);
    } catch (error) {
      log.error(`${name} could not be used to sign in to ${baseUrl}.`, error);
      const said = t('{0} could not be used to sign in to {1}: {2}', name, instanceName(baseUrl), explain(error));
      if (when === 'again') void vscode.window.showWarningMessage(said);
      // the environment of a window does not change: a token that was refused would be again
      if (!requestFailure(error, 'unauthorized', 'forbidden', 'insufficientScope')) away.push(each);
    }
  }
  if (away.length === 0) return;
  const wanted = accounts.wanted.event(() => {
    wanted.dispose();
    void addEnvironmentAccounts(shell, away, 'again');
  });
};
