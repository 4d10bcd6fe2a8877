import type { ExternalAnswer } from './githubAnswers.ts';
import type { HostedPull, HostedRepository, HostedService } from './hosted.ts';

const find = (service: HostedService, owner: string, name: string): HostedRepository | undefined =>
  service.repositories.find(
    (repository) =>
      repository.owner.toLowerCase() === owner.toLowerCase() && repository.name.toLowerCase() === name.toLowerCase(),
  );

const milliseconds = (at: string | null): number | null => (at === null ? null : Date.parse(at));

const person = ({ users }: HostedService, login: string): object => {
  const known = users.find((candidate) => candidate.login === login);
  return { user: { name: login, emailAddress: known?.email ?? null, displayName: known?.name ?? login } };
};

const serverPull = (service: HostedService, pull: HostedPull): object => ({
  id: pull.number,
  title: pull.title,
  description: pull.body,
  state: pull.state === 'open' ? 'OPEN' : pull.state === 'merged' ? 'MERGED' : 'DECLINED',
  author: person(service, pull.author),
  fromRef: { id: `refs/heads/${pull.headBranch}`, displayId: pull.headBranch, latestCommit: pull.headSha },
  toRef: { id: `refs/heads/${pull.baseBranch}`, displayId: pull.baseBranch, latestCommit: pull.baseSha },
  createdDate: milliseconds(pull.createdAt),
  updatedDate: milliseconds(pull.closedAt ?? pull.createdAt),
  closedDate: milliseconds(pull.closedAt),
});

const activities = (service: HostedService, pull: HostedPull): object[] => [
  ...pull.comments.map((comment) => ({
    id: comment.id,
    action: 'COMMENTED',
    createdDate: milliseconds(comment.at),
    comment: {
      id: comment.id,
      text: comment.body,
      author: (person(service, comment.author) as { user: object }).user,
      createdDate: milliseconds(comment.at),
    },
    ...(comment.place === undefined
      ? {}
      : {
          commentAnchor: {
            path: comment.place.path,
            line: comment.place.line,
            lineType: comment.place.side === 'RIGHT' ? 'ADDED' : 'REMOVED',
            toHash: pull.headSha,
            fromHash: pull.baseSha,
          },
        }),
  })),
  ...(pull.mergeCommitSha === null
    ? []
    : [
        {
          id: 9000 + pull.number,
          action: 'MERGED',
          createdDate: milliseconds(pull.closedAt),
          commit: { id: pull.mergeCommitSha },
        },
      ]),
];

const page = (values: readonly object[]): ExternalAnswer => ({
  status: 200,
  body: { size: values.length, limit: 100, start: 0, isLastPage: true, values },
});

/** Bitbucket Server's response to an authenticated request; `path` is relative to `/rest/api/1.0`. */
export const bitbucketServerAnswer = (service: HostedService, url: string, path: string): ExternalAnswer => {
  const found = /^\/projects\/([^/]+)\/repos\/([^/]+)(\/.*)?$/.exec(path);
  const repository = find(service, found?.[1] ?? '', found?.[2] ?? '');
  if (repository === undefined) {
    return { status: 404, body: { errors: [{ message: `Repository ${path} does not exist.` }] } };
  }
  const rest = found?.[3] ?? '';
  const { owner, name, description, defaultBranch, isPrivate } = repository;
  if (rest === '') {
    const clone = { name: 'http', href: `${url}/scm/${owner.toLowerCase()}/${name}.git` };
    return {
      status: 200,
      body: {
        slug: name,
        name,
        description,
        public: !isPrivate,
        project: { key: owner },
        defaultBranch,
        links: { clone: [clone] },
      },
    };
  }
  if (rest === '/pull-requests') return page(repository.pulls.map((pull) => serverPull(service, pull)));
  const number = /^\/pull-requests\/(\d+)\/activities$/.exec(rest)?.[1];
  const pull = repository.pulls.find((candidate) => candidate.number === Number(number));
  return pull === undefined ? { status: 404, body: { errors: [] } } : page(activities(service, pull));
};

/** Bitbucket Cloud's response to an authenticated request; `path` is relative to `/2.0`. */
export const bitbucketCloudAnswer = (service: HostedService, url: string, path: string): ExternalAnswer => {
  const found = /^\/repositories\/([^/]+)\/([^/]+)(\/pullrequests)?$/.exec(path);
  const repository = find(service, found?.[1] ?? '', found?.[2] ?? '');
  if (repository === undefined) return { status: 404, body: { type: 'error', error: { message: 'Not found' } } };
  const { owner, name, description, defaultBranch, isPrivate, pulls } = repository;
  if (found?.[3] === undefined) {
    const clone = [{ name: 'https', href: `${url}/${owner}/${name}.git` }];
    return {
      status: 200,
      body: {
        full_name: `${owner}/${name}`,
        name,
        description,
        is_private: isPrivate,
        mainbranch: { name: defaultBranch },
        links: { clone },
      },
    };
  }
  const values = pulls.map((pull) => ({
    id: pull.number,
    title: pull.title,
    description: pull.body,
    state: pull.state === 'open' ? 'OPEN' : pull.state === 'merged' ? 'MERGED' : 'DECLINED',
    author: { nickname: pull.author },
    source: { branch: { name: pull.headBranch }, commit: { hash: pull.headSha } },
    destination: { branch: { name: pull.baseBranch }, commit: { hash: pull.baseSha } },
    merge_commit: pull.mergeCommitSha === null ? null : { hash: pull.mergeCommitSha },
    created_on: pull.createdAt,
    updated_on: pull.closedAt ?? pull.createdAt,
  }));
  return { status: 200, body: { values } };
};
