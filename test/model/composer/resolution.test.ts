import assert from 'node:assert/strict';
import {
  carriedOver,
  conflictKey,
  fileAction,
  type FileInConflict,
  type FileVersion,
  freshFile,
  hasMarks,
  isDone,
  isTextConflict,
  isUnsent,
  resolvedActions,
  unsendablePaths,
} from '../../../src/model/composer/resolution.ts';

const version = (text: string, mode = '100644'): FileVersion => ({
  hash: text.padEnd(40, '0'),
  mode,
  content: Buffer.from(text),
});

const marked = 'above\n<<<<<<< release\nours\n=======\ntheirs\n>>>>>>> abc\nbelow\n';

const both: FileInConflict = {
  path: 'a.ts',
  base: version('base'),
  ours: version('ours'),
  theirs: version('theirs'),
  marked,
};

const merge = (conflicts: readonly FileInConflict[]) => ({ tip: 't', conflicts, clean: [], unsendable: [] });

describe('resolutions of conflicts', () => {
  it('tell conflict marks from text that looks a little like them', () => {
    assert.ok(hasMarks(marked));
    assert.ok(hasMarks(marked.replaceAll('\n', '\r\n')));
    assert.ok(!hasMarks('Title\n=======\n<<<<<<<<< quoted\n  <<<<<<< indented\n'));
  });

  it('know a conflict again on another branch, wherever it stands in the file', () => {
    const elsewhere = `more\n${marked.replace('release', 'stable').replace('abc', 'def')}`;
    assert.equal(conflictKey(elsewhere), conflictKey(marked));
    assert.notEqual(conflictKey(marked.replace('ours', 'others')), conflictKey(marked));
    assert.equal(conflictKey('no marks'), undefined);
  });

  it('make a file as its text was written, and nothing of one that stays as on the branch', () => {
    const file = { ...freshFile(both, undefined), text: 'written', isResolved: true };
    assert.deepEqual(resolvedActions(merge([both]), [file]), [
      { kind: 'update', path: 'a.ts', content: Buffer.from('written'), base: both.ours?.hash },
    ]);
    assert.deepEqual(resolvedActions(merge([both]), [{ ...file, choice: 'ours' }]), []);
    assert.partialDeepStrictEqual(resolvedActions(merge([both]), [{ ...file, choice: 'delete' }]), [
      { kind: 'delete', path: 'a.ts' },
    ]);
  });

  it('are unsent once something was chosen or written, until there is a commit of it', () => {
    const fresh = freshFile(both, undefined);
    assert.equal(isUnsent({ files: [fresh], madeOn: undefined }), false);
    for (const touched of [
      { text: 'written' },
      { isResolved: true },
      { choice: 'theirs', isResolved: true } as const,
    ]) {
      assert.equal(isUnsent({ files: [fresh, { ...fresh, ...touched }], madeOn: undefined }), true);
    }
    assert.equal(isUnsent({ files: [{ ...fresh, text: 'written' }], madeOn: 'pick-1' }), false);
  });

  it('name a symbolic link or submodule that was chosen: only git can write it', () => {
    const link = { ...both, theirs: version('target', '120000'), marked: undefined };
    const file = { ...freshFile(link, undefined), isResolved: true };
    assert.deepEqual(unsendablePaths(merge([link]), [{ ...file, choice: 'theirs' }]), ['a.ts']);
    assert.deepEqual(unsendablePaths(merge([link]), [{ ...file, choice: 'ours' }]), []);
  });

  it('bring a file back that the branch has deleted, and give a moved file its new name', () => {
    const gone = { ...both, ours: undefined, marked: undefined };
    const file = freshFile(gone, undefined);
    assert.equal(file.choice, 'ours');
    assert.ok(!isDone(file), 'a question');
    assert.partialDeepStrictEqual(resolvedActions(merge([gone]), [{ ...file, choice: 'theirs' }]), [
      { kind: 'create', path: 'a.ts' },
    ]);
    const moved = { ...both, isMoved: true };
    assert.partialDeepStrictEqual(resolvedActions(merge([moved]), [{ ...freshFile(moved, undefined), text: 'x' }]), [
      { kind: 'create', path: 'a.ts' },
    ]);
  });

  it('change the executable bit alone, with the text, or not at all', () => {
    const script = version('ours', '100755');
    assert.deepEqual(fileAction('a', version('ours'), script), {
      kind: 'chmod',
      path: 'a',
      base: script.hash,
      executable: true,
    });
    assert.equal(fileAction('a', script, script), undefined);
    const theirs = { ...both, theirs: version('theirs', '100755') };
    const [action] = resolvedActions(merge([theirs]), [{ ...freshFile(theirs, undefined), text: 'both' }]);
    assert.partialDeepStrictEqual(action, { kind: 'update', executable: true });
  });

  it('ask about binary files and links instead of putting them together as text', () => {
    assert.ok(isTextConflict(both));
    assert.ok(!isTextConflict({ ...both, ours: version('a\0b') }));
    assert.ok(!isTextConflict({ ...both, theirs: version('target', '120000') }));
    assert.equal(freshFile({ ...both, ours: version('a\0b') }, undefined).text, undefined);
  });

  it('hold on a new tip where the versions are the same; elsewhere what was written is to be looked at', () => {
    const resolved = { ...freshFile(both, undefined), text: 'written', isResolved: true };
    assert.deepEqual(carriedOver([resolved], [freshFile(both, undefined)]), [resolved]);
    const fresh = freshFile({ ...both, ours: version('newer') }, undefined);
    assert.deepEqual(carriedOver([resolved], [fresh]), [{ ...fresh, text: 'written', note: 'moved' }]);
    assert.deepEqual(carriedOver([], [fresh]), [fresh]);
  });
});
