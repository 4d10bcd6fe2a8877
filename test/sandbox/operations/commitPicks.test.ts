import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Commit } from '../../../src/wire/commits.ts';
import { orchard, segment, withSandbox, type Answer, type As } from '../driving.ts';

type Picked = Commit & { readonly error_code?: string };

const cannot = (verb: string, done: string): string =>
  `Sorry, we cannot ${verb} this commit automatically. This commit may already have been ${done}, ` +
  'or a more recent commit may have updated some of its content.';

describe('C5 cherry-picking', () => {
  const run = withSandbox();
  const pick = (sha: string, body: unknown, as?: As): Promise<Answer<Picked>> =>
    run().post<Picked>(`${orchard}/repository/commits/${segment(sha)}/cherry_pick`, body, as);
  const target = 'release/1.0';

  const everything = async (): Promise<unknown> => ({
    refs: await run().git('for-each-ref'),
    objects: await run().git('count-objects', '-v'),
    files: (await readdir(join(run().sandbox.repository, 'objects'), { recursive: true })).toSorted(),
  });

  it('leaves the repository as it was after dry runs of every outcome', async () => {
    const before = await everything();
    const { clean, conflict, alreadyThere, merge } = run().sandbox.commits;
    for (const sha of [clean, conflict, alreadyThere, merge]) await pick(sha, { branch: target, dry_run: true });
    assert.deepEqual(await everything(), before);
  });

  it('says that a clean pick would work', async () => {
    const { status, json } = await pick(run().sandbox.commits.clean, { branch: target, dry_run: true });
    assert.deepEqual([status, json], [200, { dry_run: 'success' }]);
  });

  it('says that a pick would conflict', async () => {
    const { status, json } = await pick(run().sandbox.commits.conflict, { branch: target, dry_run: true });
    assert.equal(status, 400);
    assert.deepEqual(json, {
      message: cannot('cherry-pick', 'cherry-picked'),
      error_code: 'conflict',
      dry_run: 'error',
    });
  });

  it('says that a change is there already', async () => {
    const { status, json } = await pick(run().sandbox.commits.alreadyThere, { branch: target });
    assert.equal(status, 400);
    assert.deepEqual(json, { message: cannot('cherry-pick', 'cherry-picked'), error_code: 'empty' });
  });

  it('makes a commit of the caller, who names the author', async () => {
    const { git, sandbox } = run();
    const { clean } = sandbox.commits;
    const tip = await git('rev-parse', target);
    const { status, json } = await pick(clean, { branch: target });
    assert.equal(status, 201);
    assert.equal(json.id, await git('rev-parse', target));
    assert.deepEqual(json.parent_ids, [tip]);
    assert.equal(json.web_url, `${sandbox.url}/acme/orchard/-/commit/${json.id}`);
    assert.equal('stats' in json, false);
    const who = '--format=%an <%ae> %ad|%cn <%ce>';
    const [author, committer] = (await git('log', '-1', '--date=raw', who, target)).split('|');
    assert.equal(author?.replace(/> .*/, '>'), 'Maya Lindqvist <maya@acme.example>');
    const by = await git('log', '-1', '--format=%an <%ae>', clean);
    assert.equal(committer, 'Maya Lindqvist <maya@acme.example>');
    const original = await git('cat-file', 'commit', clean);
    const message = `${original.slice(original.indexOf('\n\n') + 2)}\n\n\n(cherry picked from commit ${clean})\n\nCo-authored-by: ${by}`;
    const picked = await git('cat-file', 'commit', target);
    assert.equal(picked.slice(picked.indexOf('\n\n') + 2), message);
    assert.equal(await git('diff', `${tip}`, target), await git('diff', `${clean}^`, clean));
  });

  it('takes a message of the caller', async () => {
    const { json } = await pick(
      run().sandbox.commits.binary,
      { branch: 'traduction/été', message: 'Mine\n' },
      'developer',
    );
    // already on 1.1
    assert.equal(json.error_code, 'empty');
    const forecast = await run().git('rev-parse', 'feature/ripeness-forecast~1');
    const picked = await pick(
      forecast,
      { branch: 'renovate/node-24', message: 'My own words\n\nTwo of them.\n' },
      'developer',
    );
    assert.equal(picked.status, 201);
    assert.equal(picked.json.message, 'My own words\n\nTwo of them.\n');
    assert.equal(picked.json.committer_name, 'Deniz Aydın');
  });

  it('picks a merge as its difference from its first parent, and lists what it merged', async () => {
    const { git } = run();
    const merge = await git('rev-parse', ':/feature.weighing');
    const { status, json } = await pick(merge, { branch: 'release/1.1' });
    assert.equal(status, 201);
    assert.equal(json.parent_ids.length, 1);
    assert.equal(await git('diff', 'release/1.1~1', 'release/1.1'), await git('diff', `${merge}^1`, merge));
    const [newest = '', oldest = ''] = (
      await git('log', '--format=%h %s', '--abbrev=8', `${merge}^1..${merge}^2`)
    ).split('\n');
    const by = await git('log', '-1', '--format=%an <%ae>', merge);
    const end = `\n\n(cherry picked from commit ${merge})\n\n${oldest}\n${newest}\n\nCo-authored-by: ${by}`;
    assert.ok(json.message.endsWith(end), json.message);
  });

  it('reports the same commit as present once it has been picked', async () => {
    const fix = await run().git('rev-parse', ':/Do not weigh crates');
    assert.equal((await pick(fix, { branch: 'release/2.0' })).status, 201);
    assert.equal((await pick(fix, { branch: 'release/2.0', dry_run: true })).json.error_code, 'empty');
  });

  it('accepts a branch or tag as the commit to pick', async () => {
    const { status } = await pick('feature/🍐-pear-season', { branch: 'release/2.0', dry_run: true });
    assert.equal(status, 200);
  });

  it('checks the right to push before it looks for commit or branch', async () => {
    const message = '403 Forbidden - You are not allowed to push into this branch';
    for (const [branch, as] of [
      [target, 'developer'],
      ['main', 'developer'],
      ['experiment/graph-layout', 'reporter'],
      ['experiment/graph-layout', 'guest'],
      ['hotfix', 'owner'],
      ['no such branch', 'reporter'],
    ] as const) {
      const { status, json } = await pick('0'.repeat(40), { branch }, as);
      assert.deepEqual([status, json], [403, { message }], `${as} on ${branch}`);
    }
  });

  it('lets a developer push where no rule or a rule of their own applies', async () => {
    for (const branch of ['experiment/graph-layout', 'staging/eu']) {
      const { status } = await pick(run().sandbox.commits.markup, { branch, dry_run: true }, 'developer');
      assert.notEqual(status, 403, branch);
    }
  });

  it('looks for the commit before the branch', async () => {
    const missing = await pick('0'.repeat(40), { branch: 'no~good' });
    assert.deepEqual([missing.status, missing.json], [404, { message: '404 Commit Not Found' }]);
    const bad = await pick('main', { branch: 'no~good' });
    assert.deepEqual([bad.status, bad.json], [400, { message: 'The branch refname is invalid' }]);
    const unknown = await pick('main', { branch: 'nowhere' });
    assert.deepEqual([unknown.status, unknown.json], [404, { message: '404 Branch Not Found' }]);
  });

  it('needs a branch that is not blank', async () => {
    assert.deepEqual((await pick('main', {})).json, { error: 'branch is missing' });
    for (const branch of ['', ' ']) {
      const { status, json } = await pick('main', { branch });
      assert.deepEqual([status, json], [400, { error: 'branch is empty' }]);
    }
    assert.deepEqual((await pick('main', { dry_run: 'maybe' })).json, {
      error: 'branch is missing, dry_run is invalid',
    });
  });

  it('needs a user with a token that may write', async () => {
    assert.deepEqual((await pick('main', { branch: target }, 'nobody')).json, { message: '401 Unauthorized' });
    const { status, json } = await pick('main', { branch: target }, 'readOnly');
    assert.equal(status, 403);
    assert.deepEqual(json, {
      error: 'insufficient_scope',
      error_description: 'The request requires higher privileges than provided by the access token.',
      scope: 'api',
    });
  });

  it('lets nobody push to an archived project', async () => {
    const { status } = await run().post(
      '/projects/104/repository/commits/main/cherry_pick',
      { branch: 'main' },
      'owner',
    );
    assert.equal(status, 403);
  });

  it('makes one commit after another when two picks to one branch race', async () => {
    const { git } = run();
    const count = Number(await git('rev-list', '--count', 'renovate/node-24'));
    const shas = (await git('rev-list', '-n', '2', 'feature/ripeness-forecast')).split('\n');
    const bulk = await git('rev-parse', 'feature/#42-bulk-weighing');
    const answers = await Promise.all([shas[0] ?? '', bulk].map((sha) => pick(sha, { branch: 'renovate/node-24' })));
    const made = answers.filter(({ status }) => status === 201).length;
    for (const { status, json } of answers.filter((answer) => answer.status !== 201)) {
      assert.equal(status, 400);
      assert.deepEqual(json, {
        message: 'Could not update refs/heads/renovate/node-24. Please refresh and try again.',
      });
    }
    assert.ok(made >= 1);
    assert.equal(Number(await git('rev-list', '--count', 'renovate/node-24')), count + made);
  });
});

describe('C6 reverting', () => {
  const run = withSandbox();
  const revert = (sha: string, body: unknown, as?: As): Promise<Answer<Picked>> =>
    run().post<Picked>(`${orchard}/repository/commits/${segment(sha)}/revert`, body, as);

  it('says what would happen and changes nothing', async () => {
    const before = await run().git('for-each-ref');
    const { binary, conflict } = run().sandbox.commits;
    assert.deepEqual((await revert(binary, { branch: 'main', dry_run: true })).json, { dry_run: 'success' });
    assert.deepEqual((await revert(conflict, { branch: 'main', dry_run: true })).json, {
      message: cannot('revert', 'reverted'),
      error_code: 'conflict',
      dry_run: 'error',
    });
    assert.equal(await run().git('for-each-ref'), before);
  });

  it('undoes a commit in the name of the caller', async () => {
    const { git, sandbox } = run();
    const { binary } = sandbox.commits;
    const { status, json } = await revert(binary, { branch: 'main' });
    assert.equal(status, 201);
    assert.equal(json.message, `Revert "Paint the apple golden"\n\nThis reverts commit ${binary}`);
    assert.equal(await git('log', '-1', '--format=%an %cn', 'main'), 'Maya Lindqvist Maya Lindqvist');
    assert.equal(await git('rev-parse', 'main:assets'), await git('rev-parse', `${binary}^:assets`));
  });

  it('knows when there is nothing left to undo', async () => {
    const { json } = await revert(run().sandbox.commits.binary, { branch: 'main' });
    assert.deepEqual(json, { message: cannot('revert', 'reverted'), error_code: 'empty' });
  });

  it('undoes a merge against its first parent and names its merge request', async () => {
    const { git } = run();
    const merge = await git('rev-parse', ':/feature.weighing');
    const { status, json } = await revert(merge, { branch: 'release/2.0' });
    assert.equal(status, 201);
    assert.equal(json.title, `Revert "Merge branch 'feature/weighing' into 'main'"`);
    assert.match(json.message, /\n\nThis reverts merge request !4$/);
    assert.equal(await git('diff', 'release/2.0', 'release/2.0~1'), await git('diff', `${merge}^1`, merge));
  });

  it('undoes the first commit of all', async () => {
    const root = await run().git('rev-list', '--max-parents=0', 'main');
    const { status } = await revert(root, { branch: 'main', dry_run: true });
    assert.equal(status, 400);
  });

  it('asks for the right to push first', async () => {
    assert.equal((await revert('0'.repeat(40), { branch: 'main' }, 'developer')).status, 403);
    assert.equal((await revert('0'.repeat(40), { branch: 'main' })).status, 404);
  });
});
