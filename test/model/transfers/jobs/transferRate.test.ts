import assert from 'node:assert/strict';
import { TransferRate } from '../../../../src/model/transfers/jobs/transferRate.ts';

describe('TransferRate', () => {
  it('tells no rate before there is one', () => {
    assert.deepEqual(new TransferRate().at(0, 100, 1_000), { doneBytes: 100, totalBytes: 1_000 });
  });

  it('does not count what was there before', () => {
    const rate = new TransferRate();
    rate.at(0, 5_000, 10_000);
    assert.deepEqual(rate.at(1_000, 6_000, 10_000), {
      doneBytes: 6_000,
      totalBytes: 10_000,
      bytesPerSecond: 1_000,
      msLeft: 4_000,
    });
  });

  it('follows the last seconds, not the whole', () => {
    const rate = new TransferRate();
    for (let second = 0; second <= 20; second += 1) rate.at(second * 1_000, second * 1_000_000, undefined);
    for (let second = 21; second <= 40; second += 1) rate.at(second * 1_000, 20_000_000 + second, undefined);
    const { bytesPerSecond = 0, msLeft } = rate.at(41_000, 20_000_041, undefined);
    assert.ok(bytesPerSecond < 10, String(bytesPerSecond));
    assert.equal(msLeft, undefined);
  });

  it('begins anew with a download that does', () => {
    const rate = new TransferRate();
    rate.at(0, 0, 1_000);
    rate.at(1_000, 900, 1_000);
    assert.deepEqual(rate.at(2_000, 10, 1_000), { doneBytes: 10, totalBytes: 1_000 });
  });
});
