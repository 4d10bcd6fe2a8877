import assert from 'node:assert/strict';
import type { Commit, CommitDetail } from '../../../src/wire/commits.ts';
import type { Project } from '../../../src/wire/projects.ts';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import { roleEntry, rule } from '../../../src/sandbox/sample/rules.ts';
import type { ProjectPlan, WorldPlan } from '../../../src/sandbox/world/plans.ts';
import { levels } from '../../../src/sandbox/world/records.ts';
import { ask, type Sent } from '../transfer/asking.ts';
import { withSandbox, type Answer } from '../driving.ts';

const base: ProjectPlan = {
  id: 1,
  path: 'acme/own',
  name: 'Own',
  visibility: 'public',
  commits: [
    { message: 'First\n', files: { 'a.txt': 'one\n', 'dir/b.txt': 'b\n', 'run.sh': 'echo\n', 'old.txt': 'old\n' } },
    { message: 'Second\n', files: { 'a.txt': 'two\n' } },
    { branch: 'release/1.0', from: 'main', message: 'Release\n', files: { 'r.txt': 'r\n' } },
    { branch: 'locked/x', from: 'main', message: 'Locked\n', files: { 'l.txt': 'l\n' } },
    { branch: 'loose/x', from: 'main', message: 'Loose\n', files: { 'l.txt': 'l\n' } },
    { branch: 'side', from: 'main', message: 'Side\n', files: { 's.txt': 's\n' } },
  ],
  rules: [
    rule(1, 'release/*', { push: [roleEntry(levels.maintainer)], merge: [] }),
    rule(2, 'locked/*', { push: [roleEntry(levels.none)], merge: [] }),
    // rules of one branch are alternatives
    rule(3, '*/x', { push: [roleEntry(levels.none), roleEntry(levels.developer)], merge: [] }),
    rule(4, 'loose/*', { push: [roleEntry(levels.maintainer)], merge: [] }, { allow_force_push: true }),
  ],
};

const plan: WorldPlan = {
  ...acmePlan,
  projects: [
    base,
    { ...base, id: 2, path: 'acme/tools/own', name: 'Own', forkedFromId: 1 },
    { ...base, id: 3, path: 'acme/stranger', name: 'Stranger' },
    { id: 4, path: 'acme/bare', visibility: 'public', commits: [] },
    { id: 5, path: 'acme/trunk', visibility: 'public', commits: [] },
  ],
};

describe('C2 writing a commit', () => {
  const run = withSandbox({ plan, now: () => new Date('2026-11-21T10:00:00Z') });
  const at = (project: number): string => `/projects/${project}/repository/commits`;
  const write = (body: object, more: Sent = {}, project = 1): Promise<Answer<CommitDetail & { message: string }>> =>
    ask(run(), 'POST', at(project), { json: { commit_message: 'Change\n', ...body }, ...more });
  const refused = async (body: object, more: Sent = {}): Promise<readonly unknown[]> => {
    const { status, json } = await write(body, more);
    return [status, json.message];
  };
  const create = (path: string, content = 'x\n') => ({ action: 'create', file_path: path, content });
  const tree = (ref: string): Promise<string> => run().git('ls-tree', '-r', '--format=%(objectmode) %(path)', ref);

  it('does all five actions in their order, in one commit', async () => {
    const tip = await run().git('rev-parse', 'side');
    const { status, json } = await write({
      branch: 'side',
      author_name: 'Somebody',
      author_email: 'some@body.example',
      actions: [
        create('new/deep/file.txt', 'grüße\n'),
        {
          action: 'create',
          file_path: 'image.bin',
          content: Buffer.from([0, 255, 1]).toString('base64'),
          encoding: 'base64',
        },
        { action: 'update', file_path: 'a.txt', content: 'three' },
        { action: 'move', file_path: 'moved.txt', previous_path: 'dir/b.txt' },
        { action: 'move', file_path: 'fresh.txt', previous_path: 'old.txt', content: 'fresh\n' },
        { action: 'chmod', file_path: 'run.sh', execute_filemode: true },
        { action: 'delete', file_path: 's.txt' },
        // applied after the actions before
        { action: 'update', file_path: 'image.bin', content: 'AP8C', encoding: 'base64' },
      ],
    });
    assert.equal(status, 201);
    assert.equal(json.id, await run().git('rev-parse', 'side'));
    assert.deepEqual(json.parent_ids, [tip]);
    assert.equal(
      await tree('side'),
      [
        '100644 a.txt',
        '100644 fresh.txt',
        '100644 image.bin',
        '100644 moved.txt',
        '100644 new/deep/file.txt',
        '100755 run.sh',
      ].join('\n'),
    );
    assert.equal(await run().git('show', 'side:new/deep/file.txt'), 'grüße');
    assert.equal(await run().git('show', 'side:a.txt'), 'three');
    assert.equal(await run().git('show', 'side:fresh.txt'), 'fresh');
    assert.equal(await run().git('show', 'side:moved.txt'), 'b');
    const binary = await run().git('rev-parse', 'side:image.bin');
    assert.equal(await run().git('cat-file', '-s', binary), '3');
    assert.equal(
      await run().git('log', '-1', '--format=%an <%ae> %cn <%ce> %aI %B', 'side'),
      'Somebody <some@body.example> Maya Lindqvist <maya@acme.example> 2026-11-21T10:00:00+00:00 Change\n',
    );
    const summary = await run().git('show', '--format=', '--shortstat', 'side');
    assert.equal(json.stats?.additions, Number(/(\d+) insertion/.exec(summary)?.[1]));
    assert.equal(json.stats?.deletions, Number(/(\d+) deletion/.exec(summary)?.[1]));
    assert.deepEqual([json.status, json.last_pipeline, json.project_id], [null, null, 1]);
    assert.equal(await run().git('fsck', '--strict', '--no-dangling'), '');
  });

  it('leaves statistics out when told to', async () => {
    const { json } = await write({ branch: 'side', stats: false, actions: [create('quiet.txt')] });
    assert.equal('stats' in json, false);
  });

  it('reads urlencoded forms with repeated keys in their order', async () => {
    const { status, json } = await ask<CommitDetail>(run(), 'POST', at(1), {
      form: [
        ['branch', 'side'],
        ['commit_message', 'From a form & more\n'],
        ['actions[][action]', 'create'],
        ['actions[][file_path]', 'form/one.txt'],
        ['actions[][content]', 'one +&=\n'],
        ['actions[][action]', 'create'],
        ['actions[][file_path]', 'form/two.sh'],
        ['actions[][content]', ''],
        ['actions[][action]', 'chmod'],
        ['actions[][file_path]', 'form/two.sh'],
        ['actions[][execute_filemode]', 'true'],
        ['stats', 'false'],
      ],
    });
    assert.equal(status, 201);
    assert.equal(json.message, 'From a form & more\n');
    assert.equal('stats' in json, false);
    assert.equal(await run().git('show', 'side:form/one.txt'), 'one +&=');
    assert.match(await tree('side'), /100755 form\/two\.sh/);
  });

  it('says what a JSON body lacks in the words of new servers', async () => {
    const actions = [create('z.txt')];
    const bad = async (body: object): Promise<unknown> => (await refused({ branch: 'side', ...body }))[1];
    assert.equal(await bad({ branch: '', actions }), '400 Bad request - branch is required');
    assert.equal(await bad({ commit_message: undefined, actions }), '400 Bad request - commit_message is required');
    assert.equal(await bad({}), '400 Bad request - actions is required');
    assert.equal(await bad({ actions: 'x' }), '400 Bad request - actions must be an array');
    assert.equal(
      await bad({ actions, start_branch: 'main', start_sha: 'abc' }),
      '400 Bad request - start_branch, start_sha are mutually exclusive',
    );
    const second = (action: object): Promise<unknown> => bad({ actions: [...actions, action] });
    assert.equal(await second({}), '400 Bad request - actions[1][action] is required');
    assert.equal(await second({ action: 'update' }), '400 Bad request - actions[1][file_path] is required');
    assert.equal(
      await second({ action: 'eat', file_path: 'a' }),
      '400 Bad request - actions[1][action] must be one of: create, update, move, delete, chmod',
    );
    assert.equal(
      await second({ action: 'update', file_path: 'a', encoding: 'rot13' }),
      '400 Bad request - actions[1][encoding] must be text or base64',
    );
    assert.equal(
      await second({ action: 'update', file_path: 'a' }),
      '400 Bad request - actions[1][content] is required for update action',
    );
    assert.equal(
      await second({ action: 'move', file_path: 'a' }),
      '400 Bad request - actions[1][previous_path] is required for move action',
    );
    assert.equal(
      await second({ action: 'chmod', file_path: 'a' }),
      '400 Bad request - actions[1][execute_filemode] is required for chmod action',
    );
    assert.equal(
      await second({ action: 'chmod', file_path: 'a', execute_filemode: 'perhaps' }),
      '400 Bad request - actions[1][execute_filemode] must be a boolean',
    );
    const { status, json } = await run().post(at(1), '{nonsense');
    assert.deepEqual([status, json], [400, { message: 'Invalid json', error: 'Invalid json' }]);
  });

  it('says what a form lacks in the words of old servers', async () => {
    const { status, json } = await ask(run(), 'POST', at(1), { form: [['commit_message', 'x']] });
    assert.deepEqual([status, json], [400, { error: 'branch is missing, actions is missing' }]);
    const half = await ask(run(), 'POST', at(1), {
      form: [
        ['branch', 'side'],
        ['commit_message', 'x'],
        ['actions[][action]', 'update'],
        ['actions[][file_path]', 'a.txt'],
        ['actions[][action]', 'eat'],
      ],
    });
    assert.deepEqual(half.json, {
      error: 'actions[1][action] does not have a valid value, actions[1][file_path] is missing',
    });
  });

  it('reads multipart text parts and refuses files among them', async () => {
    const { url, tokens } = run().sandbox;
    const upload = async (more: (form: FormData) => void): Promise<readonly [number, string]> => {
      const form = new FormData();
      for (const [name, value] of [
        ['branch', 'side'],
        ['commit_message', 'Parts\n'],
        ['actions[][action]', 'create'],
        ['actions[][file_path]', 'parts.txt'],
      ] as const) {
        form.append(name, value);
      }
      more(form);
      const headers = { 'private-token': tokens.maintainer };
      const response = await fetch(`${url}/api/v4${at(1)}`, { method: 'POST', headers, body: form });
      return [response.status, await response.text()];
    };
    const [refusedWith, words] = await upload((form) => form.append('actions[][content]', new Blob(['x']), 'x.txt'));
    assert.deepEqual(
      [refusedWith, words],
      [400, '{"message":"400 Bad request - This endpoint does not support form encoded file uploads"}'],
    );
    const [status] = await upload((form) => form.append('actions[][content]', 'a\nb\n'));
    assert.equal(status, 201);
    // fetch sends line breaks as CRLF
    assert.match(await run().git('show', 'side:parts.txt'), /^a\r?\nb\r?$/);
  });

  it('refuses actions that do not fit, and changes nothing then', async () => {
    const before = await run().git('for-each-ref');
    const bad = async (...actions: object[]): Promise<unknown> => (await refused({ branch: 'main', actions }))[1];
    assert.equal(await bad(create('fine.txt'), create('a.txt')), 'A file with this name already exists');
    assert.equal(await bad(create('dir')), 'A directory with this name already exists');
    assert.equal(await bad(create('a.txt/below')), 'A file with this name already exists');
    const missing = "A file with this name doesn't exist";
    assert.equal(await bad({ action: 'update', file_path: 'no.txt', content: '' }), missing);
    assert.equal(await bad({ action: 'delete', file_path: 'dir' }), missing);
    assert.equal(await bad({ action: 'chmod', file_path: 'no.txt', execute_filemode: true }), missing);
    assert.equal(await bad({ action: 'move', file_path: 'x', previous_path: 'no.txt' }), missing);
    assert.equal(await bad(create('../outside')), "invalid path: '../outside'");
    assert.equal(await bad(create('.git/config')), "invalid path: '.git/config'");
    assert.equal(await run().git('for-each-ref'), before);
  });

  it('guards files by the last commit the caller saw', async () => {
    const [second = '', first = ''] = (await run().git('rev-list', 'main')).split('\n');
    const update = (last: string) => ({
      action: 'update',
      file_path: 'a.txt',
      content: `${last}\n`,
      last_commit_id: last,
    });
    const stale = 'You are attempting to update a file that has changed since you started editing it.';
    assert.deepEqual(await refused({ branch: 'main', actions: [update(first)] }), [400, stale]);
    assert.deepEqual(
      await refused({ branch: 'main', actions: [{ action: 'delete', file_path: 'a.txt', last_commit_id: first }] }),
      [400, stale],
    );
    assert.equal((await write({ branch: 'main', actions: [update(second)] })).status, 201);
    // unchanged since the first commit
    const untouched = { action: 'move', file_path: 'c.txt', previous_path: 'dir/b.txt', last_commit_id: first };
    assert.equal((await write({ branch: 'main', actions: [untouched] })).status, 201);
    assert.deepEqual(await refused({ branch: 'main', actions: [update(second)] }), [400, stale]);
  });

  it('empties a file whose content is null', async () => {
    const branch = 'emptied';
    const emptied = { action: 'update', file_path: 'a.txt', content: null };
    await write({ branch, start_branch: 'main', actions: [emptied, create('kept.txt', 'kept\n')] });
    assert.equal(await run().git('cat-file', '-s', `${branch}:a.txt`), '0');
    const move = { action: 'move', file_path: 'moved.txt', previous_path: 'kept.txt', content: null };
    assert.equal((await write({ branch, actions: [move] })).status, 201);
    assert.equal(await run().git('show', `${branch}:moved.txt`), 'kept');
  });

  it('begins branches from a branch or a commit', async () => {
    const main = await run().git('rev-parse', 'main');
    const one = await write({ branch: 'begun/1', start_branch: 'main', actions: [create('n.txt')] });
    assert.deepEqual([one.status, one.json.parent_ids], [201, [main]]);
    const root = await run().git('rev-list', '--max-parents=0', 'main');
    const two = await write({ branch: 'begun/2', start_sha: root, actions: [create('n.txt')] });
    assert.deepEqual(two.json.parent_ids, [root]);
    assert.equal(await run().git('rev-parse', 'begun/2'), two.json.id);
    assert.deepEqual(await refused({ branch: 'begun/3', actions: [create('n.txt')] }), [
      400,
      'You can only create or edit files when you are on a branch',
    ]);
    assert.deepEqual(await refused({ branch: 'begun/1', start_branch: 'side', actions: [create('n2.txt')] }), [
      400,
      "A branch called 'begun/1' already exists. Switch to that branch in order to make changes",
    ]);
    const nowhere = '0123456789012345678901234567890123456789';
    for (const start of ['main', root.slice(0, 8), `${root}0`]) {
      assert.deepEqual(await refused({ branch: 'b', start_sha: start, actions: [create('n')] }), [
        400,
        `Invalid start_sha '${start}'`,
      ]);
    }
    assert.deepEqual(await refused({ branch: 'b', start_sha: nowhere, actions: [create('n')] }), [
      400,
      `Cannot find start_sha '${nowhere}'`,
    ]);
    assert.deepEqual(await refused({ branch: 'a..b', start_branch: 'main', actions: [create('n')] }), [
      400,
      'Branch name is invalid',
    ]);
  });

  it('overwrites a branch only with force', async () => {
    await write({ branch: 'forced', start_branch: 'main', actions: [create('f.txt')] });
    const side = await run().git('rev-parse', 'side');
    const { status, json } = await write({
      branch: 'forced',
      start_branch: 'side',
      force: true,
      actions: [create('g.txt')],
    });
    assert.deepEqual([status, json.parent_ids], [201, [side]]);
    assert.equal(await run().git('rev-parse', 'forced'), json.id);
  });

  it('lets nobody rewrite a protected branch unless a rule allows it', async () => {
    const body = { start_branch: 'side', force: true, actions: [create('h.txt')] };
    assert.deepEqual(await refused({ branch: 'release/1.0', ...body }), [
      400,
      'You are not allowed to force push code to a protected branch on this project.',
    ]);
    assert.equal((await write({ branch: 'loose/x', ...body })).status, 201);
    // a fast-forward is no rewrite
    await write({ branch: 'ahead', start_branch: 'release/1.0', actions: [create('i.txt')] });
    const ahead = { start_branch: 'ahead', force: true, actions: [create('j.txt')] };
    assert.equal((await write({ branch: 'release/1.0', ...ahead })).status, 201);
  });

  it('holds to protected branches, wildcards and alternatives', async () => {
    const actions = [create('p.txt')];
    const no = [403, '403 Forbidden - You are not allowed to push into this branch'];
    const developer = { as: 'developer' };
    assert.deepEqual(await refused({ branch: 'release/1.0', actions }, developer), no);
    assert.deepEqual(await refused({ branch: 'release/new', start_branch: 'main', actions }, developer), no);
    assert.equal((await write({ branch: 'locked/x', actions }, developer)).status, 201);
    assert.deepEqual(await refused({ branch: 'locked/y', start_branch: 'main', actions }, { as: 'owner' }), no);
    assert.deepEqual(await refused({ branch: 'side', actions }, { as: 'reporter' }), no);
    assert.deepEqual(await refused({ branch: 'side', actions }, { as: 'nobody' }), [401, '401 Unauthorized']);
    assert.equal((await write({ branch: 'side', actions }, { as: 'readOnly' })).status, 403);
  });

  it('starts from another project of the fork network, and from no other', async () => {
    const actions = [create('fork.txt')];
    const made = await write({ branch: 'side', actions: [create('only-here.txt')] });
    const { status, json } = await write(
      { branch: 'from-upstream', start_project: 1, start_branch: 'side', actions },
      {},
      2,
    );
    assert.deepEqual([status, json.parent_ids], [201, [made.json.id]]);
    assert.deepEqual(await refused({ branch: 'x', start_project: 'acme/stranger', start_branch: 'side', actions }), [
      403,
      '403 Forbidden - Project is not included in the fork network for Acme / Stranger',
    ]);
    assert.deepEqual(await refused({ branch: 'x', start_project: 99, start_branch: 'side', actions }), [
      404,
      '404 Project Not Found',
    ]);
  });

  it('makes the first commit of an empty repository', async () => {
    const { status, json } = await write({ branch: 'main', actions: [create('README.md', '# Bare\n')] }, {}, 4);
    assert.deepEqual([status, json.parent_ids, json.stats], [201, [], { additions: 1, deletions: 0, total: 1 }]);
  });

  it('gives a project the branch of its first commit as default branch', async () => {
    const { status, json } = await write({ branch: 'trunk', actions: [create('README.md', '# Bare\n')] }, {}, 5);
    const project = (await run().get<Project>('/projects/5')).json;
    assert.deepEqual([status, project.default_branch], [201, 'trunk']);
    assert.equal((await run().get<Commit[]>('/projects/5/repository/commits')).json[0]?.id, json.id);
  });

  it('loses no commit when many are written at the same time', async () => {
    const before = Number(await run().git('rev-list', '--count', 'side'));
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => write({ branch: 'side', actions: [create(`race/${index}.txt`)] })),
    );
    const made = answers.filter(({ status }) => status === 201);
    const refusals = answers.filter(({ status }) => status !== 201);
    for (const { status, json } of refusals) {
      assert.deepEqual(
        [status, json.message],
        [400, 'Could not update refs/heads/side. Please refresh and try again.'],
      );
    }
    assert.ok(made.length >= 1);
    assert.equal(Number(await run().git('rev-list', '--count', 'side')), before + made.length);
    const files = (await tree('side')).split('\n').filter((row) => row.includes('race/'));
    assert.equal(files.length, made.length);
  });
});
