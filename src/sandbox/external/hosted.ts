import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface HostedUser {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly email: string;
}

/** On a line if it has a `place`. */
export interface HostedComment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
  readonly at: string;
  readonly place?: { readonly path: string; readonly line: number; readonly side: 'RIGHT' | 'LEFT' };
}

export interface HostedPull {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: 'open' | 'closed' | 'merged';
  readonly isDraft: boolean;
  readonly author: string;
  readonly headBranch: string;
  readonly headSha: string;
  readonly baseBranch: string;
  readonly baseSha: string;
  readonly mergeCommitSha: string | null;
  readonly mergedBy: string | null;
  readonly labels: readonly string[];
  readonly createdAt: string;
  readonly closedAt: string | null;
  readonly comments: readonly HostedComment[];
  readonly reviews: readonly HostedComment[];
}

/** Shares its numbering with pull requests. */
export interface HostedIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: 'open' | 'closed';
  readonly author: string;
  readonly assignees: readonly string[];
  readonly createdAt: string;
  readonly closedAt: string | null;
  readonly comments: readonly HostedComment[];
}

/** GitHub: `owner/name`; Bitbucket Server: project key and slug. */
export interface HostedRepository {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  readonly description: string;
  readonly isPrivate: boolean;
  readonly defaultBranch: string;
  readonly labels: readonly { readonly name: string; readonly color: string; readonly description: string | null }[];
  readonly milestones: readonly {
    readonly number: number;
    readonly title: string;
    readonly isOpen: boolean;
    readonly dueOn: string | null;
  }[];
  readonly pulls: readonly HostedPull[];
  /** Default none. */
  readonly issues?: readonly HostedIssue[];
}

/** File contents by name. */
export interface HostedGist {
  readonly id: string;
  readonly description: string;
  readonly isPublic: boolean;
  readonly files: Readonly<Record<string, string>>;
}

/** Data of an external service: `service.json` of its folder, read for each request. */
export interface HostedService {
  /** Accepted as token and as the user's password; full access. */
  readonly token: string;
  /** Full access for other users, each with its own rate limit; default none. */
  readonly furtherTokens?: readonly string[];
  readonly username: string;
  /** Scopes that GitHub reports with each response; omitted for fine-grained tokens. */
  readonly scopes?: readonly string[];
  readonly users: readonly HostedUser[];
  readonly repositories: readonly HostedRepository[];
  readonly gists: readonly HostedGist[];
}

export const serviceFile = 'service.json';

/** Path of a repository below the service's folder. */
export const hostedDirectory = (folder: string, { owner, name }: Pick<HostedRepository, 'owner' | 'name'>): string =>
  join(folder, 'repositories', owner, `${name}.git`);

export const readService = async (folder: string): Promise<HostedService> =>
  JSON.parse(await readFile(join(folder, serviceFile), 'utf8')) as HostedService;
