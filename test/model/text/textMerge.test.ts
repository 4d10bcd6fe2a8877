import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import {
  conflictKey,
  markedText,
  mergeTexts,
  type ThreeTexts,
  undecidedRegions,
} from '../../../src/model/text/textMerge.ts';
import { temporaryFolder } from '../../support/paths.ts';

const text = (words: string): string =>
  words
    .split(' ')
    .filter(Boolean)
    .map((word) => `${word}\n`)
    .join('');

const merge = (base: string, ours: string, theirs: string) =>
  mergeTexts({ base: text(base), ours: text(ours), theirs: text(theirs) });

describe('mergeTexts', () => {
  it('takes what one side has changed, and what both have changed alike', () => {
    const merged = { text: text('A b d E f G'), regions: [] };
    assert.deepEqual(merge('a b c d e f g', 'A b d e f G', 'a b c d E f G'), merged);
  });

  it('leaves the base text where both have changed the same lines or lines beside each other', () => {
    assert.deepEqual(merge('a b c d e f', 'a B c d e X f', 'a b C d e Y f'), {
      text: text('a b c d e f'),
      regions: [
        { from: 1, to: 3, ours: ['B', 'c'], theirs: ['b', 'C'] },
        { from: 5, to: 5, ours: ['X'], theirs: ['Y'] },
      ],
    });
  });

  it('keeps line ends as they are, and a last line without one', () => {
    const base = 'a\r\nb\r\nc';
    assert.deepEqual(mergeTexts({ base, ours: 'a\r\nB\r\nc', theirs: base }), { text: 'a\r\nB\r\nc', regions: [] });
    assert.deepEqual(mergeTexts({ base, ours: `${base}\nd`, theirs: base }).text, `${base}\nd`);
    assert.deepEqual(mergeTexts({ base: '', ours: 'x\n', theirs: '' }).text, 'x\n');
  });

  it('adds lines once that both have added among equal ones', () => {
    assert.equal(merge('a x x', 'new a x x x', 'a x x x').text, text('new a x x x'));
  });

  it('does what git does where no line occurs twice', function () {
    this.timeout(120_000);
    const folder = temporaryFolder('merge');
    const file = (name: string): string => path.join(folder, name);
    const edits = fc.array(
      fc.record({ at: fc.nat(12), removed: fc.nat(2), added: fc.subarray(['p', 'q', 'r'], { maxLength: 2 }) }),
      { maxLength: 3 },
    );
    const lines = Array.from({ length: 12 }, (_, index) => `line-${index}`);
    const edited = (side: (typeof edits)['generate'] extends (...args: never[]) => { value: infer T } ? T : never) =>
      side.reduce((before, { at, removed, added }) => before.toSpliced(at, removed, ...added), lines);
    const isOnce = (words: readonly string[]): boolean => new Set(words).size === words.length;
    try {
      fc.assert(
        fc.property(edits, edits, (left, right) => {
          fc.pre(isOnce(edited(left)) && isOnce(edited(right)));
          const texts: ThreeTexts = {
            base: text(lines.join(' ')),
            ours: text(edited(left).join(' ')),
            theirs: text(edited(right).join(' ')),
          };
          for (const [name, content] of Object.entries(texts)) writeFileSync(file(name), content);
          const args = ['merge-file', '-p', file('ours'), file('base'), file('theirs')];
          const git = spawnSync('git', args, { encoding: 'utf8' });
          const merged = mergeTexts(texts);
          assert.equal(merged.regions.length === 0, git.status === 0);
          if (git.status === 0) assert.equal(merged.text, git.stdout);
        }),
        { numRuns: 150 },
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('comes to an end with long texts that have nothing in common, or little', () => {
    const long = (word: string): string => Array.from({ length: 20_000 }, (_, index) => `${word}${index}\n`).join('');
    const nothing = mergeTexts({ base: long('a'), ours: long('b'), theirs: long('c') });
    assert.equal(nothing.regions.length, 1);
    const each = (word: string): string => long('a').replace(/^a(\d*)5$/gm, `${word}$1`);
    const { regions, text: merged } = mergeTexts({ base: long('a'), ours: each('b'), theirs: each('c') });
    assert.equal(regions.length, 2_000);
    assert.equal(merged, long('a'));
    assert.deepEqual(undecidedRegions({ text: merged, regions }, each('b')), []);
    assert.equal(undecidedRegions({ text: merged, regions }, merged).length, 2_000);
    assert.deepEqual(undecidedRegions({ text: merged, regions }, merged.replace('a5\n', 'x\n').slice(3)).at(0), 1);
  });
});

describe('the conflicts of a merge', () => {
  const start = merge('head one mid two tail', 'head ONE mid 2 tail', 'head eins mid zwei tail');

  it('are marked as in git', () => {
    assert.equal(
      markedText(start, ['main', 'abc']),
      text('head <<<<<<<-main ONE ======= eins >>>>>>>-abc mid <<<<<<<-main 2 ======= zwei >>>>>>>-abc tail').replace(
        /([<>])-/g,
        '$1 ',
      ),
    );
  });

  it('have the same key wherever they stand', () => {
    const key = conflictKey(start);
    assert.equal(conflictKey(merge('more head one mid two', 'more head ONE mid 2', 'more head eins mid zwei')), key);
    assert.notEqual(conflictKey(merge('head one mid two', 'head ONE mid 2', 'head eins mid ZWEI')), key);
    assert.equal(conflictKey(merge('a', 'a', 'b')), undefined);
  });
});

describe('undecidedRegions', () => {
  const start = merge('head one mid two tail', 'head ONE mid 2 tail', 'head eins mid zwei tail');
  const of = (words: string): readonly number[] => undecidedRegions(start, text(words));
  /** Both sides insert at the same place. */
  const empty = merge('head tail', 'head ours tail', 'head theirs tail');

  for (const [what, words, undecided] of [
    ['are all of them in a text that was not touched', 'head one mid two tail', [0, 1]],
    ['are those that are left', 'head ONE mid two tail', [1]],
    ['are none once each is as on the branch', 'head ONE mid 2 tail', []],
    ['are none once each is as in the commit', 'head eins mid zwei tail', []],
    ['are none once both sides are taken', 'head ONE eins mid 2 zwei tail', []],
    ['are none once each has a text of its own', 'head 1 mid 1+1 tail', []],
    ['are none once their text is deleted', 'head mid tail', []],
    ['are none where the text of a side stands beside that of the base', 'head one ONE mid zwei two tail', []],
    ['stay where only text around them was edited', 'HEAD one middle two new tail', [0, 1]],
    ['stay where lines before them were added or deleted', 'a b c head one two tail', [0, 1]],
    ['stay where their text was moved', 'two tail head one mid', [0, 1]],
    ['stay in a text that was moved and edited elsewhere', 'head ONE mid tail more two more', [1]],
  ] as const)
    it(what, () => assert.deepEqual(of(words), undecided));

  it('stay where only line ends, indentation, blank lines and the last line end changed', () => {
    for (const changed of [
      start.text.replaceAll('\n', '\r\n'),
      start.text.replace('one', '\t one  ').replace('two\n', '\n\ntwo\n\n'),
      start.text.trimEnd(),
      `${start.text}\n\n`,
    ])
      assert.deepEqual(undecidedRegions(start, changed), [0, 1], JSON.stringify(changed));
    const decided = text('head ONE mid zwei tail');
    assert.deepEqual(undecidedRegions(start, decided.replaceAll('\n', '\r\n')), []);
    assert.deepEqual(undecidedRegions(start, decided.trimEnd()), []);
  });

  it('are decided by indentation where that is what a side has changed', () => {
    const indented = mergeTexts({ base: 'a\n', ours: '  a\n', theirs: 'b\n' });
    assert.deepEqual(undecidedRegions(indented, 'a \n'), [0]);
    assert.deepEqual(undecidedRegions(indented, '  a\n'), []);
  });

  it('are decided by a text at their place where the base has none', () => {
    const at = (words: string): readonly number[] => undecidedRegions(empty, text(words));
    for (const words of ['head ours tail', 'head theirs tail', 'head theirs ours tail', 'head own tail'])
      assert.deepEqual(at(words), [], words);
    for (const words of ['head tail', 'HEAD tail', 'head TAIL', 'new head tail', 'head tail new'])
      assert.deepEqual(at(words), [0], words);
    assert.deepEqual(undecidedRegions(empty, 'head\n\n \ntail\n'), [0]);
  });

  it('are decided at the ends of a text, with and without a last line end', () => {
    const last = mergeTexts({ base: 'a\nb', ours: 'a\nours', theirs: 'a\ntheirs' });
    assert.deepEqual(undecidedRegions(last, 'a\nb'), [0]);
    assert.deepEqual(undecidedRegions(last, 'a\nb\n'), [0]);
    assert.deepEqual(undecidedRegions(last, 'a\ntheirs'), []);
    assert.deepEqual(undecidedRegions(last, 'a'), []);
    const all = mergeTexts({ base: '', ours: 'ours\n', theirs: 'theirs\n' });
    assert.deepEqual(undecidedRegions(all, ''), [0]);
    assert.deepEqual(undecidedRegions(all, 'ours\n'), []);
    assert.deepEqual(undecidedRegions(all, 'own'), []);
  });

  it('are none where a side has deleted what the other has changed, once that is gone or taken', () => {
    const gone = merge('head old tail', 'head tail', 'head new tail');
    assert.deepEqual(undecidedRegions(gone, text('head old tail')), [0]);
    assert.deepEqual(undecidedRegions(gone, text('head tail')), []);
    assert.deepEqual(undecidedRegions(gone, text('head new tail')), []);
  });
});
