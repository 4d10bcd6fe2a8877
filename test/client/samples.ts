import type { Commit } from '../../src/wire/commits.ts';

export const wireCommit = (changes: Partial<Commit> = {}): Commit => ({
  id: '6104942438c14ec7bd21c6cd5bd995272b3faff6',
  short_id: '6104942438c',
  title: 'Sanitize for network graph',
  message: 'Sanitize for network graph',
  author_name: 'randx',
  author_email: 'user@example.com',
  authored_date: '2021-09-20T09:06:12.420+03:00',
  committer_name: 'Dmitriy',
  committer_email: 'user@example.com',
  committed_date: '2021-09-20T09:06:12.300+03:00',
  created_at: '2021-09-20T09:06:12.300+03:00',
  parent_ids: ['ae1d9fb46aa2b07ee9836d49862ec4e2c46fbbba'],
  web_url: 'https://gitlab.example.com/janedoe/gitlab-foss/-/commit/6104942438c14ec7bd21c6cd5bd995272b3faff6',
  trailers: {},
  ...changes,
});

export const wireUser = { id: 1, username: 'olive', name: 'Olive Owner', web_url: 'https://gitlab.example.com/olive' };

export const pick = { id: 'group/project', sha: '6104942438c14ec7bd21c6cd5bd995272b3faff6', branch: 'stable' } as const;
