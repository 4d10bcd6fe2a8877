import assert from 'node:assert/strict';
import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readCloneHistory } from '../src/host/kit/git/cloneHistory.ts';
import { git } from './support/git.ts';
import { temporaryFolder } from './support/paths.ts';

/** A commit of each side, and whether git considers them equal. */
interface Kind {
  readonly title: string;
  readonly main: () => void;
  readonly stable: () => void;
}

describe('the patches of a clone', function () {
  this.timeout(60_000);
  const folder = temporaryFolder('clone-patches');
  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...args: readonly string[]) => git(folder, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args);
  const commit = (title: string) => {
    run('add', '-A');
    run('commit', '--quiet', '--allow-empty', '-m', title);
  };
  const write = (name: string | Buffer, content: string | Uint8Array) =>
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)]), content);
  const lines = (count: number, of = (line: number) => `line ${line}`) =>
    `${Array.from({ length: count }, (_, line) => of(line)).join('\n')}\n`;
  /** Longer on the stable branch, with a change near the end. */
  const longer = (change: string) => lines(20, (line) => `only here ${line}`) + shorter(change);
  const shorter = (change: string) => lines(30, (line) => (line === 25 ? change : `line ${line}`));
  const keep = lines(10, (line) => `kept ${line}`);
  const names = Array.from({ length: 600 }, (_, index) => `${'name '.repeat(40)}${index}`);
  const bytes = (...values: readonly number[]) => new Uint8Array([0, 1, 2, ...values]);

  const kinds: readonly Kind[] = [
    { title: 'Elsewhere', main: () => write('a', shorter('new')), stable: () => write('a', longer('new')) },
    { title: 'White space', main: () => write('a', shorter('x y')), stable: () => write('a', longer('xy ')) },
    { title: 'Otherwise', main: () => write('a', shorter('one')), stable: () => write('a', longer('two')) },
    { title: 'Alike again', main: () => write('a', shorter('alike')), stable: () => write('a', longer('alike')) },
    { title: 'The same image', main: () => write('image', bytes(7)), stable: () => write('image', bytes(7)) },
    { title: 'Another image', main: () => write('image', bytes(8)), stable: () => write('image', bytes(9)) },
    { title: 'One image for two', main: () => write('image', bytes(5)), stable: () => write('image', bytes(5)) },
    {
      title: 'The same image and text',
      main: () => (write('image', bytes(6)), write('a', shorter('six'))),
      stable: () => (write('image', bytes(6)), write('a', longer('six'))),
    },
    {
      title: 'Another image, the same text',
      main: () => (write('image', bytes(3)), write('a', shorter('three'))),
      stable: () => (write('image', bytes(4)), write('a', longer('three'))),
    },
    { title: 'Left out of diffs', main: () => write('locked', 'one\n'), stable: () => write('locked', 'two\n') },
    { title: 'No newline', main: () => write('end', 'first\nlast'), stable: () => write('end', 'first\nlast\n') },
    {
      title: 'Looks like a hunk',
      main: () => write('end', 'first\r@@ -1 +1 @@ one\n'),
      stable: () => write('end', 'first\r@@ -1 +1 @@ two\n'),
    },
    {
      title: 'Looks like a commit',
      main: () => write('a', shorter('d'.repeat(40))),
      stable: () => write('a', longer('d'.repeat(40))),
    },
    {
      title: 'Made to run, with a change',
      main: () => (chmodSync(path.join(folder, 'a'), 0o755), write('a', shorter('run'))),
      stable: () => write('a', longer('run')),
    },
    {
      title: 'Made to run, of the same content',
      main: () => (chmodSync(path.join(folder, 'script'), 0o755), write('script', 'run\n')),
      stable: () => write('script', 'run\n'),
    },
    {
      title: 'A long one',
      main: () => write('long', keep + lines(20_000)),
      stable: () => write('long', `before\n${keep}${lines(20_000)}`),
    },
    {
      title: 'A long one that ends otherwise',
      main: () =>
        write(
          'long',
          lines(9_999, (line) => `again ${line}`),
        ),
      stable: () => write('long', `before\n${keep}${lines(9_999, (line) => `again ${line === 9_998 ? 'x' : line}`)}`),
    },
    {
      title: 'Many files',
      main: () => names.forEach((name) => write(name, `${keep}many\n`)),
      stable: () => names.forEach((name) => write(name, `before\n${keep}many\n`)),
    },
    { title: 'Nothing', main: () => undefined, stable: () => undefined },
    {
      title: 'A name of bytes',
      main: () => write(Buffer.from([0xe4]), 'the same'),
      stable: () => write(Buffer.from([0xf6]), 'the same'),
    },
    {
      title: 'A link',
      main: () => (rmSync(path.join(folder, 'end')), symlinkSync('a', path.join(folder, 'end'))),
      stable: () => (rmSync(path.join(folder, 'end')), symlinkSync('a', path.join(folder, 'end'))),
    },
    { title: 'Gone', main: () => rmSync(path.join(folder, 'gone')), stable: () => rmSync(path.join(folder, 'gone')) },
  ];

  it('are equal where git cherry says so, whatever they are of', async () => {
    run('init', '--quiet', '--initial-branch=main', '.');
    for (const name of ['image', 'locked', 'end', 'gone', 'script']) write(name, 'first\n');
    for (const name of ['long', ...names]) write(name, keep);
    write('a', shorter('first'));
    write('.gitattributes', 'locked -diff\n');
    commit('Begin');
    run('branch', 'stable');
    for (const { title, main } of kinds) {
      main();
      commit(title);
    }
    run('checkout', '--quiet', 'stable');
    write('a', longer('first'));
    for (const name of ['long', ...names]) write(name, `before\n${keep}`);
    commit('Only here');
    for (const { title, stable } of kinds) {
      stable();
      commit(title);
    }
    const [source, branch] = ['main', 'stable'].map((name) => ({ name, sha: run('rev-parse', name), date: '' }));
    assert.ok(source && branch);
    const { signal } = new AbortController();
    const { lacking, own, patches } = await readCloneHistory({ folder, gitPath: 'git' }, source, branch, signal);
    const there = new Set(own.map(({ id }) => patches.ids.get(id) ?? id));
    const ours = lacking.map(({ id, title }) => `${there.has(patches.ids.get(id) ?? '') ? '-' : '+'} ${title}`);
    const cherry = run('cherry', '-v', 'stable', 'main').split('\n');
    assert.deepEqual(
      ours.reverse(),
      cherry.map((line) => `${line[0]} ${line.slice(43)}`),
    );
    const different = ['Otherwise', 'Another image', 'Another image, the same text', 'Left out of diffs'];
    for (const title of different) assert.ok(ours.includes(`+ ${title}`), title);
    for (const title of ['Elsewhere', 'White space', 'The same image and text', 'A long one', 'Many files', 'Nothing'])
      assert.ok(ours.includes(`- ${title}`), title);
  });
});
