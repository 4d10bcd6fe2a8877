import assert from 'node:assert/strict';
import type { MarkdownNode } from '../../../src/webview/markdown/markdownTree.ts';
import { parseMarkdown } from '../../../src/webview/markdown/parseMarkdown.ts';
import { conversation, note, theCommit, thread, useConversationPages } from './conversationPages.ts';

/** Entities of one and several characters, with and without a legacy form, and unknown names. */
const names =
  'amp lt gt quot apos nbsp copy AMP Aacute hellip semi NotEqualTilde fjlig CounterClockwiseContourIntegral ' +
  'ampx notit copycat bogus a constructor lang';

const textOf = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : 'children' in node ? textOf(node.children) : '')).join('');

describe('characters that are written by their names in a comment', () => {
  const open = useConversationPages();

  it('are those that the names stand for, and a name nobody knows stays', async () => {
    const written = names
      .split(' ')
      .map((name) => `x&${name};x`)
      .join(' / ');
    // in Node the package decodes them with its own tables
    const expected = textOf(parseMarkdown(written, { project: '', instance: '' }));
    assert.match(expected, /^x&x .* x&bogus;x /);
    const { page, send } = await open();
    await send(...theCommit, conversation([thread('a', undefined, note(written))]));
    const drawn = page.locator('.markdown p', { hasText: '©' }).first();
    await drawn.waitFor();
    assert.equal(await drawn.evaluate((element) => element.textContent), expected);
  });
});
