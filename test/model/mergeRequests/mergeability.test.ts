import assert from 'node:assert/strict';
import { mergeability } from '../../../src/model/mergeRequests/mergeability.ts';
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
