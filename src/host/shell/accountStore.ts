import { createHash } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import type { ClientIdentity } from '../../client/clientCertificate.ts';
import type { Account } from '../../model/account.ts';
import type { Log } from './log.ts';

const prefix = 'graft.account.';

const secret = v.object({
  token: v.string(),
  passphrase: v.optional(v.string()),
  account: v.object({
    id: v.string(),
    baseUrl: v.string(),
    userId: v.number(),
    username: v.string(),
    name: v.string(),
    scopes: v.optional(v.array(v.string())),
    expiresOn: v.optional(v.string()),
    tokenHeader: v.optional(v.picklist(['authorization', 'private-token'])),
    certificate: v.optional(v.object({ file: v.string(), keyFile: v.optional(v.string()) })),
    serverVersion: v.optional(v.string()),
  }),
});

/** The accounts of this user, one secret each. Every window sees the same and is told of changes. */
export interface AccountStore extends vscode.Disposable {
  /** The accounts in the order of their instances and user names. */
  list(): readonly Account[];
  get(id: string): Account | undefined;
  /** Why the accounts could not be read from the keychain; undefined when they were. */
  readonly failure: Error | undefined;
  /** Reads the accounts again. */
  reload(): Promise<void>;
  /** The token of an account; undefined once it has been removed. */
  token(id: string): string | undefined;
  /** The client certificate of an account, the same object until it is changed; undefined when it has none. */
  identity(id: string): ClientIdentity | undefined;
  /**
   * Keeps an account, its token and the passphrase of its client certificate, replacing those of the same user on the
   * same instance.
   */
  add(account: Omit<Account, 'id'>, token: string, passphrase?: string): Promise<Account>;
  remove(id: string): Promise<void>;
  /** Fires after any window has added, changed or removed an account. */
  readonly onDidChange: vscode.Event<void>;
}

/** Opens the accounts kept in SecretStorage. */
export const openAccountStore = async (secrets: vscode.SecretStorage, log: Log): Promise<AccountStore> => {
  const changed = new vscode.EventEmitter<void>();
  const known = new Map<string, Entry>();
  const versions = new Map<string, number>();
  const nextVersion = (key: string): number => {
    const version = (versions.get(key) ?? 0) + 1;
    versions.set(key, version);
    return version;
  };

  /** Reads one secret; answers whether it differs from what was known. */
  const read = async (key: string): Promise<boolean> => {
    const version = nextVersion(key);
    const text = await secrets.get(key);
    // what was added or removed here meanwhile is newer than the answer
    if (versions.get(key) !== version || known.get(key)?.text === text) return false;
    const entry = text === undefined ? undefined : parse(text);
    log.secrets.keep(entry?.token);
    log.secrets.keep(entry?.identity?.passphrase);
    if (entry) known.set(key, entry);
    else known.delete(key);
    if (text !== undefined && !entry) log.info(`The stored account ${key} is not readable and is left out.`);
    return true;
  };

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
    get failure(): Error | undefined {
      return failure;
    },
    async reload() {
      await readAll();
      // a failure that persists is no change: listeners would ask again without end
      if (failure === undefined) changed.fire();
    },
    token: (id) => known.get(prefix + id)?.token,
    identity: (id) => known.get(prefix + id)?.identity,
    async add(facts, token, passphrase) {
      const account: Account = { ...facts, id: accountId(facts) };
      const key = prefix + account.id;
      log.secrets.keep(token);
      log.secrets.keep(passphrase);
      const text = JSON.stringify({ token, passphrase, account });
      await secrets.store(key, text);
      nextVersion(key);
      known.set(key, { text, token, account, identity: identityOf(account, passphrase) });
      changed.fire();
      return account;
    },
    async remove(id) {
      await secrets.delete(prefix + id);
      nextVersion(prefix + id);
      known.delete(prefix + id);
      changed.fire();
    },
    onDidChange: changed.event,
    dispose() {
      subscription.dispose();
      changed.dispose();
    },
  };
};

const accountId = ({ baseUrl, userId }: Omit<Account, 'id'>): string =>
  createHash('sha256').update(`${baseUrl}\n${userId}`).digest('hex').slice(0, 12);

/** An account with its token, and the secret as it is kept. */
interface Entry {
  readonly text: string;
  readonly token: string;
  readonly account: Account;
  readonly identity: ClientIdentity | undefined;
}

const identityOf = ({ id, baseUrl, certificate }: Account, passphrase?: string): ClientIdentity | undefined =>
  certificate && { id, origin: new URL(baseUrl).origin, certificate, passphrase };

const parse = (text: string): Entry | undefined => {
  try {
    const { token, passphrase, account: read } = v.parse(secret, JSON.parse(text));
    const { scopes, expiresOn, serverVersion } = read;
    const account = { ...read, scopes, expiresOn, serverVersion };
    return { text, token, account, identity: identityOf(account, passphrase) };
  } catch {
    // the text of the error would quote the secret
    return undefined;
  }
};
