import assert from 'node:assert/strict';
import { withSandbox } from './driving.ts';
import { gitbeaker, project, refusalOf } from './gitbeakerDriving.ts';

describe('@gitbeaker/rest: commits', () => {
  const driven = withSandbox();
  const facts = () => driven().sandbox;
  const api = (as?: Parameters<typeof gitbeaker>[1]) => gitbeaker(facts(), as);
  const rev = (name: string) => driven().git('rev-parse', name);

  it('walks all pages of a history', async () => {
    const commits = await api().Commits.all(project, { perPage: 20 });
    assert.deepEqual(
      commits.map(({ id }) => id),
      (await driven().git('rev-list', 'refs/heads/main')).split('\n'),
    );
  });

  it('lists a ref with statistics and trailers', async () => {
    const commits = await api().Commits.all(project, {
      refName: 'release/1.0',
      withStats: true,
      trailers: true,
      maxPages: 1,
    });
    assert.equal(commits[0]?.id, await rev('refs/heads/release/1.0'));
    assert.ok(commits.every(({ stats, trailers }) => stats.total === stats.additions + stats.deletions && trailers));
  });

  it('shows one commit, its refs, its place and its files', async () => {
    const sha = facts().commits.clean;
    const commit = await api().Commits.show(project, sha);
    assert.equal(commit.id, sha);
    assert.equal(commit.created_at, commit.committed_date);
    const refs = await api().Commits.allReferences(project, sha, { type: 'branch' });
    assert.ok(refs.some(({ type, name }) => type === 'branch' && name === 'main'));
    const { count } = await api().Commits.showSequence(project, sha);
    assert.equal(count, Number(await driven().git('rev-list', '--count', sha)));
    const files = await api().Commits.showDiff(project, sha);
    assert.deepEqual(
      files.map(({ new_path }) => new_path).sort(),
      (await driven().git('diff-tree', '-r', '--no-commit-id', '--name-only', sha)).split('\n').sort(),
    );
  });

  it('reads signatures and is told of unsigned commits', async () => {
    const signature = await api().Commits.showGPGSignature(project, facts().commits.signed);
    assert.equal(signature.verification_status, 'verified');
    const { status } = await refusalOf(api().Commits.showGPGSignature(project, facts().commits.clean));
    assert.equal(status, 404);
  });

  it('tries a cherry-pick, does it, and takes it back', async () => {
    const { Commits } = api();
    const before = await rev('refs/heads/release/1.0');
    const tried = await Commits.cherryPick(project, facts().commits.clean, 'release/1.0', { dryRun: true });
    assert.equal(tried['dry_run'], 'success');
    assert.equal(await rev('refs/heads/release/1.0'), before);
    const picked = await Commits.cherryPick(project, facts().commits.clean, 'release/1.0', { message: 'Backport' });
    assert.equal(picked.id, await rev('refs/heads/release/1.0'));
    assert.equal(picked.title, 'Backport');
    const reverted = await Commits.revert(project, picked.id, 'release/1.0');
    assert.equal(reverted.id, await rev('refs/heads/release/1.0'));
    assert.equal(await rev('release/1.0^{tree}'), await rev(`${before}^{tree}`));
  });

  it('is refused a cherry-pick that conflicts', async () => {
    const { status, words } = await refusalOf(
      api().Commits.cherryPick(project, facts().commits.conflict, 'release/1.0'),
    );
    assert.equal(status, 400);
    assert.match(words, /cherry-pick/);
  });

  it('creates commits with every action', async () => {
    const { Commits } = api();
    const first = await Commits.create(
      project,
      'by-gitbeaker',
      'Write files',
      [
        { action: 'create', filePath: 'one.txt', content: 'one\n' },
        { action: 'create', filePath: 'run.sh', content: Buffer.from('echo\n').toString('base64'), encoding: 'base64' },
        { action: 'create', filePath: 'gone.txt', content: 'gone\n' },
      ],
      { startBranch: 'main' },
    );
    assert.equal(first.id, await rev('refs/heads/by-gitbeaker'));
    const second = await Commits.create(project, 'by-gitbeaker', 'Change files', [
      { action: 'update', filePath: 'one.txt', content: 'two\n', lastCommitId: first.id },
      { action: 'chmod', filePath: 'run.sh', execute_filemode: true },
      { action: 'delete', filePath: 'gone.txt' },
      { action: 'move', filePath: 'moved.md', previousPath: 'README.md' },
    ]);
    assert.deepEqual(second.parent_ids, [first.id]);
    assert.equal(
      await driven().git('diff-tree', '-r', '--no-commit-id', '--name-status', '-M', second.id),
      ['D\tgone.txt', 'R100\tREADME.md\tmoved.md', 'M\tone.txt', 'M\trun.sh'].join('\n'),
    );
    assert.match(await driven().git('ls-tree', 'by-gitbeaker', 'run.sh'), /^100755/);
  });

  it('refuses an action on a file that is not there', async () => {
    const { status } = await refusalOf(
      api().Commits.create(project, 'by-gitbeaker', 'No', [{ action: 'delete', filePath: 'never.txt' }]),
    );
    assert.equal(status, 400);
  });

  it('comments on a line and reads the comments', async () => {
    const sha = await rev('refs/heads/by-gitbeaker');
    const made = await api('developer').Commits.createComment(project, sha, 'Two?', {
      path: 'one.txt',
      line: 1,
      lineType: 'new',
    });
    assert.deepEqual([made.note, made.path, made.line, made.line_type], ['Two?', 'one.txt', 1, 'new']);
    const comments = await api().Commits.allComments(project, sha);
    assert.deepEqual(
      comments.map(({ note, author }) => [note, author.username]),
      [['Two?', 'developer']],
    );
  });

  it('discusses a commit', async () => {
    const sha = facts().commits.clean;
    const { CommitDiscussions } = api();
    const thread = await CommitDiscussions.create(project, sha, 'Why so?');
    await api('developer').CommitDiscussions.addNote(project, sha, thread.id, 'Because.');
    const threads = await CommitDiscussions.all(project, sha);
    const found = threads.find(({ id }) => id === thread.id);
    assert.deepEqual(
      found?.notes?.map(({ body }) => body),
      ['Why so?', 'Because.'],
    );
    assert.ok((await api().Commits.allDiscussions(project, sha)).some(({ id }) => id === thread.id));
    const note = thread.notes?.[0]?.id ?? 0;
    const changed = await CommitDiscussions.editNote(project, sha, thread.id, note, { body: 'How so?' });
    assert.equal(changed.body, 'How so?');
    await CommitDiscussions.removeNote(project, sha, thread.id, note);
    const left = (await CommitDiscussions.all(project, sha)).find(({ id }) => id === thread.id);
    assert.deepEqual(
      left?.notes?.map(({ body }) => body),
      ['Because.'],
    );
  });

  it('sets a status, changes it in place, and lists it', async () => {
    const sha = await rev('refs/heads/by-gitbeaker');
    const { Commits } = api('developer');
    const running = await Commits.editStatus(project, sha, 'running', { name: 'lint', ref: 'by-gitbeaker' });
    const done = await Commits.editStatus(project, sha, 'success', {
      name: 'lint',
      ref: 'by-gitbeaker',
      coverage: 81.5,
      targetUrl: 'https://ci.example/1',
    });
    assert.equal(done.id, running.id);
    const statuses = await Commits.allStatuses(project, sha);
    assert.deepEqual(
      statuses.map(({ name, status, coverage, target_url }) => [name, status, coverage, target_url]),
      [['lint', 'success', 81.5, 'https://ci.example/1']],
    );
  });

  it('lists the merge requests that brought a commit', async () => {
    const found = await api().Commits.allMergeRequests(project, facts().commits.merge);
    assert.ok(found.some(({ state }) => state === 'merged'));
  });
});
