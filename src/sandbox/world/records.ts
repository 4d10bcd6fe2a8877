import type { ProtectedBranch } from '../../wire/protectedBranches.ts';
import type { Administration } from './administrationRecords.ts';
import type { IssueState } from './issueRecords.ts';
import type { ReviewState } from './reviewRecords.ts';
import type { PlanningContent, TransferState } from './transferRecords.ts';

/** Roles as numbers, as everywhere in the service; 0 is no role, 60 stands for administrators. */
export const levels = {
  none: 0,
  guest: 10,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
  admin: 60,
} as const;

/** A public key a user signs commits with. */
export interface SshKey {
  readonly id: number;
  readonly title: string;
  readonly key: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** An OpenPGP key a user signs commits with, armoured. */
export interface PgpKeyRecord {
  readonly id: number;
  readonly key: string;
  readonly createdAt: string;
}

/** A user of the sandbox. */
export interface Person {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly isAdmin: boolean;
  /** Left out for everybody who may sign in. */
  readonly isBlocked?: boolean;
  /** The account of a token of a group or project. */
  readonly isBot?: boolean;
  readonly createdAt: string;
  readonly keys: readonly SshKey[];
  /** None when left out. */
  readonly pgpKeys?: readonly PgpKeyRecord[];
  /** What the person says of being there; nothing when left out. */
  readonly status?: { readonly isBusy: boolean; readonly emoji: string; readonly message: string };
}

/** An access token. Without a `secret` every start gives it a new one. `expiresOn` is `YYYY-MM-DD`. */
export interface Token {
  readonly id: number;
  readonly name: string;
  readonly secret?: string;
  readonly personId: number;
  /** `granular` alone for a fine-grained token. */
  readonly scopes: readonly string[];
  /** What a fine-grained token may do, such as `Merge Request: Create`; `Read` alone stands for reading everything. */
  readonly permissions?: readonly string[];
  readonly isRevoked: boolean;
  readonly expiresOn: string | null;
  /** The moment an OAuth token ends; a personal access token has none. */
  readonly expiresAt?: string;
  readonly createdAt: string;
}

/** The role of a person in a group or project. */
export interface Membership {
  readonly personId: number;
  readonly level: number;
  /** The custom role the person has, when it is not just the ordinary one. */
  readonly memberRoleId?: number;
  /** Last day of the membership, `YYYY-MM-DD`; for ever when left out. */
  readonly expiresOn?: string;
}

/** A group; its members are members of everything below its path. */
export interface Group {
  readonly id: number;
  readonly path: string;
  readonly name: string;
  readonly members: readonly Membership[];
  readonly description?: string;
  /** Private when left out. */
  readonly visibility?: Visibility;
  readonly createdAt?: string;
  /** Labels, milestones, boards and badges; none when missing. */
  readonly planning?: PlanningContent;
}

/** One job of a pipeline, or an external check. */
export interface Job {
  readonly id: number;
  readonly name: string;
  readonly stage: string;
  readonly status: string;
  readonly allowsFailure: boolean;
  /** Replaced by a later job of the same name; shown only when all are asked for. */
  readonly isRetried: boolean;
  readonly description: string | null;
  readonly coverage: number | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Who reported an external check, and where it shows itself. */
  readonly reporterId?: number;
  readonly targetUrl?: string | null;
}

/** What ran for a commit. */
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
}

/** A rule of a merge request: so many of these people have to approve it. */
export interface ApprovalRuleState {
  readonly id: number;
  readonly name: string;
  readonly type: 'regular' | 'code_owner' | 'any_approver';
  readonly required: number;
  readonly personIds: readonly number[];
}

/** A merge request; `commits` are those it brings, newest first, as of `sha`. */
export interface MergeRequestState {
  readonly id: number;
  readonly iid: number;
  readonly title: string;
  readonly description: string;
  readonly state: 'opened' | 'closed' | 'merged';
  readonly sourceBranch: string;
  readonly targetBranch: string;
  readonly authorId: number;
  readonly assigneeId: number | null;
  /** All assignees where there are several; the first is `assigneeId`. */
  readonly assigneeIds?: readonly number[];
  /** Who was asked to review; nobody in worlds of older releases. */
  readonly reviewerIds?: readonly number[];
  /** When reviewers were asked for another review, the last time each: what they did before counts no more. */
  readonly askedAgain?: readonly { readonly personId: number; readonly at: string }[];
  readonly mergedById: number | null;
  readonly labels: readonly string[];
  /** Title of a milestone of the project or a group above. */
  readonly milestone?: string;
  readonly isDraft: boolean;
  /** Members that worlds of older releases do not have. */
  readonly closedById?: number;
  readonly isSquashed?: boolean;
  readonly removesSource?: boolean;
  /** Rules of its own; they count on licensed servers. */
  readonly approvalRules?: readonly ApprovalRuleState[];
  /** Who wants it merged as soon as its pipeline has succeeded. */
  readonly mergesBy?: number | undefined;
  readonly squashCommitSha?: string;
  readonly sha: string;
  readonly mergeCommitSha: string | null;
  readonly commits: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly mergedAt: string | null;
  readonly closedAt: string | null;
}

/** A protection rule as an Enterprise server prints it; when it last changed, if it did since the project was made. */
export interface ProtectionRule extends ProtectedBranch {
  readonly updatedAt?: string;
}

/** Whether merges of a project squash: always, never, or as the merge request says, which begins with yes or no. */
export type SquashOption = 'never' | 'always' | 'default_on' | 'default_off';

/** Who may see a project. */
export type Visibility = 'private' | 'internal' | 'public';

/** A project: its place, its people, its rules, and what happened around its commits. */
export interface ProjectState {
  readonly id: number;
  /** Full path: groups and name. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly isArchived: boolean;
  /** Where it used to be: requests for these paths are sent on. */
  readonly formerPaths: readonly string[];
  /** Folder of the bare repository, below the world's `repositories`. */
  readonly directory: string;
  readonly defaultBranch: string;
  readonly createdAt: string;
  readonly members: readonly Membership[];
  /** `default_off` when left out. */
  readonly squashOption?: SquashOption;
  readonly rules: readonly ProtectionRule[];
  readonly mergeRequests: readonly MergeRequestState[];
  readonly pipelines: readonly Pipeline[];
  /** Missing in worlds made before there were issues. */
  readonly issues?: readonly IssueState[];
  /** What people said about commits and merge requests; missing in worlds of older releases. */
  readonly review?: ReviewState;
  /** Labels, milestones and badges; none when missing. */
  readonly planning?: PlanningContent;
  /** The project this one is a fork of. */
  readonly forkedFromId?: number;
  /** Commits worth pointing out, by what they are good for. */
  readonly landmarks: Readonly<Record<string, string>>;
}

/** Everything the sandbox knows besides what is in git. */
export interface WorldState extends Administration {
  readonly format: 1;
  readonly people: readonly Person[];
  readonly tokens: readonly Token[];
  readonly groups: readonly Group[];
  readonly projects: readonly ProjectState[];
  /** Certificates of the authorities whose signers are trusted, as PEM; none when left out. */
  readonly authorities?: readonly string[];
  /** Exports and imports; missing in worlds that never had one. */
  readonly transfers?: TransferState;
  /** The greatest numbers records have had; missing in worlds in which nothing was changed. */
  readonly usedIds?: UsedIds;
}

/** The greatest number any record of a kind has or has had: what was removed keeps its number. */
export interface UsedIds {
  readonly project: number;
  readonly mergeRequest: number;
  readonly issue: number;
  readonly note: number;
  readonly draft: number;
  readonly rule: number;
  /** Of an entry of a rule. */
  readonly level: number;
  readonly memberRole: number;
}
