import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from '../git/command.ts';
import { createRepository } from '../world/build.ts';
import { importHistory } from '../world/history.ts';
import type { CommitPlan } from '../world/plans.ts';
import { hostedDirectory, serviceFile, type HostedRepository, type HostedService, type HostedUser } from './hosted.ts';

const users: readonly HostedUser[] = [
  { id: 501, login: 'maintainer', name: 'Maya Lindqvist', email: 'maya@acme.example' },
  { id: 502, login: 'wanda', name: 'Wanda Kowalska', email: 'wanda@elsewhere.example' },
];

const maya = { name: 'Maya Lindqvist', email: 'maya@acme.example' };
const wanda = { name: 'Wanda Kowalska', email: 'wanda@elsewhere.example' };

const history: readonly CommitPlan[] = [
  {
    key: 'first',
    author: maya,
    date: '2026-02-02T09:00:00Z',
    message: 'Press apples\n',
    files: { 'press.ts': 'export const litres = 1;\n', 'README.md': '# Cider\n' },
  },
  {
    key: 'glass',
    branch: 'glass',
    from: 'main',
    author: wanda,
    date: '2026-02-03T09:00:00Z',
    message: 'Use glass\n',
    files: { 'bottle.ts': "export const bottle = 'glass';\n" },
  },
  { key: 'merged', merge: 'glass', author: maya, date: '2026-02-04T09:00:00Z', message: 'Merge pull request #1\n' },
  {
    key: 'litres',
    branch: 'more',
    from: 'main',
    author: wanda,
    date: '2026-02-05T09:00:00Z',
    message: 'Press more\n',
    files: { 'press.ts': 'export const litres = 3;\n' },
  },
];

const repository = async (folder: string, id: number, owner: string, name: string): Promise<HostedRepository> => {
  const directory = hostedDirectory(folder, { owner, name });
  await createRepository(directory);
  const { hashOf } = await importHistory(directory, history, [{ name: 'v1', on: 'merged' }]);
  const refs = [`create refs/pull/1/head ${hashOf('glass')}`, `create refs/pull/2/head ${hashOf('litres')}`];
  // the merged branch is deleted: only the pull request's ref keeps its commit
  await git(directory, ['update-ref', '--stdin'], { input: [...refs, 'delete refs/heads/glass', ''].join('\n') });
  const common = { isDraft: false, baseBranch: 'main' };
  return {
    id,
    owner,
    name,
    description: 'Juice that waited',
    isPrivate: false,
    defaultBranch: 'main',
    labels: [{ name: 'press', color: 'fbca04', description: 'About pressing' }],
    milestones: [{ number: 1, title: 'First barrel', isOpen: true, dueOn: '2026-10-01T07:00:00Z' }],
    pulls: [
      {
        ...common,
        number: 1,
        title: 'Bottles of glass',
        body: 'No more plastic',
        state: 'merged',
        author: 'wanda',
        headBranch: 'glass',
        headSha: hashOf('glass'),
        baseSha: hashOf('first'),
        mergeCommitSha: hashOf('merged'),
        mergedBy: 'maintainer',
        labels: [],
        createdAt: '2026-02-03T10:00:00Z',
        closedAt: '2026-02-04T09:00:00Z',
        comments: [{ id: 11, author: 'maintainer', body: 'Good riddance', at: '2026-02-03T12:00:00Z' }],
        reviews: [{ id: 21, author: 'maintainer', body: 'Tastes better too', at: '2026-02-04T08:00:00Z' }],
      },
      {
        ...common,
        number: 2,
        title: 'Press more',
        body: '',
        state: 'open',
        author: 'wanda',
        headBranch: 'more',
        headSha: hashOf('litres'),
        baseSha: hashOf('merged'),
        mergeCommitSha: null,
        mergedBy: null,
        labels: ['press'],
        createdAt: '2026-02-05T10:00:00Z',
        closedAt: null,
        comments: [
          { id: 12, author: 'wanda', body: 'Three is enough', at: '2026-02-05T11:00:00Z' },
          {
            id: 13,
            author: 'maintainer',
            body: 'Per hour?',
            at: '2026-02-05T12:00:00Z',
            place: { path: 'press.ts', line: 1, side: 'RIGHT' },
          },
        ],
        reviews: [],
      },
    ],
    issues: [
      {
        number: 3,
        title: 'Who drinks all this?',
        body: 'Twelve barrels are left.',
        state: 'open',
        author: 'maintainer',
        assignees: ['maintainer', 'wanda'],
        createdAt: '2026-02-06T10:00:00Z',
        closedAt: null,
        comments: [{ id: 14, author: 'wanda', body: 'I do', at: '2026-02-06T11:00:00Z' }],
      },
      {
        number: 4,
        title: 'Corks are missing',
        body: '',
        state: 'closed',
        author: 'wanda',
        assignees: [],
        createdAt: '2026-02-07T10:00:00Z',
        closedAt: '2026-02-08T10:00:00Z',
        comments: [],
      },
    ],
  };
};

/** Creates a small service: two users, one repository at both services, two gists. */
export const createSampleService = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const service: HostedService = {
    token: `outside-${randomBytes(15).toString('base64url')}`,
    furtherTokens: [`outside-${randomBytes(15).toString('base64url')}`],
    username: 'wanda',
    scopes: ['repo', 'read:org', 'gist'],
    users,
    repositories: [await repository(folder, 7001, 'wanda', 'cider'), await repository(folder, 7002, 'CID', 'cider')],
    gists: [
      { id: 'g1', description: 'A recipe', isPublic: true, files: { 'recipe.md': '# Cider\n' } },
      {
        id: 'g2',
        description: 'Too many cooks',
        isPublic: false,
        files: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`cook${index}.txt`, 'stir\n'])),
      },
    ],
  };
  await writeFile(join(folder, serviceFile), JSON.stringify(service, undefined, 2));
};
