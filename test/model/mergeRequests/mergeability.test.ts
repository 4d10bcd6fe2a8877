import assert from 'node:assert/strict';
import { mergeability, mergeWays, outdatedPipeline } from '../../../src/model/mergeRequests/mergeability.ts';
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
    ['is what the server says', { detailed_merge_status: 'mergeable' }, 'mergeable'],
    [
      'has the reason of the server first, and what the record says besides',
      { detailed_merge_status: 'not_approved', has_conflicts: true, blocking_discussions_resolved: false },
      'blocked not_approved conflict discussions_not_resolved',
    ],
    ['names a reason once', { detailed_merge_status: 'draft_status', draft: true }, 'blocked draft_status'],
    ['is not known while the server checks', { detailed_merge_status: 'checking' }, 'checking'],
    [
      'waits for a pipeline',
      { detailed_merge_status: 'ci_still_running', merge_when_pipeline_succeeds: true },
      'waiting ci_still_running',
    ],
    ['is of open ones alone', { state: 'merged', detailed_merge_status: 'not_open' }, 'notOpen'],
    ['takes the word of older servers', { merge_status: 'can_be_merged' }, 'mergeable'],
    [
      'has a branch that is behind where the project needs a fast-forward',
      { detailed_merge_status: 'not_approved', diverged_commits_count: 3 },
      'blocked not_approved need_rebase',
    ],
    ['says conflict for older servers', { merge_status: 'cannot_be_merged' }, 'blocked conflict'],
  ] as const) {
    it(what, () => {
      const { kind, reasons } = mergeability(request(change), { merge_method: 'ff' });
      assert.equal([kind, ...reasons].join(' '), expected);
    });
  }

  it('names the commit of a pipeline that is not of the newest, unless it is of a merged result', () => {
    const of = (sha: string, ref: string) =>
      outdatedPipeline(request({ sha: 'b', head_pipeline: { id: 1, status: 'success', sha, ref } }));
    assert.deepEqual(
      [of('a', 'one'), of('b', 'one'), of('c', 'refs/merge-requests/1/merge')],
      ['a', undefined, undefined],
    );
  });
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
