import assert from 'node:assert/strict';
import type { FileAction } from '../../../src/model/composer/fileAction.ts';
import { problemsOf } from '../../../src/model/composer/problems.ts';
import { sendCommit, type Sent } from '../../../src/model/composer/send.ts';
import { never, sending } from './sending.ts';

describe('sendCommit', () => {
  const { client, draft, see, tip, git, branch, theirs, setFaults, writes, clone, project } = sending();

  const shaOf = (sent: Sent): string => (sent.kind === 'done' ? sent.value.id : assert.fail(JSON.stringify(sent)));

  it('sends the changes of a working tree as one commit, and git has the same tree as a commit made here', async () => {
    const work = await clone();
    const files = (await work.ask('ls-files', '*.md', '*.ts', '*.js', '*.py')).split('\n');
    const [one = '', two = '', three = ''] = files;
    work.write(one, 'line\r\nline\r\n');
    work.remove(two);
    work.write('moved/placeholder', '');
    await work.ask('mv', three, `moved/${three}`);
    work.remove('moved/placeholder');
    work.write('tools/run.sh', '#!/bin/sh\n', 0o755);
    work.write('bytes.bin', Uint8Array.from([0, 1, 2, 255, 254]));
    work.write('marked.txt', Buffer.from([0xef, 0xbb, 0xbf, 0x61]));
    work.write('latin.txt', Buffer.from([0xe9, 0x0a]));
    const { changes } = await work.changes({ kind: 'all' });
    const mine = draft({ actions: changes.map(({ action }) => action), message: 'Everything\n\nat once' });
    const seen = await see(mine);
    assert.deepEqual(
      problemsOf(mine, seen).filter(({ kind }) => kind !== 'lineEnds'),
      [],
    );
    const before = await tip();
    const sha = shaOf(await sendCommit(client(), mine, seen, never));
    await work.ask('add', '-A');
    const tree = await work.ask('write-tree');
    assert.equal(await git('rev-parse', `${sha}^{tree}`), tree);
    assert.equal(await git('rev-parse', `${sha}^`), before);
    assert.equal(await tip(), sha);
    assert.equal(await git('log', '-1', '--format=%B', sha), 'Everything\n\nat once');
  });

  it('refuses a file that someone changed in the meantime, and names it', async () => {
    const base = await theirs('shared.txt', 'first\n');
    const blob = await git('rev-parse', `${base}:shared.txt`);
    const update: FileAction = { kind: 'update', path: 'shared.txt', content: Buffer.from('mine\n'), base: blob };
    const mine = draft({ actions: [update] });
    const seen = await see(mine);
    assert.deepEqual(problemsOf(mine, seen), []);
    const other = await theirs('shared.txt', 'theirs\n');
    const sent = await sendCommit(client(), mine, seen, never);
    assert.partialDeepStrictEqual(sent, { kind: 'refused', changed: ['shared.txt'] });
    assert.equal(await tip(), other);
    const again = await see(mine);
    assert.partialDeepStrictEqual(problemsOf(mine, again), [
      { level: 'blocks', kind: 'fileChanged', path: 'shared.txt', isAccepted: false },
    ]);
    const accepted = { ...mine, accepted: ['shared.txt'] };
    assert.deepEqual(
      problemsOf(accepted, again).filter(({ level }) => level === 'blocks'),
      [],
    );
    const sha = shaOf(await sendCommit(client(), accepted, again, never));
    assert.equal(await git('show', `${sha}:shared.txt`), 'mine');
  });

  it('finds a commit whose answer was lost, and sends nothing again', async () => {
    for (const fault of ['resetAfter', 'truncate'] as const) {
      const mine = draft({ message: `Lost after ${fault}\n`, actions: [aFile(fault)] });
      const seen = await see(mine);
      const sentBefore = await writes();
      await setFaults([{ operation: 'createCommit', fault }]);
      const sent = await sendCommit(client(), mine, seen, never);
      assert.partialDeepStrictEqual(sent, { kind: 'done', confirmed: 'found' });
      assert.equal(shaOf(sent), await tip());
      assert.equal(await writes(), sentBefore + 1);
    }
  });

  it('finds a commit on a new branch, and says when there is none', async () => {
    const start = await tip('main');
    const mine = draft({ branch: `new/${Date.now()}`, start: { kind: 'sha', sha: start } });
    const seen = await see(mine);
    await setFaults([{ operation: 'createCommit', fault: 'resetBefore' }]);
    assert.partialDeepStrictEqual(await sendCommit(client(), mine, seen, never), { kind: 'notDone' });
    await setFaults([{ operation: 'createCommit', fault: 'resetAfter' }]);
    const sent = await sendCommit(client(), mine, seen, never);
    assert.partialDeepStrictEqual(sent, { kind: 'done', confirmed: 'found' });
    assert.equal(await git('rev-parse', `${mine.branch}^`), start);
  });

  it('does not take someone else’s commit for ours', async () => {
    const mine = draft();
    const seen = await see(mine);
    await setFaults([{ operation: 'createCommit', fault: 'resetBefore' }]);
    await theirs('other.txt', 'x\n').catch(() => undefined);
    await setFaults([]);
    await theirs('other.txt', 'y\n');
    await setFaults([{ operation: 'createCommit', fault: 'resetBefore' }]);
    assert.partialDeepStrictEqual(await sendCommit(client(), mine, seen, never), { kind: 'unknown' });
  });

  it('overwrites a branch only with force, and tells which commits go', async () => {
    const lost = await theirs('lost.txt', 'lost\n');
    const start = { kind: 'branch', name: 'main' } as const;
    const mine = draft({ start });
    const seen = await see(mine);
    assert.deepEqual(
      seen.lost.map(({ id }) => id),
      [lost],
    );
    assert.partialDeepStrictEqual(problemsOf(mine, seen), [{ level: 'blocks', kind: 'branchExists' }]);
    const forced = { ...mine, force: true };
    assert.partialDeepStrictEqual(problemsOf(forced, seen), [{ level: 'warns', kind: 'overwrites', count: 1 }]);
    const sha = shaOf(await sendCommit(client(), forced, seen, never));
    assert.equal(await git('rev-parse', `${sha}^`), await tip('main'));
    assert.equal(await tip(), sha);
  });

  it('writes the author it is given, and leaves the counts out when they are not wanted', async () => {
    const mine = draft({ author: { name: 'Ada Crane', email: 'ada@acme.example' }, stats: false });
    const sent = await sendCommit(client(), mine, await see(mine), never);
    assert.equal(await git('log', '-1', '--format=%an <%ae>', shaOf(sent)), 'Ada Crane <ada@acme.example>');
    assert.equal(sent.kind === 'done' && sent.value.stats, undefined);
  });

  it('gives the server’s words when it will not', async () => {
    const mine = draft({ branch: 'main', actions: [aFile('forbidden')] });
    const seen = await see(mine);
    const sent = await sendCommit(client('developer'), mine, seen, never);
    assert.equal(sent.kind, 'refused');
  });

  it('knows what the server has: what is taken, missing, or the same already', async () => {
    await theirs('taken.txt', 'taken\n');
    await theirs('same.txt', 'same\n');
    const actions: readonly FileAction[] = [
      { kind: 'create', path: 'taken.txt', content: Buffer.from('mine\n') },
      { kind: 'update', path: 'missing.txt', content: Buffer.from('x') },
      { kind: 'delete', path: 'gone.txt' },
      { kind: 'update', path: 'same.txt', content: Buffer.from('same\n') },
      { kind: 'create', path: 'a/../b', content: Buffer.from('x') },
    ];
    const mine = draft({ actions });
    const seen = await see(draft({ actions: actions.slice(0, 4) }));
    assert.deepEqual(
      problemsOf(mine, seen).map(({ kind, path, level }) => [path, kind, level]),
      [
        ['taken.txt', 'fileExists', 'blocks'],
        ['missing.txt', 'fileMissing', 'blocks'],
        ['gone.txt', 'fileMissing', 'blocks'],
        ['a/../b', 'badPath', 'blocks'],
        ['same.txt', 'sameAsServer', 'warns'],
      ],
    );
    const only = draft({ actions: actions.slice(3, 4) });
    assert.equal(problemsOf(only, seen)[0]?.kind, 'nothing');
    const settled = draft({ actions: actions.slice(0, 2), accepted: ['taken.txt', 'missing.txt'] });
    const sha = shaOf(await sendCommit(client(), settled, await see(settled), never));
    assert.equal(await git('show', `${sha}:taken.txt`), 'mine');
  });

  it('says which actions cannot go together, and carries out those that can', async () => {
    await theirs('one', 'one\n');
    await theirs('two', 'two\n');
    const text = Buffer.from('x\n');
    const move = (previousPath: string, path: string): FileAction => ({ kind: 'move', previousPath, path });
    const contested = async (...actions: readonly FileAction[]): Promise<readonly unknown[]> => {
      const mine = draft({ actions });
      return problemsOf(mine, await see(mine)).flatMap(({ kind, path }) => (kind === 'twice' ? [path] : []));
    };
    assert.deepEqual(await contested(move('one', 'new'), { kind: 'delete', path: 'one' }), ['new', 'one']);
    assert.deepEqual(await contested(move('one', 'new'), { kind: 'update', path: 'one', content: text }), [
      'new',
      'one',
    ]);
    assert.deepEqual(await contested(move('one', 'new'), move('one', 'newer')), ['new', 'newer']);
    assert.deepEqual(await contested(move('one', 'two'), move('two', 'one')), ['two', 'one']);
    assert.deepEqual(
      await contested({ kind: 'create', path: 'n', content: text }, { kind: 'create', path: 'n/m', content: text }),
      ['n', 'n/m'],
    );
    const actions = [
      move('two', 'one/two'),
      move('one', 'three'),
      { kind: 'create', path: 'two', content: text },
    ] as const;
    assert.deepEqual(await contested(...actions), []);
    const mine = draft({ actions });
    const sha = shaOf(await sendCommit(client(), mine, await see(mine), never));
    assert.equal(await git('show', `${sha}:one/two`), 'two');
    assert.equal(await git('show', `${sha}:three`), 'one');
    assert.equal(await git('show', `${sha}:two`), 'x');
  });

  it('does not take a commit with the same message for ours when it does something else', async () => {
    const mine = draft({ message: 'Theirs: other.txt', actions: [aFile('ours')] });
    const seen = await see(mine);
    await theirs('other.txt', `${Date.now()}\n`);
    await setFaults([{ operation: 'createCommit', fault: 'resetBefore' }]);
    assert.partialDeepStrictEqual(await sendCommit(client(), mine, seen, never), { kind: 'unknown' });
  });

  it('says what is wrong with branch, message and author before anything is sent', async () => {
    const seen = await see(draft());
    const kinds = (change: Parameters<typeof draft>[0]): readonly string[] =>
      problemsOf(draft(change), seen).map(({ kind }) => kind);
    assert.deepEqual(kinds({ message: '  \n' }), ['noMessage']);
    assert.deepEqual(kinds({ branch: '' }), ['noBranch']);
    assert.deepEqual(kinds({ branch: 'a b' }), ['badBranchName']);
    assert.deepEqual(kinds({ author: { name: 'Ada', email: 'nobody' } }), ['badAuthor']);
    assert.deepEqual(kinds({ actions: [] }), ['nothing']);
    const nowhere = draft({ branch: 'not/there' });
    assert.deepEqual(
      problemsOf(nowhere, await see(nowhere)).map(({ kind }) => kind),
      ['branchMissing'],
    );
    const noStart = draft({ start: { kind: 'sha', sha: '0123456789abcdef0123456789abcdef01234567' } });
    assert.deepEqual(
      problemsOf(noStart, await see(noStart)).map(({ kind }) => kind),
      ['startMissing'],
    );
  });

  const aFile = (name: string): FileAction => ({
    kind: 'create',
    path: `${branch.replaceAll('/', '-')}-${name}-${project()}.txt`,
    content: Buffer.from(name),
  });
});
