import type { CertificateFiles } from '../client/clientCertificate.ts';
import type { TokenHeader } from '../client/sending.ts';

/**
 * Where the token of an account comes from: a personal access token or a sign-in by the browser, both in SecretStorage, or
 * somebody who lends it whenever it is needed: the extension GitLab Workflow, glab, git's credential helper, or the
 * environment.
 */
export type AccountSource = 'token' | 'browser' | 'workflow' | 'glab' | 'git' | 'environment';

/** One sign-in: a user on an instance. The token is kept apart and never part of this record. */
export interface Account {
  /** Stable for the same user on the same instance; safe in keys and URIs. */
  readonly id: string;
  /** Address of the instance without trailing slash. */
  readonly baseUrl: string;
  readonly userId: number;
  readonly username: string;
  readonly name: string;
  /** Scopes of the token; undefined when the server did not say. */
  readonly scopes: readonly string[] | undefined;
  /** Last day of the token, `YYYY-MM-DD`; undefined when it does not expire or the server did not say. */
  readonly expiresOn: string | undefined;
  /** A personal access token when left out. */
  readonly source?: AccountSource | undefined;
  /** What carries the token to the server; `Authorization` when left out. */
  readonly tokenHeader?: TokenHeader | undefined;
  /** Client certificate for servers that ask for one. */
  readonly certificate?: CertificateFiles | undefined;
  /** Release of the server when the account was added, such as `18.1.1-ee`. */
  readonly serverVersion: string | undefined;
}

/** The part of an address people tell instances apart by: host, port and path. */
export const instanceName = (baseUrl: string): string => {
  const url = new URL(baseUrl);
  return `${url.host}${url.pathname.replace(/\/$/, '')}`;
};

/** Name of an account with its server: `olive@gitlab.example.com`. */
export const accountName = ({ username, baseUrl }: Pick<Account, 'username' | 'baseUrl'>): string =>
  `${username}@${instanceName(baseUrl)}`;

/** True for a token with permissions of its own instead of scopes. */
export const isFineGrained = ({ scopes }: Partial<Pick<Account, 'scopes'>>): boolean =>
  scopes?.includes('granular') === true;

/** Whether the token may change things; undefined when its scopes are unknown or it is fine-grained. */
export const mayWrite = (account: Pick<Account, 'scopes'>): boolean | undefined =>
  isFineGrained(account) ? undefined : account.scopes?.includes('api');

/** Whole days from `today` to the token's last day, negative once it has passed; undefined when it has none. */
export const daysLeft = (account: Pick<Account, 'expiresOn'>, today: Date): number | undefined => {
  if (account.expiresOn === undefined) return undefined;
  const last = Date.parse(`${account.expiresOn}T00:00:00Z`);
  const start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  return Number.isNaN(last) ? undefined : Math.round((last - start) / 86_400_000);
};

/** The days before the last day of a token on which its user is reminded, and the last day itself. */
const reminderDays = [0, 3, 14];

/** The reminder that is due for a token with so many days left: `0`, `3` or `14`; undefined while there is none. */
export const dueReminder = (days: number | undefined): number | undefined =>
  days === undefined ? undefined : reminderDays.find((reminder) => days <= reminder);
