import assert from 'node:assert/strict';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import { people } from '../../../src/sandbox/sample/people.ts';
import { levels, type Person, type Token } from '../../../src/sandbox/world/records.ts';
import { orchard, withSandbox } from '../driving.ts';
import { exported, form, postForm } from './transferring.ts';

const nowhere = 'http://127.0.0.1:9';
const github = { personal_access_token: 'x', repo_id: 1, target_namespace: 'acme' };
const server = {
  bitbucket_server_url: nowhere,
  bitbucket_server_username: 'x',
  personal_access_token: 'x',
  bitbucket_server_project: 'X',
  bitbucket_server_repo: 'x',
};
const cloud = { bitbucket_username: 'x', bitbucket_app_password: 'x', repo_path: 'x/y', target_namespace: 'acme' };

describe('exports and imports an administrator has closed', () => {
  const run = withSandbox({ allowances: { importSources: [], projectExport: false } });

  it('refuse every source of imports with 403, each in its own form', async () => {
    const forbidden = { message: '403 Forbidden' };
    const disabled = 'The import source is disabled.';
    for (const [path, body, expected] of [
      ['/import/github', github, { errors: [disabled] }],
      ['/import/bitbucket_server', server, { message: { error: disabled } }],
      ['/import/bitbucket', cloud, { message: { error: disabled } }],
      ['/projects/remote-import', { path: 'x', url: nowhere }, forbidden],
    ] as const) {
      const { status, json } = await run().post(path, body, 'owner');
      assert.deepEqual([status, json], [403, expected], path);
    }
    for (const path of ['/projects/import', '/projects/import-relation']) {
      const { status, json } = await postForm(run().sandbox, path, form({ path: 'x' }, new Uint8Array([0x1f, 0x8b])));
      assert.deepEqual([status, json], [403, forbidden], path);
    }
    assert.equal((await run().post('/import/github', github, 'nobody')).status, 401);
  });

  it('know no export of a project', async () => {
    const missing = [404, { message: '404 Not Found' }];
    const begun = await run().post(`${orchard}/export`, {});
    assert.deepEqual([begun.status, begun.json], missing);
    for (const path of [`${orchard}/export`, `${orchard}/export/download`]) {
      const { status, json } = await run().get(path);
      assert.deepEqual([status, json], missing, path);
    }
    // not a setting of groups
    assert.equal((await run().post('/groups/acme/export', {}, 'owner')).status, 202);
    await run().sandbox.jobsSettled();
  });
});

describe('one source of imports that is closed', () => {
  const run = withSandbox({ allowances: { importSources: ['gitlab_project'] } });

  it('leaves the others open', async () => {
    assert.equal((await run().post('/import/github', github, 'owner')).status, 403);
    const archive = await exported(run().sandbox, '/projects/102');
    const begun = await postForm(run().sandbox, '/projects/import', form({ path: 'again' }, archive));
    assert.equal(begun.status, 201);
    await run().sandbox.jobsSettled();
  });
});

describe('a limit for exports', () => {
  const run = withSandbox({ allowances: { largestExport: 30_000 } });

  it('refuses projects whose repository is larger, and no others', async () => {
    const large = await run().post(`${orchard}/export`, {});
    assert.deepEqual([large.status, large.json], [400, { message: 'The project size exceeds the export limit.' }]);
    assert.equal((await run().get<{ export_status: string }>(`${orchard}/export`)).json.export_status, 'none');
    assert.equal((await run().post('/projects/102/export', {})).status, 202);
    await run().sandbox.jobsSettled();
  });
});

describe('imports of a bot', () => {
  const bot: Person = {
    ...people.neighbour,
    id: 90,
    username: 'group_10_bot',
    name: 'Release robot',
    email: 'group_10_bot@noreply.acme.example',
    isBot: true,
  };
  const secret = 'glpat-of-a-bot';
  const token: Token = {
    id: 90,
    name: 'bot',
    secret,
    personId: bot.id,
    scopes: ['api'],
    isRevoked: false,
    expiresOn: null,
    createdAt: '2026-01-07T10:00:00.000Z',
  };
  const run = withSandbox({
    plan: {
      ...acmePlan,
      people: [...acmePlan.people, bot],
      tokens: [...acmePlan.tokens, token],
      groups: acmePlan.groups.map((group) =>
        group.path === 'acme'
          ? { ...group, members: [...group.members, { personId: bot.id, level: levels.maintainer }] }
          : group,
      ),
    },
    services: { github: nowhere, bitbucket: nowhere },
  });

  it('need a namespace, and never go to its own', async () => {
    const archive = await exported(run().sandbox, '/projects/102');
    const begin = (fields: Record<string, string>) =>
      postForm(run().sandbox, '/projects/import', form({ path: 'robotic', ...fields }, archive), secret);
    const without = await begin({});
    assert.deepEqual([without.status, without.json], [400, { message: 'Namespace is not valid' }]);
    const own = await begin({ namespace: bot.username });
    assert.deepEqual([own.status, own.json], [404, { message: '404 Namespace Not Found' }]);
    assert.equal((await begin({ namespace: 'acme' })).status, 201);
    await run().sandbox.jobsSettled();
    const outside = await run().post('/import/bitbucket_server', server, secret);
    assert.deepEqual(
      [outside.status, outside.json],
      [401, { message: { error: "You don't have permission to import this project" } }],
    );
  });

  it('are those of a client that says of itself that it is one', async () => {
    assert.equal((await run().get<{ bot: boolean }>('/user', secret)).json.bot, true);
    assert.equal((await run().get<{ bot: boolean }>('/user', 'owner')).json.bot, false);
  });
});
