import assert from 'node:assert/strict';
import * as v from 'valibot';
import { pickedCommits } from '../../../src/model/commits/refComparison.ts';
import { commit, type Commit } from '../../../src/wire/commits.ts';

const sha = (letter: string): string => letter.repeat(40);
const made = (letter: string, own: Partial<Commit> = {}): Commit => ({
  ...v.parse(commit, {
    ...{ id: sha(letter), short_id: letter.repeat(8), title: `Title ${letter}`, message: `Title ${letter}` },
    ...{ author_name: 'Mara', author_email: 'mara@example.com', authored_date: '2026-11-01T10:00:00Z' },
    ...{ committer_name: 'Mara', committer_email: 'mara@example.com', created_at: '2026-11-01T10:00:00Z' },
  }),
  ...own,
});
const from = (letter: string): string => `Picked\n\n(cherry picked from commit ${sha(letter)})`;

describe('pickedCommits', () => {
  it('finds what was picked there, from there, and from a third branch on both sides, by the line of the pick', () => {
    const commits = [made('a'), made('b', { message: from('2') }), made('c', { message: from('f') }), made('d')];
    const others = [made('1', { message: from('a') }), made('2'), made('3', { message: from('f') })];
    assert.deepEqual(
      [...pickedCommits(commits, others)],
      [
        [sha('a'), sha('1')],
        [sha('b'), sha('2')],
        [sha('c'), sha('3')],
      ],
    );
  });

  it('knows a pick without that line by author, date and title together', () => {
    const twin = { title: 'Weigh', authored_date: '2026-11-18T09:30:00Z' };
    assert.deepEqual([...pickedCommits([made('a', twin)], [made('1', twin)])], [[sha('a'), sha('1')]]);
    for (const other of [{ title: 'Wait' }, { authored_date: '2026-11-18T09:31:00Z' }, { author_email: 'jo@x' }]) {
      assert.equal(pickedCommits([made('a', twin)], [made('1', { ...twin, ...other })]).size, 0);
    }
    const undated = { title: 'Weigh', authored_date: undefined };
    assert.equal(pickedCommits([made('a', undated)], [made('1', undated)]).size, 0);
  });
});
