import assert from 'node:assert/strict';
import { RequestError, type RequestFailure, type RequestOutcome } from '../../../../src/client/errors.ts';
import { followUpload, namedAsArchive } from '../../../../src/model/transfers/imports/sending.ts';

const lost = (failure: RequestFailure, outcome: RequestOutcome = 'unknown'): RequestError =>
  new RequestError({ failure, outcome, reference: 'X4', method: 'POST', address: 'https://host/x' });

describe('an upload that is followed', () => {
  const total = 10 * 1024 * 1024;
  const after = async (failure: RequestFailure, doneBytes: number, outcome?: RequestOutcome) => {
    let whole = 0;
    const upload = followUpload({ whole: () => (whole += 1) });
    upload.progress({ doneBytes, totalBytes: total });
    upload.progress({ doneBytes, totalBytes: total });
    await assert.rejects(upload.sent(() => Promise.reject(lost(failure, outcome))));
    return { upload, whole: () => whole };
  };

  it('of which only a part went out is never told to be whole', async () => {
    const { whole } = await after('unreachable', 5 * 1024 * 1024, 'notSent');
    assert.equal(whole(), 0);
  });

  it('that was whole before its last part was told is told to be', async () => {
    const { whole } = await after('unreachable', 0);
    assert.equal(whole(), 1);
  });

  it('that may be whole is told once, and looked for a second time', async () => {
    const { upload, whole } = await after('unreachable', total - 100);
    assert.equal(whole(), 1);
    let looks = 0;
    assert.deepEqual(await upload.check(async () => (looks++ === 0 ? undefined : 'there')), { found: 'there' });
    assert.equal(await upload.check(async () => undefined), 'absent');
    await assert.rejects(upload.check(() => Promise.reject(lost('unreachable'))));
  });

  it('that the server is only too slow for may still come', async () => {
    const { upload } = await after('timeout', total);
    assert.equal(await upload.check(async () => undefined), 'unclear');
  });

  it('has a name the servers take', () => {
    const named = (name: string): string => namedAsArchive({ name, size: 0, open: async function* () {} }).name;
    assert.deepEqual(['a.tar.gz', 'a.GZ', 'a.tgz', 'a.tar', 'a'].map(named), [
      'a.tar.gz',
      'a.GZ',
      'a.tar.gz',
      'a.tar.gz',
      'a.tar.gz',
    ]);
  });
});
