import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A user of the other service. */
export interface HostedUser {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly email: string;
}

/** A comment; with a place it is one on a line of a change. */
export interface HostedComment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
  readonly at: string;
  readonly place?: { readonly path: string; readonly line: number; readonly side: 'RIGHT' | 'LEFT' };
}

/** A pull request. */
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

/** An issue; it shares its numbers with the pull requests. */
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

/** A repository; at GitHub `owner/name`, at Bitbucket Server the project key and the slug. */
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
  /** None when left out. */
  readonly issues?: readonly HostedIssue[];
}

/** A gist: small files by name. */
export interface HostedGist {
  readonly id: string;
  readonly description: string;
  readonly isPublic: boolean;
  readonly files: Readonly<Record<string, string>>;
}

/** Everything an external service knows: the file `service.json` of its folder, read again for each request. */
export interface HostedService {
  /** Opens everything, as a token and as the password of the user. */
  readonly token: string;
  /** Further tokens of other users that open everything, each with a rate limit of its own; none when left out. */
  readonly furtherTokens?: readonly string[];
  readonly username: string;
  /** What the tokens may do, as GitHub tells with every answer; not told when left out, as for fine-grained tokens. */
  readonly scopes?: readonly string[];
  readonly users: readonly HostedUser[];
  readonly repositories: readonly HostedRepository[];
  readonly gists: readonly HostedGist[];
}

/** Name of the file that holds what a service knows. */
export const serviceFile = 'service.json';

/** Where a repository lies below the folder of its service. */
export const hostedDirectory = (folder: string, { owner, name }: Pick<HostedRepository, 'owner' | 'name'>): string =>
  join(folder, 'repositories', owner, `${name}.git`);

/** Reads what a service knows. */
export const readService = async (folder: string): Promise<HostedService> =>
  JSON.parse(await readFile(join(folder, serviceFile), 'utf8')) as HostedService;
