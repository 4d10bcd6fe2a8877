import assert from 'node:assert/strict';
import { codeOwners } from '../../../src/model/mergeRequests/codeOwners.ts';
import { issueOf, partsOfText, proposedText } from '../../../src/model/mergeRequests/creating.ts';

describe('the text that a merge request begins with', () => {
  const commit = (title: string, body = '') => ({ sha: '1'.repeat(40), title, body });
  const fix = commit('Fix the gate', 'It stood open.\n\nChangelog: fixed');

  for (const [what, branch, commits, set, text] of [
    ['the words of an only commit', 'fix/gate', [fix], '', 'Fix the gate\n\nIt stood open.\n\nChangelog: fixed'],
    ['a template before the body', 'fix/gate', [fix], '## Why\n', 'Fix the gate\n\n## Why'],
    ['the name of a branch of several commits', '12-fix_the-gate', [fix, fix], '', 'Fix the gate\n\nCloses #12'],
    ['the issue that a branch begins with, once', 'ada/7-x', [commit('X', 'See #7')], '', 'X\n\nSee #7'],
    ['a branch that is nothing but a number', '12-', [], '', '12-\n\nCloses #12'],
  ] as const) {
    it(`is ${what}`, () => assert.equal(proposedText(branch, commits, set), text));
  }

  it('names no issue by a number elsewhere in the branch', () => {
    assert.deepEqual(['release-1.0', 'fix/2024', 'a12-b'].map(issueOf), [undefined, undefined, undefined]);
  });

  it('is a title in its first line, and a description', () => {
    const parts = { title: 'Fix', description: 'One\n\nTwo' };
    assert.deepEqual(partsOfText('\n Fix \n\nOne\n\nTwo\n'), parts);
    assert.deepEqual(partsOfText(' \n'), { title: '', description: '' });
  });
});

it('the code owners of changed files are read as GitLab reads them, those of most files first', () => {
  const file = String.raw`# Whoever @nobody
* @ada @acme/keepers ada@acme.example
/docs/ @bo
/docs/plans/*.md
\#odd\ name @cy
[Pipes][2] @dan
*.yml
!/ci/own.yml
^[pipes]
ci/**/deep.yml @@maintainer @eve`;
  for (const [owners, ...paths] of [
    ['ada bo', 'a.ts', 'docs/x/y.md'],
    ['', 'docs/plans/a.md'],
    ['bo ada', 'docs/plans/b/c.md', 'docs/a.md', 'a.ts'],
    ['cy', 'x/#odd name'],
    ['ada', 'ci/own.yml'],
    ['ada eve', 'src/ci/a/b/deep.yml'],
    ['ada dan', 'b.yml'],
  ])
    assert.equal(codeOwners(file, paths).join(' '), owners, paths.join());
});
