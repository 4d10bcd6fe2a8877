import type { ConnectionSeen } from '../../client/connectionFacts.ts';
import type { Probe } from '../../client/probe.ts';
import type { TokenHeader } from '../../client/sending.ts';

/** The steps of a check, in the order in which they are shown. */
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

/** A step of a check. */
export type CheckName = (typeof checkNames)[number];

/** How a step went. A warning is what works and will not always, or not wholly. */
export type CheckState = 'running' | 'passed' | 'warning' | 'failed' | 'skipped';

/** Why a step was not taken. */
export type SkipReason = 'notReached' | 'cancelled' | 'noToken' | 'notTold' | 'administratorsOnly' | 'off';

/** What a step has brought to light; what of it counts is known by the name of the step. */
export interface CheckFacts {
  readonly skipped?: SkipReason;
  /** Why it failed. */
  readonly error?: unknown;
  readonly seen?: ConnectionSeen;
  /** The address at which a GitLab answers in place of the one that was asked. */
  readonly elsewhere?: string | undefined;
  readonly username?: string;
  readonly version?: string;
  readonly isEnterprise?: boolean | undefined;
  /** The server's word for what a licence or a subscription includes. */
  readonly plan?: string;
  readonly aheadMs?: number;
  /** The headers that bring the token to the server. */
  readonly headers?: readonly TokenHeader[];
  readonly scopes?: readonly string[];
  /** Last day of the token, and how many days that are; undefined where it has none. */
  readonly expiresOn?: string | undefined;
  readonly days?: number | undefined;
  /** How long a connection was left unused, in milliseconds: until it was closed, or as long as was wanted. */
  readonly unusedMs?: number;
  /** In MiB; 0 is any. */
  readonly largestImport?: number;
}

/** A step with the host it is about. */
export interface Check {
  readonly name: CheckName;
  readonly host: string;
  readonly state: CheckState;
  readonly facts: CheckFacts;
}

/** What is checked. */
export interface CheckDeps {
  readonly baseUrl: string;
  readonly hasToken: boolean;
  readonly tokenHeader: TokenHeader;
  /** Path of the group or user whose plan is asked for. */
  readonly namespace: string | undefined;
  readonly wantsLiveUpdates: boolean;
  /** Ends the check: what has not been done is skipped. */
  readonly signal: AbortSignal;
  readonly today: Date;
  /** How long connections are left unused before they are used again, in milliseconds. */
  readonly unusedMs: number;
  /** Makes what asks the server; `seen` is called with the steps of its connections. */
  probe(seen: (seen: ConnectionSeen) => void): Promise<Probe>;
  /** Called with all steps whenever one has changed. */
  report(checks: readonly Check[]): void;
}
