import type { CertificateFiles } from '../client/clientCertificate.ts';
import type { TokenHeader } from '../client/sending.ts';

/**
 * `token` and `browser` are in SecretStorage, the others read when needed: GitLab Workflow, glab, git's credential helper,
 * environment.
 */
export type AccountSource = 'token' | 'browser' | 'workflow' | 'glab' | 'git' | 'environment';

/** Without the token. */
export interface Account {
  /** Stable per user and instance; safe in keys and URIs. */
  readonly id: string;
  /** Without trailing slash. */
  readonly baseUrl: string;
  readonly userId: number;
  readonly username: string;
  readonly name: string;
  /** Undefined if unknown. */
  readonly scopes: readonly string[] | undefined;
  /** Last valid day, `YYYY-MM-DD`; undefined if unlimited or unknown. */
  readonly expiresOn: string | undefined;
  /** Default: personal access token. */
  readonly source?: AccountSource | undefined;
  /** Default: `authorization`. */
  readonly tokenHeader?: TokenHeader | undefined;
  readonly certificate?: CertificateFiles | undefined;
  /** Such as `18.1.1-ee`, when added. */
  readonly serverVersion: string | undefined;
}

/** Host, port and path. */
export const instanceName = (baseUrl: string): string => {
  const url = new URL(baseUrl);
  return `${url.host}${url.pathname.replace(/\/$/, '')}`;
};

/** `olive@gitlab.example.com`. */
export const accountName = ({ username, baseUrl }: Pick<Account, 'username' | 'baseUrl'>): string =>
  `${username}@${instanceName(baseUrl)}`;

/** Permissions instead of scopes. */
export const isFineGrained = ({ scopes }: Partial<Pick<Account, 'scopes'>>): boolean =>
  scopes?.includes('granular') === true;

/** Undefined if unknown or fine-grained. */
export const mayWrite = (account: Pick<Account, 'scopes'>): boolean | undefined =>
  isFineGrained(account) ? undefined : account.scopes?.includes('api');

/** Days from `today`, negative after expiry. */
export const daysLeft = (account: Pick<Account, 'expiresOn'>, today: Date): number | undefined => {
  if (account.expiresOn === undefined) return undefined;
  const last = Date.parse(`${account.expiresOn}T00:00:00Z`);
  const start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  return Number.isNaN(last) ? undefined : Math.round((last - start) / 86_400_000);
};

/** Days before expiry. */
const reminderDays = [0, 3, 14];

/** `0`, `3` or `14`. */
export const dueReminder = (days: number | undefined): number | undefined =>
  days === undefined ? undefined : reminderDays.find((reminder) => days <= reminder);
