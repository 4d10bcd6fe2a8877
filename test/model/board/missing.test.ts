import assert from 'node:assert/strict';
import { missingRows, openPairs } from '../../../src/model/board/missing.ts';
import type { BranchHistory, HistoryCommit } from '../../../src/model/board/presence.ts';

const sha = (letter: string): string => letter.repeat(40);

/** A commit and its parents by letters. */
const made = (letter: string, parents: string, own: Partial<HistoryCommit> = {}): HistoryCommit => ({
  id: sha(letter),
  title: `Title ${letter}`,
  message: own.title ?? `Title ${letter}`,
  author_name: 'Mara',
  author_email: 'mara@example.com',
  authored_date: `2026-11-01T10:00:${10 + (letter.charCodeAt(0) % 50)}Z`,
  created_at: '2026-11-01T10:00:00Z',
  parent_ids: [...parents].map(sha),
  ...own,
});

const pickOf = (letter: string): Partial<HistoryCommit> => ({
  message: `Title\n\n(cherry picked from commit ${sha(letter)})`,
});
const revertOf = (letter: string): Partial<HistoryCommit> => ({
  message: `Revert\n\nThis reverts commit ${sha(letter)}.`,
});

/** A branch `stable`; oldest commits first. Patch ID `a1` is the first of commit a. */
const history = (
  lacking: readonly HistoryCommit[],
  own: readonly HistoryCommit[],
  { ids = '', areComplete = true } = {},
): BranchHistory => ({
  branch: 'stable',
  lacking: lacking.toReversed(),
  own: own.toReversed(),
  patches: {
    ids: new Map(
      ids
        .split(' ')
        .filter(Boolean)
        .map(([letter = '', id = '']) => [sha(letter), id] as const),
    ),
    areComplete,
  },
});

/** Letter, state and evidence of commits on the first branch, oldest first. */
const states = (tip: string, ...histories: readonly BranchHistory[]): readonly string[] =>
  missingRows(sha(tip), histories)
    .map(({ commit, on: [presence] }) => {
      const why = presence?.evidence.map((each) => ('as' in each ? `${each.kind} ${each.as[0] ?? ''}` : each.kind));
      return [commit.id[0], presence?.state, ...(why ?? [])].join(' ');
    })
    .reverse();

describe('missingRows', () => {
  it('tells commits that are missing from those picked with the same and with other changes', () => {
    const lacking = [made('a', '0'), made('b', 'a'), made('c', 'b'), made('d', 'c')];
    const own = [made('1', '0', pickOf('b')), made('2', '1', pickOf('c')), made('3', '2')];
    assert.deepEqual(states('d', history(lacking, own, { ids: 'b8 18 d9 39' })), [
      'a missing',
      'b other pickLine 1 patch 1',
      'c changed pickLine 2 otherPatch 2',
      'd other patch 3',
    ]);
  });

  it('knows picks in both directions, from a third branch, by several lines and by a hash that was cut', () => {
    const both = { message: `T\n\n(cherry picked from commit ${sha('f')})\n(cherry picked from commit ${sha('e')})` };
    const cut = { message: 'T\n\n(cherry picked from commit dddddddd)' };
    const lacking = [made('a', '0', pickOf('1')), made('b', 'a', pickOf('e')), made('c', 'b'), made('d', 'c')];
    const own = [made('1', '0'), made('2', '1', both), made('3', '2', cut)];
    assert.deepEqual(states('d', history(lacking, own, { areComplete: false })), [
      'a other pickLine 1 patchUnread 1',
      'b other pickLine 2 patchUnread 2',
      'c missing',
      'd other pickLine 3 patchUnread 3',
    ]);
  });

  it('does not follow a cut hash that two commits begin with', () => {
    const twins = [made('a', '0'), made('b', 'a', { id: `aaaaaaaa${'b'.repeat(32)}` })];
    const own = [made('1', '0', { message: 'T\n\n(cherry picked from commit aaaaaaaa)' })];
    const rows = missingRows(twins[1]?.id ?? '', [history(twins, own)]);
    assert.deepEqual(
      rows.map(({ on }) => on[0]?.state),
      ['missing', 'missing'],
    );
  });

  it('calls what has the same author, date and title unknown until the changes were compared', () => {
    const like = { title: 'Weigh', authored_date: '2026-11-18T09:30:00Z' };
    const [lacking, own] = [[made('a', '0', like)], [made('1', '0', like)]];
    const unread = history(lacking, own, { areComplete: false });
    assert.deepEqual(states('a', unread), ['a unknown kept 1 patchUnread 1']);
    assert.deepEqual(openPairs(unread), [[sha('a'), sha('1')]]);
    assert.deepEqual(states('a', history(lacking, own, { ids: 'a7 17', areComplete: false })), [
      'a other kept 1 patch 1',
    ]);
    assert.deepEqual(states('a', history(lacking, own, { ids: 'a7 18', areComplete: false })), [
      'a changed kept 1 otherPatch 1',
    ]);
    const elsewhere = { ...like, authored_date: '2026-11-18T11:30:00+02:00' };
    assert.deepEqual(openPairs(history(lacking, [made('1', '0', elsewhere)], { areComplete: false })).length, 1);
  });

  it('calls a pick that was reverted missing, unless it was picked again or the revert was reverted', () => {
    const lacking = [made('a', '0'), made('b', 'a'), made('c', 'b'), made('d', 'c')];
    const own = [
      ...[made('1', '0', pickOf('a')), made('2', '1', revertOf('1'))],
      ...[made('3', '2', pickOf('b')), made('4', '3', revertOf('3')), made('5', '4', pickOf('b'))],
      ...[made('6', '5', pickOf('c')), made('7', '6', revertOf('6')), made('8', '7', revertOf('7'))],
      // a picked revert names the source's commit
      ...[made('9', '8', pickOf('d')), made('e', '9', revertOf('d'))],
    ];
    assert.deepEqual(states('d', history(lacking, own, { areComplete: false })), [
      'a missing reverted 1',
      'b other pickLine 5 patchUnread 5',
      'c other pickLine 6 patchUnread 6',
      'd missing reverted 9',
    ]);
  });

  it('knows a revert on both sides by what it takes back, once the changes were compared', () => {
    const request = { message: 'Revert\n\nThis reverts merge request !12' };
    const lacking = [
      ...[made('a', '0'), made('b', 'a', revertOf('a')), made('c', 'b', revertOf('b')), made('d', 'c', revertOf('0'))],
      ...[made('e', 'd', request), made('f', 'e', pickOf('9')), made('g', 'f', revertOf('f'))],
    ];
    const own = [
      ...[made('1', '0', pickOf('a')), made('2', '1', revertOf('1')), made('3', '2', revertOf('2'))],
      ...[made('4', '3', revertOf('0')), made('5', '4', request), made('9', '5'), made('8', '9', revertOf('9'))],
    ];
    const unread = history(lacking, own, { areComplete: false });
    const reverts = (found: readonly string[]) => found.filter((line) => !/^[af]/.test(line));
    assert.deepEqual(reverts(states('g', unread)), [
      ...['b missing reverted 2', 'c unknown revert 3 patchUnread 3', 'd unknown revert 4 patchUnread 4'],
      ...['e unknown revert 5 patchUnread 5', 'g unknown revert 8 patchUnread 8'],
    ]);
    assert.deepEqual(openPairs(unread).slice(0, 2), [
      [sha('g'), sha('8')],
      [sha('e'), sha('5')],
    ]);
    const read = history(lacking, own, { ids: 'c1 32 d4 44 e5 55 g8 88', areComplete: false });
    assert.deepEqual(reverts(states('g', read)), [
      ...['b missing reverted 2', 'c changed revert 3 otherPatch 3', 'd other revert 4 patch 4'],
      ...['e other revert 5 patch 5', 'g other revert 8 patch 8'],
    ]);
  });

  it('ends where a revert names itself by a cut hash', () => {
    const itself = made('b', 'a', { message: `Revert\n\nThis reverts commit ${sha('b').slice(0, 8)}.` });
    assert.deepEqual(states('b', history([made('a', '0'), itself], [made('1', '0')])), ['a missing', 'b missing']);
  });

  it('counts a merge once with what it brought, and tells how much of it is there', () => {
    const merge = { message: 'Merge\n\nSee merge request acme/orchard!12' };
    const lacking = [made('a', '0'), made('f', '0'), made('e', 'f'), made('b', 'ae', merge)];
    const parts = (own: readonly HistoryCommit[], ids = ''): readonly string[] =>
      states('b', history(lacking, own, { ids })).slice(1);
    assert.deepEqual(parts([]), ['b missing']);
    assert.deepEqual(parts([made('1', '0', pickOf('e'))], 'e7 17'), ['b missing parts']);
    assert.deepEqual(parts([made('1', '0', pickOf('e')), made('2', '1', pickOf('f'))], 'e7 17 f8 28'), [
      'b other parts',
    ]);
    assert.deepEqual(parts([made('1', '0', pickOf('e')), made('2', '1', pickOf('f'))], 'e7 17'), ['b changed parts']);
    const [, row] = missingRows(sha('b'), [history(lacking, [])]).toReversed();
    assert.deepEqual(
      row?.mergedCommits.map(({ id }) => id[0]),
      ['e', 'f'],
    );
  });

  it('finds a merge as a pick, as a squash of its merge request, and that one reverted', () => {
    const merge = { message: 'Merge\n\nSee merge request acme/orchard!12' };
    const lacking = [made('a', '0'), made('f', '0'), made('b', 'af', merge)];
    const found = (own: readonly HistoryCommit[], ids = ''): string | undefined =>
      states('b', history(lacking, own, { ids }))[1];
    assert.equal(found([made('1', '0', pickOf('b'))], 'b7 17'), 'b other pickLine 1 patch 1');
    assert.equal(found([made('1', '0', pickOf('b'))]), 'b other pickLine 1 patchUnread 1');
    assert.equal(found([made('1', '0', merge)], 'b7 18'), 'b changed mergeRequest 1 otherPatch 1');
    assert.equal(found([made('1', '0', merge)]), 'b other mergeRequest 1 patchUnread 1');
    const reverted = { message: 'Revert\n\nThis reverts merge request !12' };
    assert.equal(found([made('1', '0', merge), made('2', '1', reverted)]), 'b missing reverted 1');
    const other = { message: 'Merge\n\nSee merge request acme/orchard!121' };
    assert.equal(found([made('1', '0', other)]), 'b missing');
  });

  it('leaves out merges that have brought nothing', () => {
    assert.deepEqual(states('b', history([made('a', '0'), made('b', 'a1')], [])), ['a missing']);
  });

  it('answers for each branch, and finds a commit that was reverted where it is', () => {
    const [a, b] = [made('a', '0'), made('b', 'a')];
    const old = history([a, b], [made('1', '0', pickOf('a'))], { areComplete: false });
    const newer = { ...history([b], [made('2', 'a', revertOf('a'))]), branch: 'newer' };
    const newest = { ...history([b], []), branch: 'newest' };
    assert.deepEqual(
      missingRows(sha('b'), [old, newer, newest]).map(({ on }) => on.map(({ state }) => state)),
      [
        ['missing', 'missing', 'missing'],
        ['other', 'missing', 'same'],
      ],
    );
    assert.deepEqual(missingRows(sha('b'), [history([], [])]), []);
  });

  it('takes the word of a dry run that had nothing to apply', () => {
    const rows = missingRows(sha('b'), [history([made('a', '0'), made('b', 'a')], [])], (id, branch) => {
      assert.equal(branch, 'stable');
      return id === sha('b');
    });
    assert.deepEqual(
      rows.map(({ on }) => on[0]),
      [
        { state: 'other', evidence: [{ kind: 'dryRun' }] },
        { state: 'missing', evidence: [] },
      ],
    );
  });
});
