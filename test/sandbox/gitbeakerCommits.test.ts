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
});
