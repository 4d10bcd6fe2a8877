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
  const diff = '@@ -9,7 +9,7 @@\n line 9\n line 10\n line 11\n-line 12\n+twelve\n line 13\n line 14\n line 15\n';

  it('stands where its lines stand now', () => {
    const text = `new\n${numbered(20)}`;
    assert.equal(movedOnto(text, diff), `new\n${numbered(20, { 12: 'twelve' })}`);
  });

  it('needs not all lines around it', () => {
    const theirs = { 11: 'eleven', 14: 'fourteen' };
    assert.equal(movedOnto(numbered(20, theirs), diff), numbered(20, { ...theirs, 12: 'twelve' }));
  });

  it('is not there when its lines are not', () => {
    assert.equal(movedOnto(numbered(20, { 12: 'theirs' }), diff), undefined);
  });

  it('may be several, and lines that are only added', () => {
    const several =
      '@@ -1,3 +1,5 @@\n line 1\n+one and a half\n line 2\n-line 3\n+three\n+more\n@@ -8,2 +10 @@\n line 8\n-line 9\n';
    assert.equal(
      movedOnto(`top\n${numbered(9)}`, several),
      'top\nline 1\none and a half\nline 2\nthree\nmore\nline 4\nline 5\nline 6\nline 7\nline 8\n',
    );
  });

  it('keeps whether the last line has an end', () => {
    assert.equal(movedOnto('a\nb', '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n'), 'a\nc\n');
    assert.equal(movedOnto('a\r\nb\r\n', '@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n'), 'a\r\nc\r\n');
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
