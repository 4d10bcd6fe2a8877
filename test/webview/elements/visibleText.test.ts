import assert from 'node:assert/strict';
import { meaningOf } from '../../../src/webview/elements/characterNames.ts';
import { visiblePieces, visibleString } from '../../../src/webview/elements/visibleText.ts';

describe('visiblePieces', () => {
  it('leaves ordinary text in one piece', () => {
    assert.deepEqual(visiblePieces('const a = "b";', 'line'), [{ plain: 'const a = "b";' }]);
    assert.deepEqual(visiblePieces('', 'line'), [{ plain: '' }]);
  });

  it('shows the character it marks by its code', () => {
    assert.deepEqual(visiblePieces('a\u202eb', 'line'), [{ plain: 'a' }, { mark: 'U+202E' }, { plain: 'b' }]);
  });

  it('has a name for each mark', () => {
    assert.equal(meaningOf('U+202E'), 'right-to-left override');
    assert.equal(meaningOf('U+E0041'), 'invisible or control character');
  });
});

describe('visibleString', () => {
  const marked: readonly (readonly [what: string, text: string, expected: string])[] = [
    ['bidi overrides', 'exe\u202etxt', 'exe[U+202E]txt'],
    ['bidi isolates', '\u2066a\u2069', '[U+2066]a[U+2069]'],
    ['zero width spaces', 'a\u200bb', 'a[U+200B]b'],
    ['byte order marks', '\ufeffimport', '[U+FEFF]import'],
    ['null and escape', '\0\u001b[31m', '[U+0000][U+001B][31m'],
    ['tag characters', 'a\u{e0041}', 'a[U+E0041]'],
    ['half a surrogate pair', 'a\ud800b', 'a[U+D800]b'],
    ['Hangul fillers', 'a\u3164b', 'a[U+3164]b'],
    ['joiners between ASCII letters', 'a\u200db', 'a[U+200D]b'],
    ['selectors after ASCII letters', 'a\ufe0fb', 'a[U+FE0F]b'],
    ['runs of selectors', '\u2764\ufe0f\ufe0f', '\u2764\ufe0f[U+FE0F]'],
  ];
  for (const [what, text, expected] of marked) {
    it(`marks ${what}`, () => assert.equal(visibleString(text, 'line'), expected));
  }

  const honest: readonly (readonly [what: string, text: string])[] = [
    ['tabs in code', '\tif'],
    ['letters of other scripts', 'Grüße 日本語 שלום'],
    ['emoji with joiners and selectors', '👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3'],
    ['joiners in Persian', 'می\u200cخواهم'],
  ];
  for (const [what, text] of honest) {
    it(`leaves ${what}`, () => assert.equal(visibleString(text, 'line'), text));
  }

  it('leaves line feeds and tabs in messages', () => {
    assert.equal(visibleString('a\n\tb\r', 'message'), 'a\n\tb[U+000D]');
  });

  it('is strict with names: tabs, line feeds, unusual and outer spaces', () => {
    assert.equal(visibleString('a\tb\nc\u00a0d', 'name'), 'a[U+0009]b[U+000A]c[U+00A0]d');
    assert.equal(visibleString(' a b ', 'name'), '[U+0020]a b[U+0020]');
  });
});
