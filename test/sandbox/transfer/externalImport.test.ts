import assert from 'node:assert/strict';
import type { ImportedProject } from '../../../src/wire/externalImport.ts';
import type { MergeRequest } from '../../../src/wire/mergeRequests.ts';
import type { Discussion } from '../../../src/wire/notes.ts';
import type { Branch, Project } from '../../../src/wire/projects.ts';
import type { ProjectImport } from '../../../src/wire/projectTransfer.ts';
import {
  startExternalService,
  type RunningExternalService,
} from '../../../src/sandbox/external/startExternalService.ts';
import { startSandbox } from '../../support/servers/startSandbox.ts';
import { drive, type Answer, type As, type Driven } from '../driving.ts';
import { gate, stateOf } from './transferring.ts';

describe('imports from other services', () => {
  let outside: RunningExternalService;
  let driven: Driven;
  const errors: unknown[] = [];

  before(async () => {
    outside = await startExternalService();
    const services = { github: outside.url, bitbucket: outside.url };
    driven = drive(await startSandbox({ jobDelayMs: 0, services, onError: (error) => errors.push(error) }));
  });
  after(async () => {
    await driven.sandbox.close();
    await outside.close();
    assert.deepEqual(errors, []);
  });

  const github = <Body = ImportedProject>(more: object = {}, as: As = 'maintainer'): Promise<Answer<Body>> =>
    driven.post<Body>(
      '/import/github',
      { personal_access_token: outside.token, repo_id: 7001, target_namespace: 'acme', ...more },
      as,
    );

  const withHeldJobs = async (use: (held: ReturnType<typeof gate>, driven: Driven) => Promise<void>): Promise<void> => {
    const held = gate();
    const { beforeJobStep } = held;
    const sandbox = await startSandbox({ jobDelayMs: 0, beforeJobStep, services: { github: outside.url } });
    try {
      await use(held, drive(sandbox));
    } finally {
      await sandbox.close();
    }
  };

  describe('H1 from GitHub', () => {
    it('brings code, pull requests with their comments and counters', async () => {
      const { status, json } = await github();
      assert.equal(status, 201);
      assert.deepEqual(
        [json.full_path, json.full_name, json.import_source, json.import_status, json.provider_link],
        ['/acme/cider', 'Acme / cider', 'wanda/cider', 'scheduled', '/wanda/cider'],
      );
      await driven.sandbox.jobsSettled();
      const project = `/projects/${json.id}`;
      const result = (await driven.get<ProjectImport>(`${project}/import`)).json;
      assert.deepEqual([result.import_status, result.import_type, result.import_error], ['finished', 'github', null]);
      assert.deepEqual(result.stats?.fetched, {
        diff_note: 1,
        issue: 2,
        label: 1,
        milestone: 1,
        note: 3,
        pull_request: 2,
        pull_request_merged_by: 1,
        pull_request_review: 1,
      });
      assert.deepEqual(result.stats.imported, result.stats.fetched);
      const branches = (await driven.get<Branch[]>(`${project}/repository/branches`)).json;
      assert.deepEqual(branches.map(({ name }) => name).toSorted(), ['main', 'more']);
      const requests = (await driven.get<MergeRequest[]>(`${project}/merge_requests?state=all`)).json;
      assert.deepEqual(requests.map(({ iid, state, source_branch: source }) => [iid, state, source]).toSorted(), [
        [1, 'merged', 'glass'],
        [2, 'opened', 'more'],
      ]);
      // its branch is gone, its commit is not
      const merged = requests.find(({ iid }) => iid === 1);
      assert.equal((await driven.get(`${project}/repository/commits/${merged?.sha}`)).status, 200);
      const said = (await driven.get<Discussion[]>(`${project}/merge_requests/2/discussions`)).json.flatMap(
        ({ notes }) => notes,
      );
      assert.deepEqual(
        said.map(({ body, type, author, position }) => [
          body,
          type ?? null,
          author?.username,
          position?.new_line ?? null,
        ]),
        [
          ['*Created by: wanda*\n\nThree is enough', null, 'maintainer', null],
          ['Per hour?', 'DiffNote', 'maintainer', 1],
        ],
      );
    });

    it('asks for pages of the size that is wanted', async () => {
      const before = outside.requests.length;
      const address = { github_hostname: `${outside.url}/api/v3` };
      const { json } = await github({ ...address, new_name: 'By ones', pagination_limit: 1 });
      assert.equal(json.full_path, '/acme/By-ones');
      await driven.sandbox.jobsSettled();
      const asked = outside.requests.slice(before).filter((request) => request.includes('/issues?'));
      assert.ok(
        asked.every((request) => request.includes('per_page=1&')),
        asked.join('\n'),
      );
      // two issues, two pull requests, and the empty page after them
      assert.equal(asked.length, 5);
      const result = (await driven.get<ProjectImport>(`/projects/${json.id}/import`)).json;
      assert.deepEqual([result.import_status, result.stats?.fetched['issue']], ['finished', 2]);
    });

    it('goes on with further tokens while the first has reached its limit', async () => {
      outside.limitRate('on');
      try {
        assert.equal((await github({ additional_access_tokens: ['wrong'], new_name: 'never' })).status, 401);
        const { status, json } = await github({ additional_access_tokens: outside.furtherTokens, new_name: 'pooled' });
        assert.equal(status, 201);
        await driven.sandbox.jobsSettled();
        const result = (await driven.get<ProjectImport>(`/projects/${json.id}/import`)).json;
        assert.deepEqual([result.import_status, result.stats?.imported['issue']], ['finished', 2]);
      } finally {
        outside.limitRate('off');
      }
    });

    it('refuses a token the other service does not know, and passes its rate limit on', async () => {
      const wrong = await github<object>({ personal_access_token: 'wrong' });
      assert.deepEqual([wrong.status, wrong.json], [401, { error: 'Access denied to your GitHub account.' }]);
      outside.limitRate('on');
      const limited = await github<object>();
      outside.limitRate('off');
      assert.deepEqual([limited.status, limited.json], [429, { error: 'Too Many Requests' }]);
    });

    it('refuses what cannot be read or put anywhere', async () => {
      for (const [more, as, status, errors] of [
        [{ repo_id: 1 }, 'maintainer', 422, 'Import failed due to a GitHub error: Not Found (HTTP 404)'],
        [
          { target_namespace: 'nowhere' },
          'maintainer',
          422,
          'Namespace or group to import repository into does not exist.',
        ],
        [{}, 'developer', 422, 'You are not allowed to import projects in this namespace.'],
        [{ new_name: 'orchard' }, 'maintainer', 422, 'Path has already been taken'],
        [{ github_hostname: 'here' }, 'maintainer', 400, 'Invalid URL: here'],
      ] as const) {
        const answer = await github<object>(more, as);
        assert.deepEqual([answer.status, answer.json], [status, { errors }]);
      }
      const blank = await github<object>({ target_namespace: '' });
      assert.deepEqual([blank.status, blank.json], [400, { error: 'target_namespace is empty' }]);
    });
  });

  describe('H2 canceling', () => {
    it('ends an import that is at work, and no other', () =>
      withHeldJobs(async (held, { get, post, sandbox }) => {
        const begun = await post<ImportedProject>(
          '/import/github',
          { personal_access_token: outside.token, repo_id: 7001, target_namespace: 'acme' },
          'owner',
        );
        const cancel = (as: As, id = begun.json.id): Promise<Answer> =>
          post('/import/github/cancel', { project_id: id }, as);
        assert.deepEqual((await cancel('maintainer')).json, { message: 'Unauthorized access' });
        held.open('started');
        await held.reached('finished');
        const canceled = await cancel('owner');
        assert.equal(canceled.status, 200);
        assert.equal((canceled.json as ImportedProject).import_status, 'canceled');
        held.open('finished');
        await sandbox.jobsSettled();
        const { json } = await get<ProjectImport>(`/projects/${begun.json.id}/import`, 'owner');
        assert.equal(json.import_status, 'canceled');
        assert.deepEqual(
          (await get<MergeRequest[]>(`/projects/${begun.json.id}/merge_requests?state=all`, 'owner')).json,
          [],
        );
        const again = await cancel('owner');
        assert.deepEqual(
          [again.status, again.json],
          [400, { message: 'The import cannot be canceled because it is canceled' }],
        );
        const other = await cancel('owner', 101);
        assert.deepEqual([other.status, other.json], [404, { message: '404 Not found' }]);
      }));
  });

  describe('H3 gists', () => {
    it('makes snippets of those with ten files at most, one import at a time', () =>
      withHeldJobs(async (held, { post, sandbox }) => {
        const begin = (token = outside.token): Promise<Answer> =>
          post('/import/hostone/gists', { personal_access_token: token }, 'developer');
        assert.equal((await begin('wrong')).status, 401);
        assert.equal((await begin()).status, 202);
        const busy = await begin();
        assert.deepEqual([busy.status, busy.json], [422, { errors: 'Import already in progress' }]);
        outside.limitRate('on');
        assert.equal((await begin()).status, 429);
        outside.limitRate('off');
        held.open('finished');
        await sandbox.jobsSettled();
        const world = sandbox.repository.slice(0, sandbox.repository.indexOf('/repositories/'));
        const { transfers } = await stateOf<{
          transfers: { snippets: { title: string }[]; gistImports: { failed: string[]; token: null }[] };
        }>(world);
        assert.deepEqual(
          transfers.snippets.map(({ title }) => title),
          ['A recipe'],
        );
        assert.deepEqual(
          transfers.gistImports.map(({ failed, token }) => [failed, token]),
          [[['g2'], null]],
        );
      }));
  });

  describe('H4 from Bitbucket Server', () => {
    const server = (more: object = {}): Promise<Answer<ImportedProject>> =>
      driven.post<ImportedProject>('/import/bitbucket_server', {
        bitbucket_server_url: outside.url,
        bitbucket_server_username: outside.username,
        personal_access_token: outside.token,
        bitbucket_server_project: 'CID',
        bitbucket_server_repo: 'cider',
        ...more,
      });

    it('reads new_namespace alone: with target_namespace the project is the own one', async () => {
      const own = await server({ target_namespace: 'acme/tools' });
      assert.deepEqual(
        [own.status, own.json.full_path, own.json.import_status],
        [201, '/maintainer/cider', 'scheduled'],
      );
      const named = await server({ new_namespace: 'acme/tools', new_name: 'Juice' });
      assert.equal(named.json.full_path, '/acme/tools/Juice');
      await driven.sandbox.jobsSettled();
      const { json } = await driven.get<ProjectImport>(`/projects/${named.json.id}/import`);
      assert.deepEqual(
        [json.import_status, json.import_type, json.stats ?? null],
        ['finished', 'bitbucket_server', null],
      );
      const requests = await driven.get<MergeRequest[]>(`/projects/${named.json.id}/merge_requests?state=all`);
      assert.deepEqual(requests.json.map(({ iid }) => iid).toSorted(), [1, 2]);
      const project = (await driven.get<Project>(`/projects/${named.json.id}`)).json;
      assert.deepEqual([project.visibility, project.default_branch], ['private', 'main']);
      assert.deepEqual(json.failed_relations, []);
    });

    it('refuses a repository that is not there, a wrong password and an address that is none', async () => {
      const missing = await server({ bitbucket_server_repo: 'beer' });
      assert.deepEqual(
        [missing.status, missing.json],
        [422, { message: { error: 'Project CID/beer could not be found' } }],
      );
      const wrong = await server({ personal_access_token: 'wrong' });
      assert.deepEqual(
        [wrong.status, wrong.json],
        [400, { message: { error: 'Import failed due to a Bitbucket Server error: Bad credentials (HTTP 401)' } }],
      );
      assert.equal((await server({ bitbucket_server_url: 'here' })).status, 400);
      assert.equal((await server({ new_namespace: 'owner' })).status, 401);
    });
  });
});
