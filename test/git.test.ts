import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { gitLine, gitOutput, pipedGitOutput, runGit } from '../src/host/shell/git.ts';

const at = { folder: tmpdir(), gitPath: 'git' };

describe('git that is run in a folder', () => {
  it('answers with the code it ended with, whatever that is', async () => {
    assert.equal((await runGit(at, ['version'])).code, 0);
    assert.equal((await runGit(at, ['diff', '--no-index', '--quiet', '/dev/null', process.execPath])).code, 1);
  });

  it('is no answer where it did not start', async () => {
    await assert.rejects(runGit({ ...at, gitPath: '/there/is/no/git' }, ['cat-file', '-e', 'HEAD']), /ENOENT/);
  });

  it('is given what it is to read', async () => {
    assert.equal(
      await gitLine(at, ['hash-object', '--stdin'], { input: '' }),
      'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
    );
  });

  it('fails in its own words, without the password of an address', async () => {
    const failed = gitOutput(at, ['hash-object', 'http://olive:secret@gitlab.example.com/orchard.git']);
    await assert.rejects(failed, ({ message }: Error) => {
      assert.match(message, /^git hash-object: .*http:\/\/gitlab\.example\.com/);
      assert.doesNotMatch(message, /secret/);
      return true;
    });
  });

  it('ends when nobody waits for it any more', async () => {
    const reason = new Error('cancelled');
    await assert.rejects(runGit(at, ['version'], { signal: AbortSignal.abort(reason) }), reason);
  });

  it('passes what one command prints on to another, and fails in the words of either', async () => {
    const hash = ['hash-object', '--stdin'];
    const input = 'x'.repeat(300_000);
    const [first = ''] = (await pipedGitOutput(at, [hash, hash], { input })).toString().split('\n');
    const inner = await gitLine(at, hash, { input });
    assert.equal(first, await gitLine(at, hash, { input: `${inner}\n` }));
    const unknown = ['no-such-command'];
    await assert.rejects(pipedGitOutput(at, [unknown, hash], { input }), /^Error: git no-such-command: /);
    await assert.rejects(pipedGitOutput(at, [hash, unknown], { input }), /^Error: git no-such-command: /);
    await assert.rejects(pipedGitOutput({ ...at, gitPath: '/there/is/no/git' }, [hash, hash], { input }), /ENOENT/);
    const reason = new Error('cancelled');
    await assert.rejects(pipedGitOutput(at, [hash, hash], { signal: AbortSignal.abort(reason) }), reason);
  });
});
