import assert from 'node:assert/strict';
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
