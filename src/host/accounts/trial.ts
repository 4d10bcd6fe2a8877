import * as vscode from '../vscode.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { type Account, instanceName } from '../../model/account.ts';
import { firstInstance, readNewAccount } from '../../model/accounts/signIn.ts';
import { explain } from '../kit/words/explain.ts';
import { cancellable } from '../kit/progress.ts';
import { type Credential, tokenIn } from '../shell/credentialKinds.ts';
import type { Shell } from '../shell/shell.ts';
import type { ChosenCertificate } from './clientCertificate.ts';

export interface Server {
  /** Candidates, if a gateway hides which one is GitLab. */
  readonly baseUrls: readonly [string, ...string[]];
  /** Undefined: the one of another account on the server, if any. */
  readonly certificate: ChosenCertificate | undefined;
}

export interface SignedIn {
  readonly kind: 'signedIn';
  readonly facts: Omit<Account, 'id'>;
  readonly credential: Credential;
  readonly passphrase: string | undefined;
}

/** `refused`: the server rejects the token; `noServer`: no GitLab received it. */
export interface NotSignedIn {
  readonly kind: 'refused' | 'noServer';
  readonly message: string;
}

/** Failures that suggest a shorter URL: the user may have entered a project's. */
const elsewhere = ['notGitLab', 'notFound', 'redirected', 'refused', 'brokenContract'] as const;

/** Finds a GitLab without sending a token. A string is an error message; undefined when cancelled. */
export const findServer = async (
  shell: Shell,
  baseUrls: readonly string[],
  certificate: ChosenCertificate | undefined,
): Promise<Server | string | undefined> =>
  cancellable(vscode.l10n.t('Looking for GitLab…'), async (signal) => {
    const [first = '', ...others] = baseUrls;
    const clients = baseUrls.map((url) =>
      shell.clients.trial(url, undefined, undefined, identityAt(shell, url, certificate)),
    );
    const { found, failure } = await firstInstance(clients, { signal });
    if (found !== undefined) return { baseUrls: [found.baseUrl], certificate };
    // a gateway wants credentials and may let a token through
    if (requestErrorFacts(failure, 'unauthorized', 'forbidden', 'signInNeeded'))
      return { baseUrls: [first, ...others], certificate };
    const name = instanceName(baseUrls.at(-1) ?? '');
    return requestErrorFacts(failure, 'notFound')
      ? vscode.l10n.t('There is no GitLab at {0}.', name)
      : explain(failure);
  });

/** Reads the token's user at the first URL that knows it; undefined when cancelled. */
export const tryCredential = (
  shell: Shell,
  server: Server,
  credential: Credential,
  token = tokenIn(credential) ?? '',
): Promise<SignedIn | NotSignedIn | undefined> =>
  cancellable(vscode.l10n.t('Checking the account…'), async (signal) => {
    try {
      return await trySilently(shell, server, credential, token, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      shell.log.error('The account could not be added.', error);
      const refused = requestErrorFacts(error, 'unauthorized', 'forbidden');
      const message = refused
        ? vscode.l10n.t('The server rejects this token: {0}', refused.serverMessage ?? String(refused.status))
        : explain(error);
      const isToken = requestErrorFacts(error, 'unauthorized', 'insufficientScope', 'forbidden') !== undefined;
      return { kind: isToken ? 'refused' : 'noServer', message: message };
    }
  });

/** {@link tryCredential} without progress and log; rejects if no URL accepts the token. */
export const trySilently = async (
  shell: Shell,
  { baseUrls, certificate: chosen }: Server,
  credential: Credential,
  token: string,
  signal = new AbortController().signal,
): Promise<SignedIn> => {
  let failure: unknown;
  for (const url of baseUrls) {
    const identity = identityAt(shell, url, chosen);
    try {
      const facts = await readNewAccount((header) => shell.clients.trial(url, token, header, identity), { signal });
      const { certificate, passphrase } = identity ?? {};
      return { kind: 'signedIn', credential, facts: { ...facts, certificate }, passphrase };
    } catch (error) {
      failure = error;
      if (!requestErrorFacts(error, ...elsewhere)) break;
    }
  }
  throw failure;
};

/** The chosen client certificate, or the one of another account on the server. */
export const identityAt = ({ accounts }: Shell, url: string, chosen: ChosenCertificate | undefined) => {
  const { origin } = new URL(url);
  const used =
    chosen ??
    accounts
      .list()
      .flatMap(({ id }) => accounts.identity(id) ?? [])
      .find((each) => each.origin === origin);
  const { certificate, passphrase } = used ?? {};
  return certificate && { id: 'new', origin, certificate, passphrase };
};
