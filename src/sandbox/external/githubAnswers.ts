import type { HostedComment, HostedIssue, HostedPull, HostedRepository, HostedService } from './hosted.ts';

export type ExternalAnswer = { readonly status: number; readonly body: unknown };

const missing: ExternalAnswer = { status: 404, body: { message: 'Not Found' } };

const user = ({ users }: HostedService, login: string | null): object | null => {
  const known = users.find((candidate) => candidate.login === login);
  return known === undefined ? null : { id: known.id, login: known.login, type: 'User' };
};

const repositoryBody = (service: HostedService, url: string, repository: HostedRepository): object => ({
  id: repository.id,
  name: repository.name,
  full_name: `${repository.owner}/${repository.name}`,
  owner: user(service, repository.owner) ?? { login: repository.owner },
  private: repository.isPrivate,
  description: repository.description,
  default_branch: repository.defaultBranch,
  clone_url: `${url}/${repository.owner}/${repository.name}.git`,
  html_url: `${url}/${repository.owner}/${repository.name}`,
  has_wiki: false,
});

const pullBody = (service: HostedService, pull: HostedPull): object => ({
  id: pull.number * 100,
  number: pull.number,
  title: pull.title,
  body: pull.body === '' ? null : pull.body,
  state: pull.state === 'open' ? 'open' : 'closed',
  draft: pull.isDraft,
  user: user(service, pull.author),
  head: { ref: pull.headBranch, sha: pull.headSha },
  base: { ref: pull.baseBranch, sha: pull.baseSha },
  labels: pull.labels.map((name) => ({ name })),
  created_at: pull.createdAt,
  updated_at: pull.closedAt ?? pull.createdAt,
  closed_at: pull.closedAt,
  merged_at: pull.state === 'merged' ? pull.closedAt : null,
  merge_commit_sha: pull.mergeCommitSha,
});

const issueBody = (service: HostedService, issue: HostedIssue): object => ({
  id: issue.number * 100,
  number: issue.number,
  title: issue.title,
  body: issue.body === '' ? null : issue.body,
  state: issue.state,
  user: user(service, issue.author),
  assignees: issue.assignees.map((login) => user(service, login)),
  created_at: issue.createdAt,
  updated_at: issue.closedAt ?? issue.createdAt,
  closed_at: issue.closedAt,
});

/** GitHub's issue list includes pull requests. */
const issues = (service: HostedService, url: string, repository: HostedRepository): object[] => [
  ...(repository.issues ?? []).map((issue) => issueBody(service, issue)),
  ...repository.pulls.map((pull) => ({
    ...issueBody(service, { ...pull, state: pull.state === 'open' ? 'open' : 'closed', assignees: [] }),
    pull_request: { url: `${url}/api/v3/repos/${repository.owner}/${repository.name}/pulls/${pull.number}` },
  })),
];

const commentBody = (service: HostedService, comment: HostedComment): object => ({
  id: comment.id,
  user: user(service, comment.author),
  body: comment.body,
  created_at: comment.at,
  updated_at: comment.at,
});

const plainComments = (service: HostedService, { pulls, issues = [] }: HostedRepository): object[] =>
  [...pulls, ...issues].flatMap(({ number, comments }) =>
    comments
      .filter(({ place }) => place === undefined)
      .map((comment) => ({ ...commentBody(service, comment), issue_url: `/issues/${number}` })),
  );

const lineComments = (service: HostedService, { pulls }: HostedRepository): object[] =>
  pulls.flatMap(({ number, headSha, comments }) =>
    comments
      .filter(({ place }) => place !== undefined)
      .map((comment) => ({
        ...commentBody(service, comment),
        ...comment.place,
        pull_request_url: `/pulls/${number}`,
        commit_id: headSha,
        original_commit_id: headSha,
      })),
  );

const below = (service: HostedService, url: string, repository: HostedRepository, rest: string): unknown => {
  if (rest === '') return repositoryBody(service, url, repository);
  if (rest === '/labels') return repository.labels;
  if (rest === '/milestones') {
    return repository.milestones.map(({ number, title, isOpen, dueOn }) => ({
      number,
      title,
      description: null,
      state: isOpen ? 'open' : 'closed',
      due_on: dueOn,
    }));
  }
  if (rest === '/issues') return issues(service, url, repository);
  if (rest === '/pulls') return repository.pulls.map((pull) => pullBody(service, pull));
  if (rest === '/issues/comments') return plainComments(service, repository);
  if (rest === '/pulls/comments') return lineComments(service, repository);
  const one = /^\/pulls\/(\d+)(\/reviews)?$/.exec(rest);
  const pull = repository.pulls.find(({ number }) => number === Number(one?.[1]));
  if (pull === undefined) return undefined;
  if (one?.[2] === undefined) return { ...pullBody(service, pull), merged_by: user(service, pull.mergedBy) };
  return pull.reviews.map(({ id, author, body, at }) => ({
    id,
    user: user(service, author),
    body,
    state: 'APPROVED',
    submitted_at: at,
  }));
};

const isSame = (one: string, other: string | undefined): boolean => one.toLowerCase() === other?.toLowerCase();

/** GitHub's response to an authenticated request; `path` is relative to `/api/v3`. Lists are paginated. */
export const githubAnswer = (
  service: HostedService,
  url: string,
  { path, query, login }: { readonly path: string; readonly query: URLSearchParams; readonly login: string },
): ExternalAnswer => {
  const paged = (body: unknown): ExternalAnswer => {
    if (body === undefined) return missing;
    if (!Array.isArray(body)) return { status: 200, body };
    const size = Number(query.get('per_page') ?? 30);
    const from = (Number(query.get('page') ?? 1) - 1) * size;
    return { status: 200, body: body.slice(from, from + size) };
  };
  if (path === '/user') return paged(user(service, login) ?? undefined);
  if (path === '/gists') {
    return paged(
      service.gists.map(({ id, description, isPublic, files }) => ({
        id,
        description,
        public: isPublic,
        files: Object.fromEntries(
          Object.entries(files).map(([filename, content]) => [filename, { filename, content, size: content.length }]),
        ),
      })),
    );
  }
  if (path === '/user/repos') return paged(service.repositories.map((one) => repositoryBody(service, url, one)));
  const byId = /^\/repositories\/(\d+)$/.exec(path);
  const byName = /^\/repos\/([^/]+)\/([^/]+)(\/.*)?$/.exec(path);
  const repository = service.repositories.find(({ id, owner, name }) =>
    byId === null ? isSame(owner, byName?.[1]) && isSame(name, byName?.[2]) : id === Number(byId[1]),
  );
  return repository === undefined ? missing : paged(below(service, url, repository, byName?.[3] ?? ''));
};
