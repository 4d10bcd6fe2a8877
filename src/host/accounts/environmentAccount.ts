import { createHash } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { type Account, instanceName } from '../../model/account.ts';
import { readInstanceAddress } from '../../model/accounts/instanceAddress.ts';
import { explain } from '../kit/words/explain.ts';
import { storedAccount } from '../shell/accountSecrets.ts';
import type { Shell } from '../shell/shell.ts';
import { shaped, stored } from '../shell/storedValue.ts';

/** Variables for server and token, of glab and GitLab Workflow. */
const pairs: readonly { readonly hosts: readonly string[]; readonly tokens: readonly string[] }[] = [
  { hosts: ['GITLAB_HOST', 'GITLAB_URI', 'GL_HOST'], tokens: ['GITLAB_TOKEN', 'GITLAB_ACCESS_TOKEN'] },
  { hosts: ['GITLAB_WORKFLOW_INSTANCE_URL'], tokens: ['GITLAB_WORKFLOW_TOKEN'] },
];

interface EnvironmentToken {
  /** Name of the token's variable. */
  readonly name: string;
  readonly baseUrl: string;
  readonly token: string;
}

/** A token without a server is ignored, as it could be sent to the wrong one. */
const environmentTokens = (): readonly EnvironmentToken[] =>
  pairs.flatMap(({ hosts, tokens }) => {
    const set = (name: string): boolean => (process.env[name] ?? '').trim() !== '';
    const [host, name] = [hosts.find(set), tokens.find(set)];
    const read = readInstanceAddress(process.env[host ?? ''] ?? '');
    const [baseUrl] = read.kind === 'invalid' ? [] : read.baseUrls;
    const token = process.env[name ?? '']?.trim();
    return name === undefined || baseUrl === undefined || token === undefined ? [] : [{ name, baseUrl, token }];
  });

export const environmentToken = (baseUrl: string): EnvironmentToken | undefined =>
  environmentTokens().find((each) => each.baseUrl === baseUrl);

/** An account without its token, which `mark` recognizes. */
const accountShape = v.custom<Account>((value) => v.is(storedAccount, value));
const rememberedShape = v.object({ mark: v.string(), account: accountShape });

const markOf = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 12);

/**
 * Adds accounts for servers without one. That of a token seen in this folder before waits for no server; views then
 * report an unreachable one. Other unreachable servers are retried on sign-in or refresh, then with a message.
 */
export const addEnvironmentAccounts = async (
  shell: Shell,
  tokens = environmentTokens(),
  when: 'atStart' | 'again' = 'atStart',
): Promise<void> => {
  const { accounts, clients, context, log } = shell;
  const { t } = vscode.l10n;
  const away: EnvironmentToken[] = [];
  for (const each of tokens) {
    const { name, baseUrl, token } = each;
    log.secrets.add(token);
    if (accounts.list().some((account) => account.baseUrl === baseUrl)) continue;
    const remembered = stored(context.workspaceState, `graft.environmentAccount ${baseUrl}`, shaped(rememberedShape));
    const known = remembered.get();
    if (known?.mark === markOf(token)) {
      await accounts.add(known.account, { kind: 'environment', token });
      continue;
    }
    try {
      const { readNewAccount } = await import('../../model/accounts/signIn.ts');
      const facts = await readNewAccount((header) => clients.trial(baseUrl, token, header), {});
      const added = await accounts.add(facts, { kind: 'environment', token });
      await remembered.put({ mark: markOf(token), account: added });
      const message = t('Signed in to {0} as {1}.', instanceName(baseUrl), facts.username);
      if (when === 'again') void vscode.window.showInformationMessage(message);
    } catch (error) {
      log.error(`${name} could not be used to sign in to ${baseUrl}.`, error);
      const message = t('{0} could not be used to sign in to {1}: {2}', name, instanceName(baseUrl), explain(error));
      if (when === 'again') void vscode.window.showWarningMessage(message);
      // a rejected token would be rejected again, as the environment doesn't change
      if (!requestErrorFacts(error, 'unauthorized', 'forbidden', 'insufficientScope')) away.push(each);
    }
  }
  if (away.length === 0) return;
  const wanted = accounts.wanted.event(() => {
    wanted.dispose();
    void addEnvironmentAccounts(shell, away, 'again');
  });
};
