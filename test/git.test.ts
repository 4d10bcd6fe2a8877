import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasOtherCommits } from '../src/host/kit/git/ofBranch.ts';
import { gitFailure, gitFirstLine, gitOutput, runGit, setGitConfig, streamGit } from '../src/host/shell/git.ts';
import { git } from './support/git.ts';
import { temporaryFolder } from './support/paths.ts';

const at = { folder: tmpdir(), gitPath: 'git' };

describe('git that is run in a folder', () => {
  it('answers with the code it ended with, whatever that is', async () => {
    assert.equal((await runGit(at, ['version'])).code, 0);
    const paths = ['/dev/null', process.execPath];
    assert.equal((await runGit(at, ['diff', '--no-index', '--quiet'], { paths })).code, 1);
  });

  it('is no answer where it did not start', async () => {
    await assert.rejects(runGit({ ...at, gitPath: '/there/is/no/git' }, ['version']), /ENOENT/);
  });

  it('is given what it is to read', async () => {
    assert.equal(
      await gitFirstLine(at, ['hash-object', '--stdin'], { input: '' }),
      'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
    );
  });

  it('fails in its own words, without the password of an address', async () => {
    const failed = gitOutput(at, ['hash-object'], { paths: ['http://olive:secret@gitlab.example.com/orchard.git'] });
    await assert.rejects(failed, ({ message }: Error) => {
      assert.match(message, /^git hash-object: .*http:\/\/gitlab\.example\.com/);
      assert.doesNotMatch(message, /secret/);
      return true;
    });
    const { message } = gitFailure(['fetch'], 'a'.repeat(100_000));
    assert.ok(message.length < 1_100, 'no more of them than is shown');
  });

  it('writes no file where a SHA is an option', async () => {
    const folder = temporaryFolder('git');
    const work = { folder, gitPath: 'git' };
    git(folder, 'init', '--quiet');
    writeFileSync(path.join(folder, 'a'), 'a');
    for (const text of [`--output=${folder}/planted`, '--output=planted'])
      await assert.rejects(
        runGit(work, ['diff', '--unified=0'], { revisions: [text], paths: ['a'] }),
        /is no revision/,
      );
    assert.deepEqual(readdirSync(folder), ['.git', 'a']);
    rmSync(folder, { recursive: true });
  });

  it('has the objects of the server, whatever takes their place in the clone', async () => {
    const folder = temporaryFolder('git');
    const work = { folder, gitPath: 'git' };
    git(folder, 'init', '--quiet');
    const [one = '', other = ''] = ['one', 'other'].map((text) =>
      execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: folder, input: text, encoding: 'utf8' }).trim(),
    );
    git(folder, 'replace', one, other);
    assert.equal(git(folder, 'cat-file', 'blob', one), 'other');
    assert.equal(await gitFirstLine(work, ['cat-file', 'blob'], { revisions: [one] }), 'one');
    rmSync(folder, { recursive: true });
  });

  it('finds commits that none of those pushed contains, of which the clone may lack some', async () => {
    const folder = temporaryFolder('git');
    git(folder, 'init', '--quiet');
    const [before = '', head = '', later = ''] = ['One', 'Two', 'Three'].map((title) => {
      git(folder, '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', title);
      return git(folder, 'rev-parse', 'HEAD');
    });
    git(folder, 'reset', '--quiet', '--soft', head);
    const finds = (...shas: readonly string[]) => hasOtherCommits({ ...at, folder }, ['d'.repeat(40), ...shas]);
    assert.deepEqual(await Promise.all([finds(head), finds(later), finds(before), finds()]), [
      false,
      false,
      true,
      true,
    ]);
    rmSync(folder, { recursive: true });
  });

  it('ends when nobody waits for it any more', async () => {
    const reason = new Error('cancelled');
    await assert.rejects(runGit(at, ['version'], { signal: AbortSignal.abort(reason) }), reason);
  });

  it('sets a value once the program that has locked the configuration is done', async () => {
    const folder = temporaryFolder('git');
    try {
      await gitOutput({ ...at, folder }, ['init', '--quiet']);
      const [lock, gitPath] = [path.join(folder, '.git', 'config.lock'), path.join(folder, 'git')];
      // the other program ends as soon as git has failed
      writeFileSync(gitPath, `#!/bin/sh\ngit "$@"\ncode=$?\nrm -f '${lock}'\nexit $code\n`, { mode: 0o755 });
      writeFileSync(lock, '');
      await setGitConfig({ folder, gitPath }, 'branch.main.remote', 'origin');
      assert.equal(await gitFirstLine({ ...at, folder }, ['config', '--local', 'branch.main.remote']), 'origin');
      await assert.rejects(setGitConfig({ ...at, folder }, 'remote', 'origin'), /^Error: git config: .*section/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('hands on what it prints as it comes, and fails in its own words', async () => {
    const stream = async (args: readonly string[], options: Parameters<typeof streamGit>[2] = {}, where = at) => {
      const pieces: Buffer[] = [];
      await streamGit(where, args, options, (piece) => pieces.push(piece));
      return Buffer.concat(pieces).toString();
    };
    const input = 'x\n'.repeat(150_000);
    const printed = await stream(['stripspace'], { input });
    assert.equal(printed, input);
    await assert.rejects(stream(['no-such-command'], { input }), /^Error: git no-such-command: /);
    await assert.rejects(stream(['version'], {}, { ...at, gitPath: '/there/is/no/git' }), /ENOENT/);
    const reason = new Error('cancelled');
    await assert.rejects(stream(['version'], { signal: AbortSignal.abort(reason) }), reason);
  });
});
