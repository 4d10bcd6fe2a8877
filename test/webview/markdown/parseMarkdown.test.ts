import assert from 'node:assert/strict';
import type { MarkdownNode } from '../../../src/webview/markdown/markdownTree.ts';
import { parseMarkdown } from '../../../src/webview/markdown/parseMarkdown.ts';
import { attacks } from './attacks.ts';

const places = { project: 'https://gitlab.example.com/acme/orchard', instance: 'https://gitlab.example.com' };
const parse = (text: string): readonly MarkdownNode[] => parseMarkdown(text, places);

/** Nested text; links as `[words](address)`. */
const drawn = (nodes: readonly MarkdownNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if (node.kind === 'link') return `[${drawn(node.children)}](${node.href})`;
      if (node.kind === 'image') return `<image ${node.alt} ${node.href}>`;
      if (node.kind === 'code') return `<code ${node.language}>${node.text}</code>`;
      if (node.kind === 'suggestion') return `<suggestion -${node.above}+${node.below}>${node.text}</suggestion>`;
      const more = [node.task, node.align, node.start].filter((each) => each !== undefined).map((each) => ` ${each}`);
      return `<${node.tag}${more.join('')}>${drawn(node.children)}</${node.tag}>`;
    })
    .join('');

const everyNode = (nodes: readonly MarkdownNode[]): readonly MarkdownNode[] =>
  nodes.flatMap((node) => [node, ...(typeof node !== 'string' && 'children' in node ? everyNode(node.children) : [])]);

describe('parseMarkdown', () => {
  const shows = (text: string, expected: string): void => assert.equal(drawn(parse(text)), expected);

  it('reads what GitLab’s notes are made of', () => {
    shows(
      '# Title\n\nsome *em* **strong** ~~gone~~ `code`',
      '<h1>Title</h1><p>some <em>em</em> <strong>strong</strong> <s>gone</s> <code>code</code></p>',
    );
    shows('> quoted\n\n---', '<blockquote><p>quoted</p></blockquote><hr></hr>');
    shows('3. three\n4. four', '<ol 3><li>three</li><li>four</li></ol>');
    shows('```ts\nconst a = 1;\n```', '<code ts>const a = 1;\n</code>');
    shows('one\ntwo  \nthree', '<p>one\ntwo<br></br>three</p>');
  });

  it('reads task lists and tables', () => {
    shows('- [ ] open\n- [x] done\n- plain', '<ul><li open>open</li><li done>done</li><li>plain</li></ul>');
    shows('- [ ] open\n\n- [x] done', '<ul><li open><p>open</p></li><li done><p>done</p></li></ul>');
    shows(
      '| a | b |\n|:-:|--:|\n| 1 | 2 |',
      '<table><thead><tr><th center>a</th><th right>b</th></tr></thead><tbody><tr><td center>1</td><td right>2</td></tr></tbody></table>',
    );
  });

  it('says on which line each task begins, however it is nested', () => {
    const tasks = everyNode(parse('# Plan\r\n\r\n1. [ ] one\r\n   - [x] two\r\n\r\n     more\r\n\r\n> - - [ ] three'));
    const lines = tasks.flatMap((node) => (typeof node === 'object' && 'task' in node ? [[node.task, node.line]] : []));
    assert.deepEqual(lines, [
      ['open', 2],
      ['done', 3],
      ['open', 7],
    ]);
  });

  it('reads suggestions with the lines they replace', () => {
    shows('```suggestion:-2+1\nbetter\n```', '<suggestion -2+1>better\n</suggestion>');
    shows('```suggestion\nbetter\n```', '<suggestion -0+0>better\n</suggestion>');
  });

  it('links people, issues, merge requests and hashes to their pages', () => {
    shows('ask @maya.b', `<p>ask [@maya.b](${places.instance}/maya.b)</p>`);
    shows(
      'see #12, !34.',
      `<p>see [#12](${places.project}/-/issues/12), [!34](${places.project}/-/merge_requests/34).</p>`,
    );
    shows('acme/other#7', `<p>[acme/other#7](${places.instance}/acme/other/-/issues/7)</p>`);
    shows('since 0123abcd', `<p>since [0123abcd](${places.project}/-/commit/0123abcd)</p>`);
    shows('a@b.com, 12345678, deadbeef, x#1y, `@maya`', '<p>a@b.com, 12345678, deadbeef, x#1y, <code>@maya</code></p>');
    shows('[see #12](https://x.example/)', '<p>[see #12](https://x.example/)</p>');
  });

  it('links addresses, uploads of the project and paths of the instance', () => {
    shows('https://x.example/a', '<p>[https://x.example/a](https://x.example/a)</p>');
    shows('[log](/uploads/0f/log.txt)', `<p>[log](${places.project}/uploads/0f/log.txt)</p>`);
    shows('[other](/acme/other)', `<p>[other](${places.instance}/acme/other)</p>`);
    shows('[mail](mailto:a@b.example)', '<p>[mail](mailto:a@b.example)</p>');
  });

  it('makes a picture a link, and never a picture', () => {
    shows('![a chart](https://x.example/i.png)', '<p><image a chart https://x.example/i.png></p>');
    shows('![secret](file:///etc/passwd)', '<p>![secret](file:///etc/passwd)</p>');
  });

  for (const attack of attacks) {
    it(`leaves nothing that runs or loads of ${JSON.stringify(attack.slice(0, 60))}`, () => {
      for (const node of everyNode(parse(attack))) {
        if (typeof node === 'string' || !('href' in node)) continue;
        assert.match(node.href, /^(?:https?:\/\/|mailto:)/i);
      }
    });
  }

  it('reads hostile texts to their end', () => {
    for (const text of ['['.repeat(50_000), '*a '.repeat(60_000), '@a'.repeat(90_000), `${'a/'.repeat(90_000)}#1`])
      shows(text, `<p>${text.trim()}</p>`);
    // depth is limited
    shows('> '.repeat(20_000), `${'<blockquote>'.repeat(100)}${'</blockquote>'.repeat(100)}`);
    const [table] = parse(`|a${'|b'.repeat(5000)}|\n${'|-'.repeat(5001)}|\n${'|x\n'.repeat(1000)}`);
    assert.ok(table !== undefined && typeof table !== 'string' && table.kind === 'element' && table.tag === 'table');
    const headers = everyNode([table]).filter((node) => typeof node !== 'string' && 'tag' in node && node.tag === 'th');
    assert.equal(headers.length, 5_001);
  });

  it('shows a text of unusual length as it is', () => {
    const text = '*x*'.repeat(100_000);
    assert.deepEqual(parse(text), [{ kind: 'code', text, language: '' }]);
  });
});
