import assert from 'node:assert/strict';
import {
  carriedOver,
  fileAction,
  type FileInConflict,
  type FileVersion,
  freshFile,
  hasMarks,
  isDone,
  isDecided,
  isUnsent,
  type ResolvedFile,
  resolvedActions,
  resolvedAgain,
  textMergeOf,
  undecidedIn,
  unsendablePaths,
  withText,
} from '../../../src/model/composer/resolution.ts';

const version = (text: string, mode = '100644'): FileVersion => ({
  hash: text.padEnd(40, '0'),
  mode,
  content: Buffer.from(text),
});

const both: FileInConflict = {
  path: 'a.ts',
  base: version('above\nbase\nbelow\n'),
  ours: version('above\nours\nbelow\n'),
  theirs: version('above\ntheirs\nbelow\n'),
};
const fresh = freshFile(both);
const resolved: ResolvedFile = { ...fresh, text: 'above\nours\nbelow\n', isResolved: true };

const merge = (conflicts: readonly FileInConflict[]) => ({ tip: 't', conflicts, clean: [], unsendable: [] });

describe('resolutions of conflicts', () => {
  it('tell conflict marks from text that looks a little like them', () => {
    const marked = 'above\n<<<<<<< release\nours\n=======\ntheirs\n>>>>>>> abc\nbelow\n';
    assert.ok(hasMarks(marked));
    assert.ok(hasMarks(marked.replaceAll('\n', '\r\n')));
    assert.ok(!hasMarks('Title\n=======\n<<<<<<<<< quoted\n  <<<<<<< indented\n'));
  });

  it('begin with the base text, which decides nothing', () => {
    assert.equal(fresh.text, 'above\nbase\nbelow\n');
    assert.deepEqual(undecidedIn(fresh), [0]);
    assert.equal(isDecided(fresh), false, 'saved as it was');
    assert.equal(isDecided(withText(fresh, 'above\nbase\nBELOW\n')), false, 'edited elsewhere');
    assert.equal(isDecided(withText(fresh, 'above\ntheirs\nbelow\n')), true);
    assert.equal(isDecided(withText(fresh, '<<<<<<< a\nours\n=======\ntheirs\n>>>>>>> b\n')), false, 'marks');
  });

  it('are no longer marked as resolved once a saved text takes a decision back', () => {
    assert.equal(withText(resolved, 'above\ntheirs\nbelow\n').isResolved, true);
    assert.equal(withText(resolved, 'above\nours\nmore\n').isResolved, true);
    assert.equal(withText(resolved, 'above\nbase\nbelow\n').isResolved, false);
    assert.equal(withText(resolved, '<<<<<<< a\n').isResolved, false);
    const kept = { ...fresh, isResolved: true };
    assert.equal(withText(kept, 'above\nbase\nmore\n').isResolved, true, 'the base text was asked about');
  });

  it('begin as the same conflict was resolved, with the text around it', () => {
    const known = { before: 'above\nbase\nbelow\n', after: 'above\nboth\nbelow\n' };
    const more = (side: string): FileVersion => version(`more\nabove\n${side}\nbelow\n`);
    const elsewhere = { ...both, base: more('base'), ours: more('ours'), theirs: more('theirs') };
    const again = freshFile(elsewhere, (start) => resolvedAgain(known, start));
    assert.partialDeepStrictEqual(again, { text: 'more\nabove\nboth\nbelow\n', note: 'remembered', isResolved: false });
    assert.deepEqual(undecidedIn(again), []);
    const other = freshFile(elsewhere, (start) => resolvedAgain({ ...known, after: 'ABOVE\nboth\nbelow\n' }, start));
    assert.partialDeepStrictEqual(other, { text: 'more\nabove\nbase\nbelow\n', note: undefined });
    const base = freshFile(both, (start) => resolvedAgain({ ...known, after: known.before }, start));
    assert.deepEqual(undecidedIn(base), [0], 'a base text that was kept once is asked about again');
  });

  it('make a file as its text was written, and nothing of one that stays as on the branch', () => {
    const file = { ...fresh, text: 'written', isResolved: true };
    assert.deepEqual(resolvedActions(merge([both]), [file]), [
      { kind: 'update', path: 'a.ts', content: Buffer.from('written'), base: both.ours?.hash },
    ]);
    assert.deepEqual(resolvedActions(merge([both]), [{ ...file, choice: 'ours' }]), []);
    assert.partialDeepStrictEqual(resolvedActions(merge([both]), [{ ...file, choice: 'delete' }]), [
      { kind: 'delete', path: 'a.ts' },
    ]);
  });

  it('are unsent once something was chosen or written, until there is a commit of it', () => {
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
    const link = { ...both, theirs: version('target', '120000') };
    const file = { ...freshFile(link), isResolved: true };
    assert.deepEqual(unsendablePaths(merge([link]), [{ ...file, choice: 'theirs' }]), ['a.ts']);
    assert.deepEqual(unsendablePaths(merge([link]), [{ ...file, choice: 'ours' }]), []);
  });

  it('bring a file back that the branch has deleted, and give a moved file its new name', () => {
    const gone = { ...both, ours: undefined };
    const file = freshFile(gone);
    assert.equal(file.choice, 'ours');
    assert.ok(!isDone(file), 'a question');
    assert.partialDeepStrictEqual(resolvedActions(merge([gone]), [{ ...file, choice: 'theirs' }]), [
      { kind: 'create', path: 'a.ts' },
    ]);
    const moved = { ...both, isMoved: true };
    assert.partialDeepStrictEqual(resolvedActions(merge([moved]), [{ ...freshFile(moved), text: 'x' }]), [
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
    const [action] = resolvedActions(merge([theirs]), [{ ...freshFile(theirs), text: 'both' }]);
    assert.partialDeepStrictEqual(action, { kind: 'update', executable: true });
  });

  it('ask about binary files and links instead of putting them together as text', () => {
    assert.ok(textMergeOf(both));
    for (const side of ['base', 'ours', 'theirs'])
      assert.equal(textMergeOf({ ...both, [side]: version('a\0b') }), undefined, side);
    assert.equal(textMergeOf({ ...both, theirs: version('target', '120000') }), undefined);
    const whole = { ...both, isWhole: true };
    assert.equal(textMergeOf(whole), undefined, 'by .gitattributes');
    const pointer = (oid: string, size: number): FileVersion =>
      version(`version https://git-lfs.github.com/spec/v1\noid sha256:${oid.repeat(64)}\nsize ${size}\n`);
    const lfs = { ...both, base: pointer('a', 1), ours: pointer('b', 1), theirs: pointer('a', 2) };
    assert.equal(textMergeOf(lfs), undefined, 'the oid of one side and the size of the other');
    assert.deepEqual(carriedOver([resolved], [freshFile(whole)]), [freshFile(whole)], 'begun as a text before');
    assert.partialDeepStrictEqual(freshFile({ ...both, ours: version('a\0b') }), { text: undefined, choice: 'ours' });
    assert.ok(textMergeOf({ ...both, base: undefined }), 'added on both sides');
  });

  it('hold on a new tip where the versions are the same; elsewhere what was written is to be checked', () => {
    assert.deepEqual(carriedOver([resolved], [fresh]), [resolved]);
    const newer = freshFile({ ...both, ours: version('above\nnewer\nbelow\n') });
    assert.deepEqual(carriedOver([resolved], [newer]), [{ ...newer, text: resolved.text, note: 'moved' }]);
    assert.deepEqual(carriedOver([], [newer]), [newer]);
    const longer = freshFile({ ...both, ours: version('above\nours\nbelow\nmore\nlast\n') });
    assert.partialDeepStrictEqual(carriedOver([{ ...resolved, text: 'above\nboth\nbelow\n' }], [longer]), [
      { text: 'above\nboth\nbelow\nmore\nlast\n', isResolved: false },
    ]);
  });

  it('carry no text over that was not written', () => {
    const newer = freshFile({ ...both, ours: version('newer\nbase\n'), theirs: version('above\ntheirs\nmore\n') });
    assert.deepEqual(carriedOver([fresh], [newer]), [newer]);
    assert.deepEqual(carriedOver([{ ...fresh, isResolved: true }], [newer]), [newer], 'a base text that was kept');
  });

  it('of earlier versions, which took a text without marks for resolved, are checked', () => {
    const earlier = { ...fresh, start: undefined };
    const base = { ...earlier, isResolved: true };
    assert.deepEqual(carriedOver([base], [fresh]), [fresh]);
    assert.deepEqual(carriedOver([{ ...resolved, start: undefined }], [fresh]), [resolved]);
    const marked = { ...earlier, text: '<<<<<<< a\nours\n=======\ntheirs\n>>>>>>> b\n' };
    assert.deepEqual(carriedOver([marked], [fresh]), [fresh], 'never opened');
  });
});
