import assert from 'node:assert/strict';
import { checkedRef, checkedRevision, gitArguments, gitInput } from '../../../src/model/git/git.ts';
import { hostileTexts } from '../../support/servers/hostileTexts.ts';

const sha = '6104942438c14ec7bd21c6cd5bd995272b3faff6';

describe('arguments of git', () => {
  it('are options, revisions and paths, each in its place', () => {
    const call = { revisions: [sha], paths: ['-a', '--', 'line\nbreak'] };
    assert.deepEqual(gitArguments(['diff', '-z', { '-U': '-3' }], call), [
      ...['diff', '-z', '-U-3', '--end-of-options', sha],
      ...['--', '-a', '--', 'line\nbreak'],
    ]);
    assert.deepEqual(gitArguments(['rev-parse', '--verify'], { revisions: ['HEAD'] }), [
      'rev-parse',
      '--verify',
      'HEAD',
    ]);
    assert.deepEqual(gitArguments(['status'], {}), ['status']);
    assert.throws(() => gitArguments(['merge-file', { '-L': 'a\nb' }], {}), /"a\\nb" is no value of -L/);
  });

  it('have revisions that name a commit, a ref or a remote, and nothing else', () => {
    const revisions = [sha, 'HEAD', 'origin', 'refs/heads/release/1.0', `${sha}^{tree}`, `${sha}^{commit}`, `^${sha}`];
    for (const revision of [...revisions, `refs/heads/main...${sha}`])
      assert.equal(checkedRevision(revision), revision);
    for (const text of [...hostileTexts('/tmp', sha), `${sha}...${sha}...${sha}`, `^^${sha}`, `${sha}^{/x}`, 'a...'])
      for (const check of [checkedRevision, checkedRef]) assert.throws(() => check(text), /^Error: git was not run: /);
  });

  it('have lines and paths apart on the standard input', () => {
    assert.equal(gitInput({ revisions: [sha, 'HEAD'] }), `${sha}\nHEAD\n`);
    assert.equal(gitInput({ paths: ['a', 'b\nc'] }), 'a\0b\nc\0');
    assert.equal(gitInput('any text\n'), 'any text\n');
    assert.throws(() => gitInput({ revisions: [':/x\nHEAD'] }), /is no revision/);
    assert.throws(() => gitInput({ paths: ['a\0b'] }), /is no path/);
  });
});
