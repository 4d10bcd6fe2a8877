import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commentMarkdown } from '../../../../../src/host/kit/pages/commentMarkdown.ts';

const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('graft.comments');

describe('pictures of comments in editors', () => {
  afterEach(() => settings().update('pictures', undefined, vscode.ConfigurationTarget.Global));

  for (const text of [
    '![chart](https://pictures.example/i.png)',
    String.raw`\![chart](https://pictures.example/i.png)`,
    '![chart][1]\n\n[1]: https://pictures.example/i.png',
  ])
    it(`are links unless they are allowed: ${JSON.stringify(text)}`, () => {
      assert.doesNotMatch(commentMarkdown(text).value, /!\[/);
    });

  it('are left to the editor once they are allowed, without HTML and commands', async () => {
    await settings().update('pictures', true, vscode.ConfigurationTarget.Global);
    const { value, isTrusted, supportHtml } = commentMarkdown('![chart](https://pictures.example/i.png)');
    assert.deepEqual([value, isTrusted, supportHtml], ['![chart](https://pictures.example/i.png)', false, false]);
  });

  it('leave an exclamation mark before a bracket alone where there is no picture', () => {
    assert.equal(commentMarkdown('if (![1, 2].includes(x))').value, 'if (![1, 2].includes(x))');
  });
});
