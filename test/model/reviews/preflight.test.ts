import assert from 'node:assert/strict';
import type { FileChange } from '../../../src/model/fileChange.ts';
import { diffKey, isBlocked, preflight, type PreflightInput } from '../../../src/model/reviews/preflight.ts';
import { hunkAround } from '../../../src/model/reviews/preflightAnchor.ts';
import { linePosition } from '../../../src/model/reviews/newCommentPosition.ts';
import type { DraftNote } from '../../../src/wire/draftNotes.ts';
import type { Discussion, Position } from '../../../src/wire/notes.ts';

const refs = { baseSha: 'base', startSha: 'base', headSha: 'head' };
const earlier = { ...refs, headSha: 'earlier' };

const changed = (diff: string, more: Partial<FileChange> = {}): FileChange => ({
  kind: 'modified',
  oldPath: 'a.ts',
  newPath: 'a.ts',
  modes: undefined,
  diff,
  withoutText: undefined,
  ...more,
});
const before = changed('@@ -1,3 +1,5 @@\n one\n+const first = 1;\n+const second = 2;\n two\n three\n');
const after = changed('@@ -1,3 +1,6 @@\n one\n+const zero = 0;\n+const first = 1;\n+const second = 2;\n two\n three\n');

let ids = 0;
const draft = (more: Partial<DraftNote> = {}): DraftNote => ({
  id: (ids += 1),
  author_id: 4,
  merge_request_id: 1,
  resolve_discussion: false,
  discussion_id: null,
  note: 'Why?',
  commit_id: null,
  line_code: null,
  position: null,
  ...more,
});
const onLine = (line: number, file = before, of = earlier, last = line): DraftNote => {
  const place = { refs: of, oldPath: file.oldPath, newPath: file.newPath };
  const position = linePosition(place, file.diff, { side: 'new', first: line, last });
  return draft({ position: position as Position, line_code: 'any' });
};
const hashes = ({ baseSha, startSha, headSha }: typeof refs) => ({
  base_sha: baseSha,
  start_sha: startSha,
  head_sha: headSha,
});
const thread = (id: string, resolved = false): Discussion => ({
  id,
  individual_note: false,
  notes: [{ id: 1, body: 'Question', system: false, resolvable: true, resolved, author: null }],
});

const check = (drafts: readonly DraftNote[], more: Partial<PreflightInput> = {}) =>
  preflight({
    drafts,
    discussions: [],
    mergeRequest: { state: 'opened', discussion_locked: null },
    files: { kind: 'ready', version: { id: 1, ...refs }, files: [after], isCut: false },
    written: new Map([
      ['base earlier', [before]],
      ['base head', [after]],
    ]),
    isArchived: false,
    mayWrite: true,
    ...more,
  });
const kindsOf = (one: DraftNote, more: Partial<PreflightInput> = {}, others: readonly DraftNote[] = []): string[] =>
  (check([one, ...others], more).drafts.get(one.id) ?? []).map(({ kind, severity }) => `${kind} ${severity}`);
const anchorOf = (one: DraftNote, more: Partial<PreflightInput> = {}) =>
  check([one], more).drafts.get(one.id)?.[0]?.anchor;

describe('preflight', () => {
  it('has nothing against a draft on the newest diff, a general one and one of a whole file', () => {
    const file = draft({
      position: { ...onLine(2).position, ...{ head_sha: 'head', position_type: 'file', new_line: null } },
    });
    for (const one of [onLine(2, after, refs), draft(), file]) assert.deepEqual(kindsOf(one), []);
  });

  it('looks at a draft on a commit in that commit, whatever was pushed since', () => {
    const own = { baseSha: 'parent', startSha: 'parent', headSha: 'commit' };
    const written = new Map([['parent commit', [before]]]);
    const commits = new Set(['commit', 'head']);
    const one = { ...onLine(2, before, own), commit_id: 'commit' };
    assert.deepEqual(kindsOf(one, { written, commits }), []);
    assert.deepEqual(kindsOf({ ...one, line_code: null }, { written, commits }), ['lineNotInDiff warning']);
    assert.deepEqual(kindsOf(one, { written: new Map([['parent commit', [changed('')]]]), commits }), [
      'lineNotInDiff warning',
    ]);
    const large = new Map([['parent commit', [changed('', { withoutText: 'tooLarge' })]]]);
    assert.deepEqual(kindsOf(one, { written: large, commits }), ['fileTooLarge warning']);
    assert.deepEqual(kindsOf(one, { written, commits: new Set(['head']) }), ['commitGone warning']);
    assert.deepEqual(kindsOf(one, { written }), [], 'nobody has read the commits');
  });

  it('has nothing against a draft on a picture, and says when commits were pushed since', () => {
    const spot = { ...hashes(refs), position_type: 'image', old_path: 'a.png', new_path: 'a.png', x: 3, y: 4 };
    const picture = { ...after, oldPath: 'a.png', newPath: 'a.png', diff: '', withoutText: 'binaryOrEmpty' as const };
    const files = { kind: 'ready', version: { id: 1, ...refs }, files: [picture], isCut: false } as const;
    assert.deepEqual(kindsOf(draft({ position: spot }), { files }), []);
    const old = draft({ position: { ...spot, ...hashes(earlier) } });
    assert.deepEqual(kindsOf(old, { files }), ['headMoved warning']);
  });

  it('sees that commits were pushed, and where the line is now', () => {
    const moved = onLine(2);
    assert.deepEqual(kindsOf(moved), ['headMoved warning']);
    assert.partialDeepStrictEqual(anchorOf(moved), {
      path: 'a.ts',
      isSure: true,
      isSameLine: false,
      span: { side: 'new', first: 3, last: 3 },
      position: { head_sha: 'head', new_line: 3, old_path: 'a.ts' },
    });
  });

  it('takes it lightly when the line has stayed where it was', () => {
    const files = { kind: 'ready', version: { id: 1, ...refs }, files: [before], isCut: false } as const;
    assert.deepEqual(kindsOf(onLine(2), { files }), ['headMoved note']);
  });

  it('follows several lines, and a file that was renamed', () => {
    const several = onLine(2, before, earlier, 3);
    assert.partialDeepStrictEqual(anchorOf(several), { span: { first: 3, last: 4 } });
    const renamed = { ...after, kind: 'renamed', newPath: 'b.ts' } as const;
    const files = { kind: 'ready', version: { id: 1, ...refs }, files: [renamed], isCut: false } as const;
    assert.partialDeepStrictEqual(anchorOf(onLine(2), { files }), { path: 'b.ts', position: { old_path: 'a.ts' } });
  });

  it('offers no place for a line that is gone, and none for a bracket among others', () => {
    const gone = changed('@@ -1,2 +1,3 @@\n one\n+something(else);\n two\n');
    const files = { kind: 'ready', version: { id: 1, ...refs }, files: [gone], isCut: false } as const;
    assert.deepEqual(kindsOf(onLine(2), { files }), ['headMoved warning']);
    assert.equal(anchorOf(onLine(2), { files }), undefined);
    const bracket = changed('@@ -1,1 +1,2 @@\n one\n+}\n');
    const brackets = changed('@@ -1,1 +1,4 @@\n other\n+}\n+x\n+}\n');
    const many = { kind: 'ready', version: { id: 1, ...refs }, files: [brackets], isCut: false } as const;
    const written = new Map([['base earlier', [bracket]]]);
    assert.equal(anchorOf(onLine(2, bracket), { files: many, written }), undefined);
  });

  it('chooses the copy whose surroundings fit, and says when nothing tells', () => {
    const twice = changed(
      '@@ -1,2 +1,6 @@\n zero\n+x();\n+const first = 1;\n one\n+const first = 1;\n+const second = 2;\n',
    );
    const files = { kind: 'ready', version: { id: 1, ...refs }, files: [twice], isCut: false } as const;
    assert.partialDeepStrictEqual(anchorOf(onLine(2), { files }), { span: { first: 5 }, isSure: true });
    const alike = changed('@@ -1,0 +1,4 @@\n+const first = 1;\n+p\n+const first = 1;\n+p\n');
    const same = { kind: 'ready', version: { id: 1, ...refs }, files: [alike], isCut: false } as const;
    assert.partialDeepStrictEqual(anchorOf(onLine(2), { files: same }), { isSure: false });
  });

  it('finds an erased position again by the name of its line', () => {
    const code = '4b3d5ac5e8b3e3d7b3a6d8f0';
    assert.deepEqual(kindsOf(draft({ line_code: code })), ['positionErased warning']);
    const place = { refs, oldPath: 'a.ts', newPath: 'a.ts' };
    const wide = linePosition(place, after.diff, { side: 'new', first: 2, last: 3 });
    const named = draft({ line_code: wide?.line_range?.end.line_code ?? null });
    assert.partialDeepStrictEqual(anchorOf(named), { position: { new_line: 3, head_sha: 'head' } });
  });

  it('sees a line that is not in the diff, and a file that is not', () => {
    const wrong = draft({ position: { ...onLine(2, after, refs).position, new_line: 5 } });
    assert.deepEqual(kindsOf(wrong), ['lineNotInDiff warning']);
    const other = changed(before.diff, { oldPath: 'gone.ts', newPath: 'gone.ts' });
    const written = new Map([['base earlier', [other]]]);
    assert.deepEqual(kindsOf(onLine(2, other), { written }), ['fileNotInDiff warning']);
    assert.deepEqual(kindsOf(onLine(2, other, refs)), ['fileNotInDiff warning']);
  });

  it('warns where the server finds no line and would make no comment', () => {
    const at = (file: FileChange): string[] => {
      const files = { kind: 'ready', version: { id: 1, ...refs }, files: [file], isCut: false } as const;
      return kindsOf(onLine(2, after, refs), { files });
    };
    assert.deepEqual(at({ ...after, diff: '', withoutText: 'tooLarge' }), ['fileTooLarge warning']);
    assert.deepEqual(at({ ...after, kind: 'renamed', oldPath: 'b.ts', diff: '' }), ['lineNotInDiff warning']);
    const unnamed = { ...onLine(2, after, refs), line_code: null };
    assert.deepEqual(kindsOf(unnamed), ['lineNotInDiff warning']);
    assert.deepEqual(kindsOf({ ...onLine(2), line_code: null }), ['lineNotInDiff warning']);
  });

  it('says nothing about lines it cannot see', () => {
    const closed = { ...after, diff: '', withoutText: 'collapsed' } as const;
    const files = { kind: 'ready', version: { id: 1, ...refs }, files: [closed], isCut: false } as const;
    assert.deepEqual(kindsOf(onLine(2, after, refs), { files }), []);
    assert.deepEqual(kindsOf(onLine(2), { files: undefined }), []);
    const outside = draft({
      line_code: 'any',
      position: { ...onLine(2, after, refs).position, old_line: 40, new_line: 43 },
    });
    assert.deepEqual(kindsOf(outside), []);
  });

  it('notes a draft written on another comparison', () => {
    assert.deepEqual(kindsOf(onLine(2, after, { ...refs, startSha: 'v1' })), ['otherComparison note']);
  });

  it('sees threads that were settled or deleted, and a second answer', () => {
    const reply = draft({ discussion_id: 't' });
    assert.deepEqual(kindsOf(reply), ['threadGone blocker']);
    assert.ok(isBlocked(check([reply]), reply));
    assert.deepEqual(kindsOf(reply, { discussions: [thread('t')] }), []);
    assert.deepEqual(kindsOf(reply, { discussions: [thread('t', true)] }), ['threadResolved warning']);
    const settling = draft({ discussion_id: 't', resolve_discussion: true });
    assert.deepEqual(kindsOf(settling, { discussions: [thread('t', true)] }), ['threadResolvedAlready note']);
    assert.deepEqual(kindsOf(reply, { discussions: [thread('t')] }, [settling]), ['secondInThread warning']);
  });

  it('sees texts that say nothing', () => {
    assert.deepEqual(kindsOf(draft({ note: ' \n' })), ['empty blocker']);
    assert.deepEqual(kindsOf(draft({ note: '/approve' })), ['quickActionsOnly warning']);
  });

  it('sees suggestions that are broken, that nobody could apply, and that reach beyond the diff', () => {
    const block = (range: string): string => `\`\`\`suggestion:${range}\nx\n\`\`\``;
    const line = onLine(3, after, refs);
    const on = (note: string, more: Partial<PreflightInput> = {}): string[] => kindsOf({ ...line, note }, more);
    assert.deepEqual(on(block('-2+1')), []);
    assert.deepEqual(on('```suggestion:-1+0\nx'), ['suggestionBroken warning']);
    assert.deepEqual(on(block('-3+0')), ['suggestionOutside warning'], 'above the first line');
    assert.deepEqual(on(block('-0+4')), ['suggestionOutside warning'], 'below the hunk');
    assert.deepEqual(on(block('-0+101')), ['suggestionOutside warning'], 'more than the server takes');
    assert.deepEqual(kindsOf(draft({ note: block('-0+0') })), ['suggestionNowhere warning']);
    const { position } = line;
    const discussions = [{ ...thread('t'), notes: thread('t').notes.map((note) => ({ ...note, position })) }];
    const reply = (range: string): DraftNote => draft({ discussion_id: 't', note: block(range) });
    assert.deepEqual(kindsOf(reply('-0+1'), { discussions }), []);
    assert.deepEqual(kindsOf(reply('-0+9'), { discussions }), ['suggestionOutside warning']);
    assert.deepEqual(kindsOf(reply('-0+0'), { discussions: [thread('t')] }), ['suggestionNowhere warning']);
  });

  it('looks at the merge request, the project and the token', () => {
    const review = (more: Partial<PreflightInput>): string[] =>
      check([], more).review.map(({ kind, severity }) => `${kind} ${severity}`);
    assert.deepEqual(review({}), []);
    assert.deepEqual(review({ mergeRequest: { state: 'merged', discussion_locked: true } }), [
      'merged warning',
      'discussionLocked warning',
    ]);
    assert.deepEqual(review({ mergeRequest: { state: 'closed', discussion_locked: null } }), ['closed warning']);
    assert.deepEqual(review({ isArchived: true, mayWrite: false }), ['readOnlyToken blocker', 'archived blocker']);
    assert.deepEqual(review({ files: { kind: 'collecting' } }), ['collecting warning']);
    const version = { id: 1, ...refs, startSha: 'target' };
    assert.deepEqual(review({ files: { kind: 'ready', version, files: [], isCut: false } }), ['targetMoved note']);
    assert.ok(isBlocked(check([], { mayWrite: false }), draft()));
    assert.ok(!isBlocked(check([], { mayWrite: undefined }), draft()));
  });

  it('names a diff by its ends', () => {
    assert.equal(diffKey({ base_sha: 'b', head_sha: undefined }), 'b ');
  });
});

describe('preflight of 200 drafts', () => {
  it('finds the place of each in a large file that was pushed to', () => {
    const lines = Array.from({ length: 5_000 }, (_, line) => `+const value${line} = ${line};\n`);
    const long = changed(`@@ -0,0 +1,5000 @@\n${lines.join('')}`);
    const pushed = changed(`@@ -0,0 +1,5001 @@\n+// on top\n${lines.join('')}`);
    const drafts = Array.from({ length: 200 }, (_, index) => onLine(index * 25 + 1, long));
    const files = { kind: 'ready', version: { id: 1, ...refs }, files: [pushed], isCut: false } as const;
    const written = new Map([['base earlier', [long]]]);
    const { drafts: found } = check(drafts, { files, written });
    assert.equal([...found.values()].filter(([one]) => one?.anchor?.isSure).length, 200);
    for (const { position } of drafts) {
      const line = position?.new_line ?? 0;
      assert.match(hunkAround(long, { side: 'new', first: line, last: line }) ?? '', new RegExp(`value${line - 1} =`));
    }
  });
});

describe('hunkAround', () => {
  const long = `@@ -1,10 +1,11 @@\n${[1, 2, 3, 4, 5, 6].map((n) => ` l${n}`).join('\n')}\n+new\n${[7, 8, 9, 10].map((n) => ` l${n}`).join('\n')}\n@@ -90,1 +91,1 @@\n-old\n+other\n`;

  it('cuts out the lines around as a hunk of its own', () => {
    assert.equal(
      hunkAround({ diff: long }, { side: 'new', first: 7, last: 7 }),
      '@@ -3,6 +3,7 @@\n l3\n l4\n l5\n l6\n+new\n l7\n l8\n',
    );
  });

  it('does not reach into another hunk', () => {
    assert.equal(hunkAround({ diff: long }, { side: 'old', first: 90, last: 90 }), '@@ -90,1 +91,1 @@\n-old\n+other\n');
    assert.equal(hunkAround({ diff: long }, { side: 'new', first: 50, last: 50 }), undefined);
  });

  it('shows the lines of the file outside the hunks, and beside them those of the diff', () => {
    const texts = Array.from({ length: 100 }, (_, index) => `t${index + 1}`);
    const at = (first: number, last = first) => hunkAround({ diff: long }, { side: 'new', first, last }, texts);
    assert.equal(at(50), '@@ -45,7 +46,7 @@\n t46\n t47\n t48\n t49\n t50\n t51\n t52\n');
    assert.equal(at(13), '@@ -8,7 +9,7 @@\n l8\n l9\n l10\n t12\n t13\n t14\n t15\n');
    assert.equal(at(90), '@@ -85,6 +86,6 @@\n t86\n t87\n t88\n t89\n t90\n-old\n+other\n');
    assert.equal(at(101), undefined);
  });
});
