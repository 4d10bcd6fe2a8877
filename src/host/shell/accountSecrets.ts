import { createHash } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import type { ClientIdentity } from '../../client/clientCertificate.ts';
import type { Account } from '../../model/account.ts';
import {
  type BrowserCredential,
  type Credential,
  credentialShape,
  isDue,
  type ExternalCredential,
  tokenIn,
} from './credentialKinds.ts';
import type { Log } from './log.ts';

const prefix = 'graft.account.';

/** A stored account, without its token. */
export const storedAccount = v.object({
  id: v.string(),
  baseUrl: v.string(),
  userId: v.number(),
  username: v.string(),
  name: v.string(),
  scopes: v.optional(v.array(v.string())),
  expiresOn: v.optional(v.string()),
  source: v.optional(v.picklist(['token', 'browser', 'workflow', 'glab', 'git', 'environment'])),
  tokenHeader: v.optional(v.picklist(['authorization', 'private-token'])),
  certificate: v.optional(v.object({ file: v.string(), keyFile: v.optional(v.string()) })),
  serverVersion: v.optional(v.string()),
});

const secret = v.object({
  /** Personal access token. */
  token: v.optional(v.string()),
  credential: v.optional(credentialShape),
  passphrase: v.optional(v.string()),
  account: storedAccount,
});

export interface TokenSources {
  /** Rejects with a user-facing sentence if there is none. */
  provide(account: Account, credential: ExternalCredential): Promise<string>;
  /** Rejects like a request. */
  renew(
    account: Account,
    credential: BrowserCredential,
    identity: ClientIdentity | undefined,
  ): Promise<BrowserCredential>;
  /** One task per account at a time, across windows. */
  alone<T>(id: string, work: () => Promise<T>): Promise<T>;
}

/** The user's accounts, one secret each, synchronised across windows. */
export interface AccountStore extends vscode.Disposable {
  /** By instance, then username. */
  list(): readonly Account[];
  get(id: string): Account | undefined;
  /** `get`, but waits while accounts are being added. */
  find(id: string): Promise<Account | undefined>;
  /** Delays `find`, such as for an account from the environment. */
  waitFor(adding: Promise<void>): void;
  /** Error of the last read from the keychain. */
  readonly failure: Error | undefined;
  reload(): Promise<void>;
  /** Renewed if necessary; undefined for a removed account. Rejects with a user-facing sentence if there is none. */
  token(id: string): Promise<string | undefined>;
  /** A new object for each sign-in, not for renewals. */
  signIn(id: string): object | undefined;
  /** The same object until it changes. */
  identity(id: string): ClientIdentity | undefined;
  /**
   * Replaces the same user on the same instance. A string is a personal access token. One of the environment stays in
   * this window.
   */
  add(account: Omit<Account, 'id'>, credential: string | Credential, passphrase?: string): Promise<Account>;
  /** Sets the client certificate; undefined removes it. */
  identifyBy(id: string, certificate: Account['certificate'], passphrase?: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Fires on sign-in and refresh, to retry unreachable servers. */
  readonly wanted: vscode.EventEmitter<void>;
  /** Fires for changes in any window, not for renewed tokens. */
  readonly onDidChange: vscode.Event<void>;
}

export const openAccountStore = async (
  secrets: vscode.SecretStorage,
  log: Log,
  sources: TokenSources,
): Promise<AccountStore> => {
  const changed = new vscode.EventEmitter<void>();
  const wanted = new vscode.EventEmitter<void>();
  const known = new Map<string, Entry>();
  const versions = new Map<string, number>();
  const renewing = new Map<string, Promise<string | undefined>>();
  const nextVersion = (key: string): number => {
    const version = (versions.get(key) ?? 0) + 1;
    versions.set(key, version);
    return version;
  };

  /** Returns whether the account has changed. */
  const read = async (key: string): Promise<boolean> => {
    const version = nextVersion(key);
    const text = await secrets.get(key);
    const before = known.get(key);
    // changes made here meanwhile are newer
    if (versions.get(key) !== version || before?.text === text) return false;
    const entry = text === undefined ? undefined : parse(text);
    keepSecret(entry);
    if (entry === undefined) known.delete(key);
    else if (before !== undefined && isRenewed(before, entry)) {
      known.set(key, { ...entry, account: before.account, signIn: before.signIn });
      return false;
    } else known.set(key, entry);
    if (text !== undefined && !entry) log.info(`The stored account ${key} is not readable and is left out.`);
    return true;
  };

  const keepSecret = (entry: Pick<Entry, 'credential' | 'identity'> | undefined): void => {
    if (entry === undefined) return;
    log.secrets.add(tokenIn(entry.credential));
    if (entry.credential.kind === 'browser') log.secrets.add(entry.credential.refreshToken);
    log.secrets.add(entry.identity?.passphrase);
  };

  const put = async (account: Account, credential: Credential, passphrase: string | undefined): Promise<void> => {
    const key = prefix + account.id;
    const entry = { account, credential, identity: identityOf(account, passphrase) };
    keepSecret(entry);
    const isPlain = credential.kind === 'token';
    const text =
      credential.kind === 'environment'
        ? undefined
        : JSON.stringify(
            isPlain ? { token: credential.token, passphrase, account } : { credential, passphrase, account },
          );
    if (text !== undefined) await stored(() => secrets.store(key, text));
    nextVersion(key);
    const before = known.get(key);
    const isSame = before !== undefined && (before.account === account || (text !== undefined && before.text === text));
    known.set(key, { ...entry, text, signIn: isSame ? before.signIn : {} });
  };

  /** Once across windows; stored before it is used. */
  const renew = (id: string): Promise<string | undefined> =>
    sources.alone(id, async () => {
      // another window may have renewed it
      await read(prefix + id);
      const entry = known.get(prefix + id);
      if (entry === undefined) return undefined;
      const { account, credential, identity } = entry;
      if (!isDue(credential, Date.now())) return tokenIn(credential);
      const next = await sources.renew(account, credential, identity);
      await put(account, next, identity?.passphrase);
      return next.token;
    });

  let adding: Promise<void> | undefined;
  let failure: Error | undefined;
  const readAll = async (): Promise<void> => {
    try {
      const keys = (await secrets.keys()).filter((key) => key.startsWith(prefix));
      await Promise.all(keys.map(read));
      failure = undefined;
    } catch (error) {
      log.error('The accounts could not be read.', error);
      const why = error instanceof Error ? error.message : String(error);
      failure = new Error(vscode.l10n.t('The keychain of this computer could not be read: {0}', why), { cause: error });
    }
  };

  const subscription = secrets.onDidChange(async ({ key }) => {
    if (key.startsWith(prefix) && (await read(key))) changed.fire();
  });
  await readAll();

  return {
    list: () =>
      [...known.values()]
        .map(({ account }) => account)
        .sort((a, b) => a.baseUrl.localeCompare(b.baseUrl) || a.username.localeCompare(b.username)),
    get: (id) => known.get(prefix + id)?.account,
    async find(id) {
      if (!known.has(prefix + id)) await adding;
      return known.get(prefix + id)?.account;
    },
    waitFor(promise) {
      adding = promise;
    },
    get failure(): Error | undefined {
      return failure;
    },
    async reload() {
      await readAll();
      // firing on a persisting failure would make listeners retry endlessly
      if (failure === undefined) changed.fire();
    },
    async token(id) {
      const entry = known.get(prefix + id);
      if (entry === undefined) return undefined;
      const { account, credential } = entry;
      if (isDue(credential, Date.now())) {
        const under = renewing.get(id) ?? renew(id).finally(() => renewing.delete(id));
        renewing.set(id, under);
        return under;
      }
      if ('token' in credential) return credential.token;
      const token = await sources.provide(account, credential);
      log.secrets.add(token);
      return token;
    },
    signIn: (id) => known.get(prefix + id)?.signIn,
    identity: (id) => known.get(prefix + id)?.identity,
    async add(facts, given, passphrase) {
      const credential = typeof given === 'string' ? { kind: 'token' as const, token: given } : given;
      const { source: _, ...bare } = facts;
      const from = credential.kind === 'token' ? {} : { source: credential.kind };
      const account: Account = { ...bare, ...from, id: accountId(facts) };
      await put(account, credential, passphrase);
      changed.fire();
      return account;
    },
    async identifyBy(id, certificate, passphrase) {
      const entry = known.get(prefix + id);
      if (entry === undefined) return;
      await put({ ...entry.account, certificate }, entry.credential, passphrase);
      changed.fire();
    },
    async remove(id) {
      await secrets.delete(prefix + id);
      nextVersion(prefix + id);
      known.delete(prefix + id);
      changed.fire();
    },
    wanted,
    onDidChange: changed.event,
    dispose() {
      subscription.dispose();
      wanted.dispose();
      changed.dispose();
    },
  };
};

const stored = async (write: () => Thenable<void>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(vscode.l10n.t('The keychain of this computer could not be written: {0}', why), { cause: error });
  }
};

const accountId = ({ baseUrl, userId }: Omit<Account, 'id'>): string =>
  createHash('sha256').update(`${baseUrl}\n${userId}`).digest('hex').slice(0, 12);

interface Entry {
  /** Undefined if it isn't stored. */
  readonly text: string | undefined;
  readonly signIn: object;
  readonly credential: Credential;
  readonly account: Account;
  readonly identity: ClientIdentity | undefined;
}

const isRenewed = (before: Entry, now: Entry): boolean =>
  before.credential.kind === 'browser' &&
  now.credential.kind === 'browser' &&
  JSON.stringify([before.account, before.identity]) === JSON.stringify([now.account, now.identity]);

const identityOf = ({ id, baseUrl, certificate }: Account, passphrase?: string): ClientIdentity | undefined =>
  certificate && { id, origin: new URL(baseUrl).origin, certificate, passphrase };

const parse = (text: string): Entry | undefined => {
  try {
    const { token, credential: kept, passphrase, account: read } = v.parse(secret, JSON.parse(text));
    const credential = token === undefined ? kept : { kind: 'token' as const, token };
    if (credential === undefined) return undefined;
    const { scopes, expiresOn, serverVersion } = read;
    const account = { ...read, scopes, expiresOn, serverVersion };
    return { text, signIn: {}, credential, account, identity: identityOf(account, passphrase) };
  } catch {
    // the error would quote the secret
    return undefined;
  }
};
