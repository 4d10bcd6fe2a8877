import assert from 'node:assert/strict';
import { archivePace, statePace, waitBeforePoll } from '../../../../src/model/transfers/jobs/pace.ts';

const facts = { pace: statePace, attention: 'shown', unchangedMs: 0, failures: 0 } as const;

describe('waitBeforePoll', () => {
  it('looks soon after a change and less and less often after that', () => {
    const waits = [0, 16_000, 80_000, 3_600_000].map((unchangedMs) => waitBeforePoll({ ...facts, unchangedMs }));
    assert.deepEqual(waits, [2_000, 2_000, 10_000, 30_000]);
  });

  it('is slower where nobody would see a change', () => {
    const waits = (['shown', 'open', 'away'] as const).map((attention) => waitBeforePoll({ ...facts, attention }));
    assert.deepEqual(waits, [2_000, 4_000, 12_000]);
  });

  it('asks for an archive once a minute, even while the user waits', () => {
    for (const attention of ['shown', 'open', 'away'] as const)
      assert.equal(waitBeforePoll({ ...facts, attention, pace: archivePace, unchangedMs: 3_600_000 }), 61_000);
  });

  it('doubles the wait with every failure, up to ten minutes', () => {
    const waits = [1, 2, 3, 20].map((failures) => waitBeforePoll({ ...facts, failures }));
    assert.deepEqual(waits, [2_000, 4_000, 8_000, 600_000]);
  });

  it('waits a minute at least after too many requests, and longer each time', () => {
    const waits = [1, 2, 3].map((failures) => waitBeforePoll({ ...facts, failures, wasLimited: true }));
    assert.deepEqual(waits, [61_000, 122_000, 244_000]);
  });

  it('waits as long as the server asks, even beyond our own longest wait', () => {
    assert.equal(waitBeforePoll({ ...facts, failures: 1, wasLimited: true, retryAfterMs: 90_000 }), 90_500);
    assert.equal(waitBeforePoll({ ...facts, failures: 1, retryAfterMs: 3_600_000 }), 3_600_500);
  });
});
