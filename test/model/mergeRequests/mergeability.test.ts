import assert from 'node:assert/strict';
import { mergeability, mergeWays } from '../../../src/model/mergeRequests/mergeability.ts';
import { readRelease } from '../../../src/model/release.ts';
import type { MergeRequestDetail } from '../../../src/wire/mergeRequestReview.ts';

const request = (change: Partial<MergeRequestDetail>): MergeRequestDetail => ({
  id: 1,
  iid: 1,
  project_id: 1,
  target_project_id: 1,
  title: 'One',
  state: 'opened',
  source_branch: 'one',
  target_branch: 'main',
  ...change,
});

describe('mergeability', () => {
  for (const [what, change, expected] of [
    ['is what the server says', { detailed_merge_status: 'mergeable' }, { kind: 'mergeable', reasons: [] }],
    [
      'has the reason of the server first, and what the record says besides',
      { detailed_merge_status: 'not_approved', has_conflicts: true, blocking_discussions_resolved: false },
      { kind: 'blocked', reasons: ['not_approved', 'conflict', 'discussions_not_resolved'] },
    ],
    [
      'names a reason once',
      { detailed_merge_status: 'draft_status', draft: true },
      { kind: 'blocked', reasons: ['draft_status'] },
    ],
    ['is not known while the server checks', { detailed_merge_status: 'checking' }, { kind: 'checking', reasons: [] }],
    [
      'waits for a pipeline',
      { detailed_merge_status: 'ci_still_running', merge_when_pipeline_succeeds: true },
      { kind: 'waiting', reasons: ['ci_still_running'] },
    ],
    ['is of open ones alone', { state: 'merged', detailed_merge_status: 'not_open' }, { kind: 'notOpen', reasons: [] }],
    ['takes the word of older servers', { merge_status: 'can_be_merged' }, { kind: 'mergeable', reasons: [] }],
    [
      'says conflict for older servers',
      { merge_status: 'cannot_be_merged' },
      { kind: 'blocked', reasons: ['conflict'] },
    ],
  ] as const) {
    it(what, () => assert.deepEqual(mergeability(request(change)), expected));
  }
});

describe('the ways to merge', () => {
  const more: Readonly<Record<string, Partial<MergeRequestDetail>>> = {
    running: { head_pipeline: { id: 1, status: 'running' } },
    conflicts: { has_conflicts: true },
    threads: { blocking_discussions_resolved: false },
    waiting: { merge_when_pipeline_succeeds: true },
  };
  // status, what else, release, trains: the ways
  const table = `
    mergeable        -         18.0 -      now
    mergeable        running   15.8 -      auto,now
    mergeable        -         18.0 trains train,now
    ci_must_pass     running   16.0 -      auto
    not_approved     running   17.6 -
    not_approved     -         17.7 -      auto
    not_approved     -         18.0 trains train
    draft_status     threads   -    -      auto
    not_approved     conflicts 18.0 -
    need_rebase      -         18.0 -
    moon_phase       -         19.9 -
    checking         -         18.0 trains
    ci_still_running waiting   18.0 trains`;
  for (const row of table.trim().split('\n')) {
    const [status = '', what = '', release = '', trains, ways = ''] = row.trim().split(/\s+/);
    it(`are “${ways}” for ${status} ${what} ${release} ${trains}`, () => {
      const given = request({ detailed_merge_status: status, ...more[what] });
      const found = mergeWays(given, { release: readRelease(release), hasTrains: trains === 'trains' });
      assert.equal(found.join(','), ways);
    });
  }
});
