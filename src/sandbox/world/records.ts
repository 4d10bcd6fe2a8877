import type { ProtectedBranch } from '../../wire/protectedBranches.ts';
import type { Administration } from './administrationRecords.ts';
import type { IssueState } from './issueRecords.ts';
import type { ReviewState } from './reviewRecords.ts';
import type { PlanningContent, TransferState } from './transferRecords.ts';

export const levels = {
  none: 0,
  guest: 10,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
  admin: 60,
} as const;

/** For signing commits. */
export interface SshKey {
  readonly id: number;
  readonly title: string;
  readonly key: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** Armored, for signing commits. */
export interface PgpKeyRecord {
  readonly id: number;
  readonly key: string;
  readonly createdAt: string;
}

export interface Person {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly isAdmin: boolean;
  /** Default false. */
  readonly isBlocked?: boolean;
  /** User of a group or project access token. */
  readonly isBot?: boolean;
  readonly createdAt: string;
  readonly keys: readonly SshKey[];
  readonly pgpKeys?: readonly PgpKeyRecord[];
  readonly status?: { readonly isBusy: boolean; readonly emoji: string; readonly message: string };
}

/** Without `secret` a new one is generated at each start. `expiresOn` is `YYYY-MM-DD`. */
export interface Token {
  readonly id: number;
  readonly name: string;
  readonly secret?: string;
  readonly personId: number;
  /** Only `granular` for a fine-grained token. */
  readonly scopes: readonly string[];
  /** Permissions of a fine-grained token, such as `Merge Request: Create`; `Read` grants all reads. */
  readonly permissions?: readonly string[];
  readonly isRevoked: boolean;
  readonly expiresOn: string | null;
  /** Expiry of an OAuth token; undefined for personal access tokens. */
  readonly expiresAt?: string;
  readonly createdAt: string;
}

export interface Membership {
  readonly personId: number;
  readonly level: number;
  /** Custom role. */
  readonly memberRoleId?: number;
  /** Last day, `YYYY-MM-DD`; default unlimited. */
  readonly expiresOn?: string;
}

/** Members belong to all subgroups and projects, too. */
export interface Group {
  readonly id: number;
  readonly path: string;
  readonly name: string;
  readonly members: readonly Membership[];
  readonly description?: string;
  /** Default private. */
  readonly visibility?: Visibility;
  readonly createdAt?: string;
  readonly planning?: PlanningContent;
}

/** Job or external status. */
export interface Job {
  readonly id: number;
  readonly name: string;
  readonly stage: string;
  readonly status: string;
  readonly allowsFailure: boolean;
  /** Listed only with `all`. */
  readonly isRetried: boolean;
  readonly description: string | null;
  readonly coverage: number | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Reporter and link of an external status. */
  readonly reporterId?: number;
  readonly targetUrl?: string | null;
  /** Of a job that was started on this server. */
  readonly run?: {
    readonly startsAt: string;
    readonly endsAt: string;
    readonly ends: 'success' | 'failed' | 'skipped';
  };
  /** Of a job of a CI configuration: what its commands print, and exit codes of this run and the next ones; the last stays. */
  readonly script?: { readonly lines: readonly string[]; readonly exits: readonly number[] };
}

export interface Pipeline {
  readonly id: number;
  readonly iid: number;
  readonly sha: string;
  readonly ref: string;
  readonly status: string;
  readonly source: string;
  readonly personId: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly jobs: readonly Job[];
  /** Jobs that have started a pipeline of another project. */
  readonly bridges?: readonly (Pick<Job, 'id' | 'name' | 'stage'> & {
    readonly projectId: number;
    readonly pipelineId: number;
  })[];
}

/** Requires `required` approvals by `personIds`. */
export interface ApprovalRuleState {
  readonly id: number;
  readonly name: string;
  readonly type: 'regular' | 'code_owner' | 'any_approver';
  readonly required: number;
  readonly personIds: readonly number[];
}

/** `commits` as of `sha`, newest first. */
export interface MergeRequestState {
  readonly id: number;
  readonly iid: number;
  readonly title: string;
  readonly description: string;
  readonly state: 'opened' | 'closed' | 'merged';
  readonly sourceBranch: string;
  /** Fork with the source branch; default its own project. */
  readonly sourceProjectId?: number;
  /** Those who can merge may push to the fork's branch; default true. */
  readonly isCollaborative?: boolean;
  readonly targetBranch: string;
  readonly authorId: number;
  readonly assigneeId: number | null;
  /** If several; the first is `assigneeId`. */
  readonly assigneeIds?: readonly number[];
  /** Missing in worlds of older releases. */
  readonly reviewerIds?: readonly number[];
  /** Last re-requests; earlier reviews don't count. */
  readonly askedAgain?: readonly { readonly personId: number; readonly at: string }[];
  readonly mergedById: number | null;
  readonly labels: readonly string[];
  /** Title of a milestone of the project or a parent group. */
  readonly milestone?: string | undefined;
  readonly isDraft: boolean;
  /** Missing in worlds of older releases. */
  readonly closedById?: number;
  readonly isSquashed?: boolean;
  readonly removesSource?: boolean;
  /** Commit messages given with the merge. */
  readonly mergeMessage?: string | undefined;
  readonly squashMessage?: string | undefined;
  /** For licensed servers. */
  readonly approvalRules?: readonly ApprovalRuleState[];
  /** User who set auto-merge. */
  readonly mergesBy?: number | undefined;
  /** Number in the merge train it waits in; only together with `mergesBy`. */
  readonly carId?: number;
  /** Rebase whose progress was not requested yet, and error of the last one. */
  readonly isRebasing?: boolean;
  readonly mergeError?: string | null;
  readonly squashCommitSha?: string;
  readonly sha: string;
  /** Pushed heads, oldest first; without them, that of `sha` since the creation. */
  readonly heads?: readonly { readonly sha: string; readonly createdAt: string }[];
  readonly mergeCommitSha: string | null;
  readonly commits: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly mergedAt: string | null;
  readonly closedAt: string | null;
}

/** `updatedAt` is missing until the first change. */
export interface ProtectionRule extends ProtectedBranch {
  readonly updatedAt?: string;
}

/** `default_on` and `default_off` preset the option of merge requests. */
export type SquashOption = 'never' | 'always' | 'default_on' | 'default_off';

/** With a merge commit, the same after a rebase, or by moving the target. */
export type MergeMethod = 'merge' | 'rebase_merge' | 'ff';

export type Visibility = 'private' | 'internal' | 'public';

export interface ProjectState {
  readonly id: number;
  /** Full path. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly isArchived: boolean;
  /** Redirected to `path`. */
  readonly formerPaths: readonly string[];
  /** Bare repository, relative to `repositories`. */
  readonly directory: string;
  readonly defaultBranch: string;
  readonly createdAt: string;
  readonly members: readonly Membership[];
  /** Default `default_off`. */
  readonly squashOption?: SquashOption;
  /** `merge` when left out. */
  readonly mergeMethod?: MergeMethod;
  /** Only effective on licensed servers. */
  readonly hasMergeTrains?: boolean;
  readonly rules: readonly ProtectionRule[];
  readonly mergeRequests: readonly MergeRequestState[];
  readonly pipelines: readonly Pipeline[];
  /** Missing in worlds of older releases. */
  readonly issues?: readonly IssueState[];
  /** Missing in worlds of older releases. */
  readonly review?: ReviewState;
  readonly planning?: PlanningContent;
  readonly forkedFromId?: number;
  /** SHAs of notable commits by purpose. */
  readonly landmarks: Readonly<Record<string, string>>;
}

/** All data outside git. */
export interface WorldState extends Administration {
  readonly format: 1;
  readonly people: readonly Person[];
  readonly tokens: readonly Token[];
  readonly groups: readonly Group[];
  readonly projects: readonly ProjectState[];
  /** Trusted CA certificates, PEM. */
  readonly authorities?: readonly string[];
  /** Missing before the first transfer. */
  readonly transfers?: TransferState;
  /** Missing before the first change. */
  readonly usedIds?: UsedIds;
}

/** IDs of removed records aren't reused. */
export interface UsedIds {
  readonly project: number;
  readonly mergeRequest: number;
  readonly issue: number;
  readonly note: number;
  readonly draft: number;
  readonly rule: number;
  /** Access level entry of a rule. */
  readonly level: number;
  readonly memberRole: number;
}
