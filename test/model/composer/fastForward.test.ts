import assert from 'node:assert/strict';
import { withScratchIndex } from '../../../src/host/composer/scratchIndex.ts';
import { canFastForward, fastForward, type FastForward, hasCommit } from '../../../src/model/composer/fastForward.ts';
import { sendCommit } from '../../../src/model/composer/send.ts';
import type { Scope } from '../../../src/model/composer/workingTree.ts';
import type { Work } from './composing.ts';
import { never, sending } from './sending.ts';

describe('canFastForward and fastForward', () => {
  const { client, draft, see, branch, theirs, clone } = sending();

  const commit = async (work: Work, scope: Scope): Promise<string> => {
    const { changes } = await work.changes(scope);
    const mine = draft({ actions: changes.map(({ action }) => action) });
    const sent = await sendCommit(client(), mine, await see(mine), never);
    const sha = sent.kind === 'done' ? sent.value.id : assert.fail(JSON.stringify(sent));
    assert.equal(await hasCommit(work.git, sha), false);
    await work.ask('fetch', '--quiet', 'origin', branch);
    assert.equal(await hasCommit(work.git, sha), true);
    return sha;
  };
  const can = (work: Work, sha: string): Promise<FastForward> =>
    withScratchIndex(work.git, (scratch) => canFastForward(work.git, sha, scratch));

  const changeAll = async (work: Work): Promise<void> => {
    const [one = '', two = '', three = ''] = (await work.ask('ls-files', '*.ts', '*.js', '*.md')).split('\n');
    work.write(one, 'changed\n');
    work.remove(two);
    await work.ask('mv', three, `${three}.moved`);
    work.write('new/tool.sh', '#!/bin/sh\n', 0o755);
  };

  it('moves the branch when the working tree is what was committed, and leaves nothing changed', async () => {
    const work = await clone();
    await changeAll(work);
    const sha = await commit(work, { kind: 'all' });
    const step = await can(work, sha);
    assert.equal(step.kind, 'possible');
    await fastForward(work.git, sha, step.kind === 'possible' ? step.add : []);
    assert.equal(await work.ask('rev-parse', 'HEAD'), sha);
    assert.equal(await work.ask('status', '--porcelain'), '');
    assert.deepEqual(await can(work, sha), { kind: 'alreadyThere' });
  });

  it('keeps changes to other files, staged or not, and later changes to a staged file', async () => {
    const work = await clone();
    const [one = '', two = ''] = (await work.ask('ls-files', '*.ts', '*.js', '*.md')).split('\n');
    work.write(one, 'staged\n');
    await work.ask('add', one);
    work.write(one, 'later\n');
    const sha = await commit(work, { kind: 'staged' });
    work.write(two, 'other\n');
    work.write('mine.txt', 'mine\n');
    await work.ask('add', 'mine.txt');
    const step = await can(work, sha);
    assert.deepEqual(step, { kind: 'possible', add: [] });
    await fastForward(work.git, sha, []);
    assert.equal(await work.ask('rev-parse', 'HEAD'), sha);
    const status = await work.ask('status', '--porcelain');
    assert.deepEqual(status.split('\n').toSorted(), [` M ${one}`, ` M ${two}`, 'A  mine.txt'].toSorted());
    assert.equal(await work.ask('show', `HEAD:${one}`), 'staged');
  });

  it('does not move over a change that is not in the commit, and touches nothing', async () => {
    const work = await clone();
    const [one = ''] = (await work.ask('ls-files', '*.ts', '*.js', '*.md')).split('\n');
    work.write(one, 'sent\n');
    work.write('new.txt', 'sent\n');
    const sha = await commit(work, { kind: 'all' });
    work.write(one, 'worked on since\n');
    work.write('new.txt', 'also\n');
    assert.deepEqual(await can(work, sha), { kind: 'wouldLose', paths: [one, 'new.txt'].toSorted() });
  });

  it('does not move over a change to a file that came along with someone else’s commit', async () => {
    const work = await clone();
    await theirs('theirs.txt', 'theirs\n');
    work.write('mine.txt', 'mine\n');
    const sha = await commit(work, { kind: 'all' });
    work.write('theirs.txt', 'my own of that name\n');
    assert.deepEqual(await can(work, sha), { kind: 'wouldLose', paths: ['theirs.txt'] });
    work.remove('theirs.txt');
    assert.deepEqual(await can(work, sha), { kind: 'possible', add: ['mine.txt'] });
  });

  it('does not move over an ignored file', async () => {
    const work = await clone();
    await theirs('built.out', 'theirs\n');
    work.write('.git/info/exclude', '*.out\n');
    work.write('mine.txt', 'mine\n');
    const sha = await commit(work, { kind: 'all' });
    work.write('built.out', 'hours of work\n');
    assert.deepEqual(await can(work, sha), { kind: 'wouldLose', paths: ['built.out'] });
  });

  it('says when the branch has commits of its own', async () => {
    const work = await clone();
    work.write('mine.txt', 'mine\n');
    const sha = await commit(work, { kind: 'all' });
    await work.ask('commit', '--quiet', '--allow-empty', '-m', 'Local');
    assert.deepEqual(await can(work, sha), { kind: 'diverged' });
  });

  it('puts the index back when git will not move', async () => {
    const work = await clone();
    work.write('mine.txt', 'mine\n');
    const sha = await commit(work, { kind: 'all' });
    const step = await can(work, sha);
    assert.deepEqual(step, { kind: 'possible', add: ['mine.txt'] });
    await work.ask('commit', '--quiet', '--allow-empty', '-m', 'In between');
    await assert.rejects(fastForward(work.git, sha, ['mine.txt']), /git merge/);
    assert.equal(await work.ask('status', '--porcelain'), '?? mine.txt');
  });
});
