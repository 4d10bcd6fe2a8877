import type { CompletedStep } from '../../client/connectionFacts.ts';
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

export type SkipReason = 'notReached' | 'cancelled' | 'noToken' | 'notReported' | 'administratorsOnly' | 'off';

/** Specific to the step. */
export interface CheckFacts {
  readonly skipped?: SkipReason;
  readonly error?: unknown;
  readonly seen?: CompletedStep;
  /** Another address with GitLab. */
  readonly elsewhere?: string | undefined;
  readonly username?: string;
  readonly version?: string;
  readonly isEnterprise?: boolean | undefined;
  readonly plan?: string;
  readonly aheadMs?: number;
  /** Accepted headers. */
  readonly headers?: readonly TokenHeader[];
  readonly scopes?: readonly string[];
  /** Last valid day, and days left; undefined without expiry. */
  readonly expiresOn?: string | undefined;
  readonly days?: number | undefined;
  /** Idle time until the connection was closed, or as long as tested. */
  readonly unusedMs?: number;
  /** MiB; 0 is unlimited. */
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
  /** Its plan is read. */
  readonly namespace: string | undefined;
  readonly wantsLiveUpdates: boolean;
  /** Skips remaining steps. */
  readonly signal: AbortSignal;
  readonly today: Date;
  /** Idle time to test. */
  readonly unusedMs: number;
  /** `seen` is called for each connection step. */
  probe(seen: (seen: CompletedStep) => void): Promise<Probe>;
  /** Called after each change. */
  report(checks: readonly Check[]): void;
}
