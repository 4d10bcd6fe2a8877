import assert from 'node:assert/strict';
import { visible, visibleLabel, visibleMarkdown, visibleText } from '../src/host/visible.ts';

describe('text from elsewhere', () => {
  const turning = [0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
  const unseen = [0xad, 0x200b, 0x2060, 0x2800, 0x3164, 0xfeff, 0xe0041];
  const controls = [0x00, 0x07, 0x08, 0x0b, 0x0c, 0x1b, 0x7f, 0x85, 0x9b, 0x2028, 0x2029];
  const shown = (point: number): string => {
    const digits = point.toString(16);
    return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`;
  };

  it('shows what is unseen, turns directions, or moves or ends lines by its code', () => {
    for (const point of [...turning, ...unseen, ...controls]) {
      const text = `a${String.fromCodePoint(point)}b`;
      for (const show of [visible, visibleText, visibleMarkdown, visibleLabel])
        assert.equal(show(text), `a${shown(point)}b`);
    }
  });

  it('keeps its lines where there is room for lines', () => {
    assert.equal(visibleText('a\r\n\tb'), 'a\r\n\tb');
    assert.equal(visibleMarkdown('a\n\n- b'), 'a\n\n- b');
    assert.equal(visible('a\r\n\tb'), 'a\\u000d\\u000a\\u0009b');
  });

  it('stays as it is in any language, with its pictures', () => {
    for (const text of ['Größe', 'سلام', 'שלום', 'नमस्ते', '日本語', '👩‍👩‍👧', '❤\ufe0f', 'é'])
      assert.equal(visibleMarkdown(visible(text)), text);
  });

  it('stays as it is when it was made visible before', () => {
    const once = visible('a\u202eb');
    assert.equal(visible(once), once);
  });

  it('has such characters in Markdown by no other name either', () => {
    for (const point of [...turning, ...unseen]) {
      for (const name of [`&#${point};`, `&#x${point.toString(16)};`, `&#X0${point.toString(16).toUpperCase()};`])
        assert.equal(visibleMarkdown(`a${name}b`), `a${shown(point)}b`, name);
    }
    assert.equal(visibleMarkdown('&rlm;&lrm;'), '\\u200f\\u200e');
    assert.equal(
      visibleMarkdown('&amp;rlm; &#38; &#x1F350; &quot; &#9999999;'),
      '&amp;rlm; &#38; &#x1F350; &quot; &#9999999;',
    );
  });
});
