import assert from 'node:assert/strict';
import { renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LocalChanges } from '../../../src/model/composer/workingTree.ts';
import { gitRunner } from '../../../src/host/shell/git.ts';
import { repository, workIn } from './composing.ts';

const lines = (count: number, word = 'line'): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index}\n`).join('');

const told = ({ changes, leftOut }: LocalChanges): readonly string[] => [
  ...changes.map(({ action, additions, deletions }) => {
    const { kind, path: file, previousPath, executable } = action;
    const mode = executable === undefined ? '' : executable ? ' +x' : ' -x';
    return `${kind} ${previousPath ? `${previousPath} > ` : ''}${file}${mode} +${additions} -${deletions}`;
  }),
  ...leftOut.map(({ path: file, reason }) => `without ${file}: ${reason}`),
];

const contentOf = ({ changes }: LocalChanges, file: string): string | undefined => {
  const content = changes.find(({ action }) => action.path === file)?.action.content;
  return content && Buffer.from(content).toString('latin1');
};

describe('readChanges', () => {
  const at = repository({
    'kept.txt': 'kept\n',
    'changed.txt': 'one\n',
    'gone.txt': 'gone\n',
    'moved.txt': lines(30),
    'tool.sh': '#!/bin/sh\n',
    'ünïcode name.txt': 'x\n',
  });

  it('reads every kind of change of the working tree, untracked files included', async () => {
    const { write, remove, folder, changes } = at();
    write('changed.txt', 'two\n');
    remove('gone.txt');
    renameSync(path.join(folder, 'moved.txt'), path.join(folder, 'elsewhere.txt'));
    write('tool.sh', '#!/bin/sh\n', 0o755);
    write('new tool.sh', '#!/bin/sh\nexit\n', 0o755);
    write('ünïcode name.txt', 'y\n');
    assert.deepEqual(told(await changes({ kind: 'all' })).toSorted(), [
      'chmod tool.sh +x +0 -0',
      'create new tool.sh +x +2 -0',
      'delete gone.txt +0 -1',
      'move moved.txt > elsewhere.txt +0 -0',
      'update changed.txt +1 -1',
      'update ünïcode name.txt +1 -1',
    ]);
  });

  it('sends a rename with its content only where that changes too, and its mode', async () => {
    const { write, remove, changes } = at();
    remove('moved.txt');
    write('elsewhere.txt', `${lines(30)}last\n`, 0o755);
    const found = await changes({ kind: 'all' });
    assert.deepEqual(told(found), ['move moved.txt > elsewhere.txt +x +1 -0']);
    assert.equal(contentOf(found, 'elsewhere.txt'), `${lines(30)}last\n`);
  });

  it('takes what is staged, not what came after', async () => {
    const { write, ask, changes } = at();
    write('changed.txt', 'staged\n');
    await ask('add', 'changed.txt');
    write('changed.txt', 'later\n');
    write('kept.txt', 'not staged\n');
    const found = await changes({ kind: 'staged' });
    assert.deepEqual(told(found), ['update changed.txt +1 -1']);
    assert.equal(contentOf(found, 'changed.txt'), 'staged\n');
    assert.equal(contentOf(await changes({ kind: 'all' }), 'changed.txt'), 'later\n');
  });

  it('takes chosen files and folders, and nothing else that is staged', async () => {
    const { write, ask, changes } = at();
    write('kept.txt', 'staged\n');
    await ask('add', 'kept.txt');
    write('changed.txt', 'two\n');
    write('src/deep/a.txt', 'a\n');
    write('src/b.txt', 'b\n');
    const found = await changes({ kind: 'files', paths: ['changed.txt', 'src'] });
    assert.deepEqual(told(found).toSorted(), [
      'create src/b.txt +1 -0',
      'create src/deep/a.txt +1 -0',
      'update changed.txt +1 -1',
    ]);
  });

  it('takes names as they are, not as patterns', async () => {
    const { write, changes } = at();
    write('a[bc].txt', 'this\n');
    write('ab.txt', 'not this\n');
    assert.deepEqual(told(await changes({ kind: 'files', paths: ['a[bc].txt'] })), ['create a[bc].txt +1 -0']);
  });

  it('leaves index, objects and files of the repository as they were', async () => {
    const { write, ask, changes } = at();
    write('changed.txt', 'two\n');
    write('new.txt', 'new\n');
    const state = async (): Promise<readonly string[]> => [
      await ask('status', '--porcelain=v2'),
      await ask('ls-files', '-s'),
      await ask('count-objects', '-v'),
    ];
    const before = await state();
    await changes({ kind: 'all' });
    assert.deepEqual(await state(), before);
  });

  it('reads a repository whose folder has a name that divides lists of paths', async function () {
    if (process.platform === 'win32') this.skip();
    const odd = workIn(path.join(at().folder, 'od:d; "one" \\'));
    await at().ask('clone', '--quiet', at().folder, odd.folder);
    odd.write('changed.txt', 'two\n');
    assert.deepEqual(told(await odd.changes({ kind: 'all' })), ['update changed.txt +1 -1']);
  });

  it('says how git ended when it said nothing', async () => {
    await assert.rejects(
      gitRunner({ folder: at().folder, gitPath: '/there/is/no/git' })(['status']),
      /^Error: git status: ENOENT$/,
    );
  });

  it('leaves out a file whose name is no UTF-8, and sends the others', async function () {
    if (process.platform !== 'linux') this.skip();
    const { write, folder, changes, git } = at();
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]), 'x\n');
    write('changed.txt', 'two\n');
    const expected = ['update changed.txt +1 -1', 'without caf\ufffd: name'];
    assert.deepEqual(told(await changes({ kind: 'all' })), expected);
    await git(['add', '-A']);
    assert.deepEqual(told(await changes({ kind: 'all' })), expected);
    assert.deepEqual(told(await changes({ kind: 'staged' })), expected);
  });

  it('sees a change of the same length in the second in which the index was written', async () => {
    const { write, ask, folder, changes } = at();
    const second = Math.floor(Date.now() / 1000) - 60;
    const dated = (file: string): void => utimesSync(path.join(folder, file), second, second);
    await ask('config', 'core.trustctime', 'false');
    dated('changed.txt');
    await ask('update-index', '--refresh');
    write('changed.txt', 'two\n');
    dated('changed.txt');
    dated('.git/index');
    assert.deepEqual(told(await changes({ kind: 'all' })), ['update changed.txt +1 -1']);
  });

  it('leaves ignored files alone', async () => {
    const { write, changes } = at();
    write('.gitignore', 'out/\n');
    write('out/built.txt', 'x\n');
    assert.deepEqual(told(await changes({ kind: 'all' })), ['create .gitignore +1 -0']);
  });

  it('sends what git would store: line ends by the attributes, others as they are', async () => {
    const { write, changes } = at();
    write('.gitattributes', '*.txt text\n*.bat -text\n');
    write('changed.txt', 'one\r\ntwo\r\n');
    write('run.bat', 'one\r\ntwo\r\n');
    const found = await changes({ kind: 'all' });
    assert.equal(contentOf(found, 'changed.txt'), 'one\ntwo\n');
    assert.equal(contentOf(found, 'run.bat'), 'one\r\ntwo\r\n');
  });

  it('keeps the bytes of binary files', async () => {
    const { write, changes } = at();
    const bytes = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
    write('picture.bin', bytes);
    const found = await changes({ kind: 'all' });
    assert.deepEqual(told(found), ['create picture.bin +undefined -undefined']);
    assert.deepEqual([...(found.changes[0]?.action.content ?? [])], [...bytes]);
  });

  it('names a filter, and leaves out what only a pointer of LFS would be sent for', async () => {
    const { write, ask, changes } = at();
    write('.gitattributes', '*.big filter=lfs\n*.up filter=upper\n');
    await ask('config', 'filter.upper.clean', 'tr a-z A-Z');
    write('film.big', 'many bytes\n');
    write('word.up', 'word\n');
    const found = await changes({ kind: 'all' });
    assert.deepEqual(told(found).toSorted(), [
      'create .gitattributes +2 -0',
      'create word.up +1 -0',
      'without film.big: lfs',
    ]);
    assert.equal(contentOf(found, 'word.up'), 'WORD\n');
    assert.equal(found.changes.find(({ action }) => action.path === 'word.up')?.filter, 'upper');
  });

  it('leaves out symbolic links, repositories within and files of an unsettled merge, and says why', async () => {
    const { write, ask, folder, changes } = at();
    symlinkSync('kept.txt', path.join(folder, 'link'));
    write('inner/file.txt', 'x\n');
    await ask('-C', 'inner', 'init', '--quiet');
    await ask('checkout', '--quiet', '-b', 'other');
    write('changed.txt', 'theirs\n');
    await ask('commit', '--quiet', '-am', 'Theirs');
    await ask('checkout', '--quiet', 'main');
    write('changed.txt', 'ours\n');
    await ask('commit', '--quiet', '-am', 'Ours');
    await ask('merge', '--quiet', 'other').catch(() => undefined);
    assert.deepEqual(told(await changes({ kind: 'all' })).toSorted(), [
      'without changed.txt: conflict',
      'without inner/: repository',
      'without link: symlink',
    ]);
  });

  it('reads the first commit of a repository', async () => {
    const { write, ask, changes, remove } = at();
    remove('.git');
    await ask('init', '--quiet');
    write('new.txt', 'new\n');
    const found = await changes({ kind: 'files', paths: ['new.txt'] });
    assert.deepEqual(told(found), ['create new.txt +1 -0']);
    assert.equal(found.head, undefined);
  });

  it('reads a file that was staged and deleted, and one whose deletion is staged', async () => {
    const { write, ask, remove, changes } = at();
    write('short.txt', 'lived\n');
    await ask('add', 'short.txt');
    remove('short.txt');
    await ask('rm', '--quiet', 'gone.txt');
    assert.deepEqual(told(await changes({ kind: 'all' })), ['delete gone.txt +0 -1']);
  });
});
