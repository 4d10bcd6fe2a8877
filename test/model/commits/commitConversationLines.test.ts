import assert from 'node:assert/strict';
import { lineInDiff, nearestChangedLine } from '../../../src/model/commits/commitConversationLines.ts';

/** Line 3 becomes two lines, line 5 is deleted, two lines are added below. */
const diff = [
  '@@ -1,7 +1,7 @@',
  ' a',
  ' b',
  '-c',
  '+C',
  '+C2',
  ' d',
  '-e',
  ' f',
  ' g',
  '@@ -20 +20,3 @@ t',
  ' t',
  '+u',
  '+v',
  '',
].join('\n');

describe('lineInDiff', () => {
  const kind = (side: 'old' | 'new', line: number): unknown => {
    const found = lineInDiff(diff, { side, line });
    return [found.kind, found.oldLine, found.newLine, found.kind === 'context' ? found.isShown : undefined];
  };

  it('tells lines the commit added or removed from those it left alone', () => {
    assert.deepEqual(kind('new', 3), ['changed', undefined, 3, undefined]);
    assert.deepEqual(kind('old', 3), ['changed', 3, undefined, undefined]);
    assert.deepEqual(kind('old', 5), ['changed', 5, undefined, undefined]);
    assert.deepEqual(kind('new', 5), ['context', 4, 5, true]);
    assert.deepEqual(kind('old', 4), ['context', 4, 5, true]);
    assert.deepEqual(kind('new', 22), ['changed', undefined, 22, undefined]);
  });

  it('counts on to lines the diff does not show', () => {
    assert.deepEqual(kind('new', 12), ['context', 12, 12, false]);
    assert.deepEqual(kind('old', 25), ['context', 25, 27, false]);
    assert.deepEqual(kind('new', 27), ['context', 25, 27, false]);
  });

  it('is not misled by text that looks like a hunk', () => {
    const tricky = ['@@ -1,2 +1,3 @@', ' one', '+@@ -9 +9 @@', ' two'].join('\n');
    assert.equal(lineInDiff(tricky, { side: 'new', line: 2 }).kind, 'changed');
    assert.deepEqual(lineInDiff(tricky, { side: 'new', line: 3 }), {
      kind: 'context',
      oldLine: 2,
      newLine: 3,
      isShown: true,
    });
  });
});

describe('nearestChangedLine', () => {
  it('finds the nearest on either side; of two as near one that was added, then the lower', () => {
    assert.deepEqual(nearestChangedLine(diff, { side: 'new', line: 2 }), { side: 'new', line: 3 });
    assert.deepEqual(nearestChangedLine(diff, { side: 'old', line: 6 }), { side: 'old', line: 5 });
    assert.deepEqual(nearestChangedLine('@@ -1,3 +1,3 @@\n-a\n+A\n b\n-c\n+C', { side: 'new', line: 2 }), {
      side: 'new',
      line: 3,
    });
    assert.deepEqual(nearestChangedLine(diff, { side: 'new', line: 18 }), { side: 'new', line: 21 });
  });

  it('finds none where nothing changed', () => {
    assert.equal(nearestChangedLine('', { side: 'new', line: 2 }), undefined);
  });
});
