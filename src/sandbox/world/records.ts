import type { ProtectedBranch } from '../../wire/protectedBranches.ts';

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

/** A user of the sandbox. */
export interface Person {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly isAdmin: boolean;
  readonly createdAt: string;
  readonly keys: readonly SshKey[];
}

/** A personal access token with its secret: everything here is sample data. `expiresOn` is `YYYY-MM-DD`. */
export interface Token {
  readonly id: number;
  readonly name: string;
  readonly secret: string;
  readonly personId: number;
  readonly scopes: readonly string[];
  readonly isRevoked: boolean;
  readonly expiresOn: string | null;
  readonly createdAt: string;
}

/** The role of a person in a group or project. */
export interface Membership {
  readonly personId: number;
  readonly level: number;
}

/** A group; its members are members of everything below its path. */
export interface Group {
  readonly id: number;
  readonly path: string;
  readonly name: string;
  readonly members: readonly Membership[];
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
  readonly mergedById: number | null;
  readonly labels: readonly string[];
  readonly isDraft: boolean;
  readonly sha: string;
  readonly mergeCommitSha: string | null;
  readonly commits: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly mergedAt: string | null;
  readonly closedAt: string | null;
}

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
  readonly rules: readonly ProtectedBranch[];
  readonly mergeRequests: readonly MergeRequestState[];
  readonly pipelines: readonly Pipeline[];
  /** Commits worth pointing out, by what they are good for. */
  readonly landmarks: Readonly<Record<string, string>>;
}

/** Everything the sandbox knows besides what is in git. */
export interface WorldState {
  readonly format: 1;
  readonly people: readonly Person[];
  readonly tokens: readonly Token[];
  readonly groups: readonly Group[];
  readonly projects: readonly ProjectState[];
}
