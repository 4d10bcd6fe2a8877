import type { ConnectionSeen } from '../../client/connectionFacts.ts';
import type { Probe } from '../../client/probe.ts';
import type { TokenHeader } from '../../client/sending.ts';

/** Steps in display order. */
export const checkNames = [
  'proxy',
  'proxyName',
  'proxyTcp',
  'proxyTls',
  'connect',
  'name',
  'tcp',
  'serverTls',
  'server',
  'version',
  'tier',
  'clock',
  'token',
  'header',
  'scopes',
  'expiry',
  'writes',
  'idle',
  'uploads',
  'live',
  'unchanged',
] as const;

export type CheckName = (typeof checkNames)[number];

/** A warning works, but not always or not completely. */
export type CheckState = 'running' | 'passed' | 'warning' | 'failed' | 'skipped';

export type SkipReason = 'notReached' | 'cancelled' | 'noToken' | 'notTold' | 'administratorsOnly' | 'off';

/** Result of a step; which members are set depends on the step. */
export interface CheckFacts {
  readonly skipped?: SkipReason;
  readonly error?: unknown;
  readonly seen?: ConnectionSeen;
  /** Another address where GitLab answers. */
  readonly elsewhere?: string | undefined;
  readonly username?: string;
  readonly version?: string;
  readonly isEnterprise?: boolean | undefined;
  /** Plan as named by the server. */
  readonly plan?: string;
  readonly aheadMs?: number;
  /** Headers in which the server accepts the token. */
  readonly headers?: readonly TokenHeader[];
  readonly scopes?: readonly string[];
  /** Last valid day of the token and days left; undefined without expiry. */
  readonly expiresOn?: string | undefined;
  readonly days?: number | undefined;
  /** Idle time of a connection until it was closed, or as long as tested; in milliseconds. */
  readonly unusedMs?: number;
  /** In MiB; 0 is unlimited. */
  readonly largestImport?: number;
}

export interface Check {
  readonly name: CheckName;
  readonly host: string;
  readonly state: CheckState;
  readonly facts: CheckFacts;
}

export interface CheckDeps {
  readonly baseUrl: string;
  readonly hasToken: boolean;
  readonly tokenHeader: TokenHeader;
  /** Group or user whose plan is read. */
  readonly namespace: string | undefined;
  readonly wantsLiveUpdates: boolean;
  /** Ends the check; remaining steps are skipped. */
  readonly signal: AbortSignal;
  readonly today: Date;
  /** Idle time to test, in milliseconds. */
  readonly unusedMs: number;
  /** Creates a probe; `seen` is called for each connection step. */
  probe(seen: (seen: ConnectionSeen) => void): Promise<Probe>;
  /** Called with all steps after each change. */
  report(checks: readonly Check[]): void;
}
