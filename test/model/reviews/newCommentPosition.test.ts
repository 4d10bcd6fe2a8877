import assert from 'node:assert/strict';
import { countLines, diffLines, runsOn } from '../../../src/model/reviews/diffLines.ts';
import {
  filePosition,
  isOfRefs,
  linePosition,
  positionAgain,
  spanOf,
} from '../../../src/model/reviews/newCommentPosition.ts';

const refs = { baseSha: 'b'.repeat(40), startSha: 'c'.repeat(40), headSha: 'd'.repeat(40) };
const file = { refs, oldPath: 'old.ts', newPath: 'new.ts' };
const diff = '@@ -3,4 +3,5 @@ head\n same\n-gone\n+came\n+came too\n same again\n\\ No newline at end of file\n';
const sha1 = '4b8bc1be3dcbb4ef5e9a2f6d2ad55ea1a1d6cbb9';

describe('positions in a diff', () => {
  it('counts both sides through hunks', () => {
    assert.deepEqual(
      diffLines(diff).map(({ kind, oldLine, newLine }) => `${kind} ${oldLine} ${newLine}`),
      ['context 3 3', 'removed 4 4', 'added 5 4', 'added 5 5', 'context 5 6'],
    );
    assert.deepEqual(countLines(diff), { added: 2, removed: 1 });
  });

  it('names an unchanged line outside of the hunks by both numbers; without a text in the diff no line', () => {
    assert.deepEqual(runsOn(diffLines(diff), 'old'), [[3, 5]]);
    const two = `${diff}@@ -20,1 +21,2 @@\n+more\n same\n`;
    const at = (side: 'old' | 'new', last: number) => linePosition(file, two, { side, first: last - 1, last });
    const numbers = [at('new', 2), at('old', 9), at('new', 10), at('old', 30), at('new', 32)];
    const shown = numbers.map((position) => `${position?.old_line} ${position?.new_line}`);
    assert.deepEqual(shown, ['2 2', '9 10', '9 10', '30 32', '30 32']);
    assert.equal(at('new', 4)?.line_range?.start.old_line, 3);
    assert.equal(linePosition(file, '', { side: 'new', first: 2, last: 2 }), undefined);
  });

  it('names an added line by its new number, a removed one by its old, any other by both', () => {
    const at = (side: 'old' | 'new', line: number) => {
      const { old_line, new_line } = linePosition(file, diff, { side, first: line, last: line }) ?? {};
      return { old_line, new_line };
    };
    assert.deepEqual(at('new', 4), { old_line: undefined, new_line: 4 });
    assert.deepEqual(at('old', 4), { old_line: 4, new_line: undefined });
    assert.deepEqual(at('new', 6), { old_line: 5, new_line: 6 });
    assert.deepEqual(at('old', 5), { old_line: 5, new_line: 6 });
  });

  it('names several lines by both ends, and stands on the last', () => {
    const position = linePosition(file, diff, { side: 'new', first: 3, last: 5 });
    assert.equal(position?.new_line, 5);
    assert.match(position.line_range?.start.line_code ?? '', /^[0-9a-f]{40}_3_3$/);
    assert.match(position.line_range?.end.line_code ?? '', /^[0-9a-f]{40}_5_5$/);
    assert.deepEqual([position.line_range?.start.type, position.line_range?.end.type], [null, 'new']);
    assert.deepEqual(spanOf(position), { side: 'new', first: 3, last: 5 });
    assert.notEqual(position.line_range?.start.line_code?.slice(0, 40), sha1);
  });

  it('takes from a range only how many lines there are: it stays behind where a thread has moved', () => {
    const position = linePosition(file, diff, { side: 'new', first: 3, last: 5 });
    assert.ok(position);
    assert.deepEqual(spanOf({ ...position, new_line: 25 }), { side: 'new', first: 23, last: 25 });
    assert.deepEqual(spanOf({ ...position, new_line: 4 }), { side: 'new', first: 2, last: 4 });
    assert.deepEqual(spanOf({ ...position, new_line: 1 }), { side: 'new', first: 1, last: 1 });
    const { start } = position.line_range ?? {};
    assert.deepEqual(spanOf({ ...position, line_range: { start } }), { side: 'new', first: 3, last: 5 });
  });

  it('sends a stored position again as it was, and none where the stored one is empty', () => {
    const position = linePosition(file, diff, { side: 'old', first: 3, last: 4 });
    assert.deepEqual(positionAgain(position), position);
    assert.deepEqual(positionAgain(filePosition(file)), filePosition(file));
    assert.equal(positionAgain({ position_type: 'text', new_path: null, old_path: null }), undefined);
    assert.equal(positionAgain(null), undefined);
    const picture = { ...filePosition(file), position_type: 'image' as const, width: 10, height: 20, x: 1, y: 2 };
    assert.deepEqual(positionAgain(picture), picture);
  });

  it('tells whether its lines are those of a version', () => {
    const position = linePosition(file, diff, { side: 'new', first: 4, last: 4 });
    assert.ok(position && isOfRefs(position, refs));
    assert.ok(!isOfRefs(position, { ...refs, headSha: 'e'.repeat(40) }));
  });
});
