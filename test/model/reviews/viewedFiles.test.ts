import assert from 'node:assert/strict';
import type { FileChange } from '../../../src/model/fileChange.ts';
import { contentKey, isViewed, marked, nextUnviewed } from '../../../src/model/reviews/viewedFiles.ts';

const version = { baseSha: 'b'.repeat(40), startSha: 'b'.repeat(40), headSha: '1'.repeat(40) };
const later = { ...version, headSha: '2'.repeat(40) };

const change = (newPath: string, parts: Partial<FileChange> = {}): FileChange => ({
  kind: 'modified',
  oldPath: newPath,
  newPath,
  modes: undefined,
  diff: '@@ -3,2 +3,3 @@ export const ripe\n one\n+two\n three\n',
  withoutText: undefined,
  ...parts,
});

describe('files that were viewed', () => {
  const seen = change('src/a.ts');
  const marks = marked({}, [{ change: seen, version, isViewed: true }]);

  it('stay viewed in a new version where only their line numbers have moved', () => {
    const moved = { ...seen, diff: seen.diff.replace('-3,2 +3,3 @@ export const ripe', '-40,2 +41,3 @@') };
    assert.ok(isViewed(marks, { change: moved, version: later }));
  });

  it('are viewed no more once their content has changed', () => {
    for (const other of [
      change('src/a.ts', { diff: seen.diff.replace('+two', '+2') }),
      change('src/a.ts', { diff: seen.diff.replace('\n one', '\n ONE') }),
      change('src/a.ts', { kind: 'renamed', oldPath: 'src/b.ts' }),
      change('src/a.ts', { modes: { old: '100644', new: '100755' } }),
    ]) {
      assert.ok(!isViewed(marks, { change: other, version: later }));
    }
  });

  it('are viewed no more at another head where the server leaves out their text, or bytes of it', () => {
    for (const parts of [
      { diff: '', withoutText: 'tooLarge' },
      { diff: '@@ -1 +1 @@\n-Gr\ufffd\n+Gr\ufffd\n' },
    ] as const) {
      const file = change('data', parts);
      const own = marked({}, [{ change: file, version, isViewed: true }]);
      assert.ok(isViewed(own, { change: file, version }));
      assert.ok(!isViewed(own, { change: file, version: later }));
    }
  });

  it('take a line of the text that looks like the head of a hunk for text', () => {
    const one = change('notes.md', { diff: '@@ -1 +1 @@\n-@@ old @@\n+@@ new @@\n' });
    const other = { ...one, diff: one.diff.replace('new', 'newer') };
    assert.notEqual(contentKey({ change: one, version }), contentKey({ change: other, version }));
  });

  it('are no others, whatever their names', () => {
    assert.ok(!isViewed(marks, { change: change('constructor'), version }));
    const named = marked({}, [{ change: change('__proto__'), version, isViewed: true }]);
    assert.ok(isViewed(named, { change: change('__proto__'), version }));
  });

  it('are not viewed once the mark is taken away', () => {
    assert.deepEqual(marked(marks, [{ change: seen, version, isViewed: false }]), {});
  });

  it('are followed by the next that was not, around the end', () => {
    const files = ['a', 'b', 'c'].map((each) => change(each));
    const [a, b, c] = files as [FileChange, FileChange, FileChange];
    const viewed = (...which: readonly FileChange[]) =>
      marked(
        {},
        which.map((each) => ({ change: each, version, isViewed: true })),
      );
    assert.equal(nextUnviewed(viewed(b), { files, version }, 'b'), c);
    assert.equal(nextUnviewed(viewed(b, c), { files, version }, 'b'), a);
    assert.equal(nextUnviewed(viewed(a, b, c), { files, version }, 'c'), undefined);
  });
});
