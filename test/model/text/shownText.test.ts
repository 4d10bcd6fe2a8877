import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shownTexts } from '../../../src/model/text/shownText.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('versions of a file as texts', () => {
  it('have one encoding: UTF-8, else the configured one, else Windows-1252', () => {
    const utf8 = Buffer.from('ä\n');
    assert.deepEqual(shownTexts([utf8, bytes('a\n')], 'windows1251'), ['ä\n', 'a\n']);
    assert.deepEqual(shownTexts([utf8, bytes('\xe4\n')]), ['Ã¤\n', 'ä\n']);
    assert.deepEqual(shownTexts([bytes('\x80\x93\xfc\x81'), bytes('')]), ['€“ü\x81', '']);
    assert.deepEqual(shownTexts([bytes('\xe4'), bytes('')], 'windows1251'), ['д', '']);
    assert.deepEqual(shownTexts([bytes('\x93\xfa'), bytes('')], 'shiftjis'), ['日', '']);
    assert.deepEqual(shownTexts([bytes('\xe4'), bytes('')], 'shiftjis'), ['ä', ''], 'not of that encoding');
    assert.deepEqual(shownTexts([bytes('\x81\xca'), bytes('\xee\xf9')], 'shiftjis'), ['\x81Ê', 'îù'], 'one character');
    assert.deepEqual(shownTexts([bytes('\xe4'), bytes('')], 'koi8t'), ['ä', ''], 'unknown here');
    assert.deepEqual(shownTexts([Buffer.from('\ufeffa'), bytes('a')]), ['\ufeffa', 'a'], 'a byte order mark counts');
  });

  it('have equal lines exactly where the bytes are equal, whatever the bytes and the encoding', () => {
    const line = fc.uint8Array({ maxLength: 4 }).map((each) => each.filter((byte) => byte !== 10));
    const file = fc.array(fc.oneof(line, fc.constant(Buffer.from('ä')), fc.constant(bytes('\xe4'))), { maxLength: 4 });
    const names = ['utf8', 'windows1252', 'iso88592', 'shiftjis', 'gb18030', 'eucjp', 'cp950', 'utf16le', 'cp437'];
    const whole = (lines: readonly Uint8Array[]): Buffer => Buffer.from(lines.map(byteLine).join('\n'), 'latin1');
    const byteLine = (each: Uint8Array): string => Buffer.from(each).toString('latin1');
    fc.assert(
      fc.property(file, file, fc.constantFrom(...names), (before, after, name) => {
        const texts = shownTexts([whole(before), whole(after)], name).map((text) => text.split('\n'));
        const lines = [before, after].map((all) => (all.length === 0 ? [''] : all.map(byteLine)));
        const [old = [], now = []] = texts;
        assert.deepEqual(
          old.map((text) => now.map((other) => text === other)),
          lines[0]?.map((text) => lines[1]?.map((other) => text === other)),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});
