import assert from 'node:assert/strict';
import type { FileChange } from '../../../src/model/fileChange.ts';
import { changedBetween, lastReviewAtMs, movedOnto, versionAt } from '../../../src/model/reviews/sinceReview.ts';
import { MergeRequestVersions, readVersions, type VersionFiles } from '../../../src/model/reviews/versions.ts';
import type { Discussion } from '../../../src/wire/notes.ts';
import { reviewing } from './reviewDriving.ts';

const numbered = (count: number, change: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, index) => `${change[index + 1] ?? `line ${index + 1}`}\n`).join('');

describe('the last review of someone', () => {
  const note = (username: string, at: string, body = 'Hm', system = false) =>
    ({ author: { username }, created_at: at, body, system }) as Discussion['notes'][number];
  const said = (...notes: Discussion['notes']): readonly Discussion[] => [{ id: '1', individual_note: false, notes }];

  it('is the newest of their comments and verdicts', () => {
    const discussions = said(
      note('me', '2026-01-02T00:00:00Z'),
      note('me', '2026-01-03T00:00:00Z', 'approved this merge request', true),
      note('me', '2026-01-04T00:00:00Z', 'changed the description', true),
      note('others', '2026-01-05T00:00:00Z'),
    );
    assert.equal(lastReviewAtMs(discussions, 'me'), Date.parse('2026-01-03T00:00:00Z'));
  });

  it('is not there for who has said nothing', () => {
    assert.equal(lastReviewAtMs(said(note('others', '2026-01-05T00:00:00Z')), 'me'), undefined);
  });
});

describe('a change moved onto another text', () => {
  const moved = (onto: string, reviewed: string, base = numbered(20)): string | undefined => {
    const [now, before, after] = [onto, base, reviewed].map((text) => Buffer.from(text, 'latin1'));
    const bytes = movedOnto(now ?? assert.fail(), { base: before ?? assert.fail(), reviewed: after ?? assert.fail() });
    return bytes && Buffer.from(bytes).toString('latin1');
  };

  it('stands where its lines stand now', () => {
    assert.equal(
      moved(`new\n${numbered(20)}`, numbered(20, { 12: 'twelve' })),
      `new\n${numbered(20, { 12: 'twelve' })}`,
    );
    const theirs = { 10: 'ten', 14: 'fourteen' };
    assert.equal(
      moved(numbered(20, theirs), numbered(20, { 12: 'twelve' })),
      numbered(20, { ...theirs, 12: 'twelve' }),
    );
  });

  it('is not there when its lines are not', () => {
    assert.equal(moved(numbered(20, { 12: 'theirs' }), numbered(20, { 12: 'twelve' })), undefined);
  });

  it('keeps the end of the last line, and bytes that are not UTF-8', () => {
    assert.equal(moved('a\nb', 'a\nc\n', 'a\nb'), 'a\nc\n');
    const latin = (change: Readonly<Record<number, string>>) => numbered(20, { 8: 'Gr\xfc\xdfe \x80', ...change });
    assert.equal(moved(latin({ 2: 'new' }), latin({ 12: '\xe4' }), latin({})), latin({ 2: 'new', 12: '\xe4' }));
  });
});

describe('what differs between two versions', () => {
  const file = (path: string, diff: string, more: Partial<FileChange> = {}): FileChange => ({
    ...{ kind: 'modified', oldPath: path, newPath: path, modes: undefined, withoutText: undefined, diff },
    ...more,
  });
  const version = (head: string, base: string, ...files: readonly FileChange[]): VersionFiles => ({
    ...{ id: 1, baseSha: base, startSha: base, headSha: head, commits: [], isCut: false, files },
  });
  const between = (before: VersionFiles, after: VersionFiles) =>
    changedBetween(before, after).map(
      ({ before: was, after: is, isSure }) => `${was?.newPath ?? '-'} ${is?.newPath ?? '-'}${isSure ? '' : ' perhaps'}`,
    );

  it('leaves out files whose own change only stands on other lines', () => {
    const before = version('a', 'x', file('one', '@@ -1 +1 @@\n-a\n+b\n'), file('two', '@@ -1 +1 @@\n-a\n+b\n'));
    const after = version('b', 'y', file('one', '@@ -9 +9 @@\n-a\n+b\n'), file('two', '@@ -1 +1 @@\n-a\n+c\n'));
    assert.deepEqual(between(before, after), ['two two']);
  });

  it('is not sure where only the lines around have changed, or a text is left out', () => {
    const large = file('large', '', { withoutText: 'tooLarge' });
    const before = version('a', 'x', file('one', '@@ -1,2 +1,2 @@\n z\n-a\n+b\n'), large);
    const after = version('b', 'y', file('one', '@@ -1,2 +1,2 @@\n q\n-a\n+b\n'), large);
    assert.deepEqual(between(before, after), ['one one perhaps', 'large large perhaps']);
    assert.deepEqual(between(before, { ...after, baseSha: 'x' }), ['one one', 'large large perhaps']);
  });

  it('is not sure of a text that has lost bytes, also where it is the same', () => {
    const lossy = file('latin', '@@ -1 +1 @@\n-Gr\ufffd\n+Gr\ufffd\ufffd\n');
    const other = file('latin', '@@ -1 +1 @@\n-Gr\ufffd\n+x\n');
    assert.deepEqual(between(version('a', 'x', lossy), version('b', 'x', lossy)), ['latin latin perhaps']);
    assert.deepEqual(between(version('a', 'x', lossy), version('b', 'x', other)), ['latin latin perhaps']);
  });

  it('has files that were added to it, taken back or renamed another way', () => {
    const renamed = (to: string) => file(to, '', { kind: 'renamed', oldPath: 'old' });
    const before = version('a', 'x', file('gone', '@@'), renamed('one'));
    const after = version('b', 'x', renamed('another'), file('more', '@@'));
    assert.deepEqual(between(before, after), ['one another', '- more', 'gone -']);
  });
});

describe('versions of a merge request', function () {
  this.timeout(30_000);
  const { place, setFaults, count } = reviewing();

  it('are listed with their number and time, and their files are read once', async () => {
    const at = await place();
    const [newest, ...others] = await readVersions(at);
    assert.deepEqual([newest?.number, others], [1, []]);
    const versions = new MergeRequestVersions();
    const read = await versions.read(at, newest?.id ?? 0);
    assert.ok(read?.files.some(({ newPath }) => newPath === 'src/ripening/forecast.ts'));
    assert.ok(read?.commits.includes(read.headSha));
    assert.equal(await versions.read(at, newest?.id ?? 0), read);
    assert.equal(await count('getMergeRequestVersion'), 1);
    assert.equal(versionAt(newest ? [newest] : [], Date.now()), newest);
    assert.equal(versionAt(newest ? [newest] : [], 0), undefined);
  });

  it('may be gone, or have lost their files', async () => {
    const at = await place();
    assert.equal(await new MergeRequestVersions().read(at, 1), undefined);
    const [newest] = await readVersions(at);
    const sha = '0'.repeat(40);
    const body = { id: 1, merge_request_id: 1, state: 'without_files', head_commit_sha: sha, base_commit_sha: sha };
    await setFaults({ operation: 'getMergeRequestVersion', fault: 'status', status: 200, body });
    assert.equal(await new MergeRequestVersions().read(at, newest?.id ?? 0), undefined);
  });
});
