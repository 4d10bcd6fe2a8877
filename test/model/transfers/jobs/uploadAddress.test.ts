import assert from 'node:assert/strict';
import { readUploadAddress } from '../../../../src/model/transfers/jobs/uploadAddress.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const s3 = 'https://bucket.s3.example/exports/a.tar.gz?X-Amz-Date=20261121T115500Z&X-Amz-Expires=900&X-Amz-Signature=';

describe('readUploadAddress', () => {
  it('shows host and path only', () => {
    const address = readUploadAddress(` ${s3}abc&X-Amz-SignedHeaders=host `, now);
    assert.ok(address.kind === 'address');
    assert.equal(address.shown, 'bucket.s3.example/exports/a.tar.gz');
    assert.equal(address.url, `${s3}abc&X-Amz-SignedHeaders=host`);
  });

  it('knows until when an address is valid, by each way of signing', () => {
    for (const [query, expected] of [
      ['X-Amz-Date=20261121T115500Z&X-Amz-Expires=900', '2026-11-21T12:10:00Z'],
      ['X-Goog-Date=20261121T115500Z&X-Goog-Expires=600', '2026-11-21T12:05:00Z'],
      ['AWSAccessKeyId=k&Signature=s&Expires=1795262700', '2026-11-21T12:05:00Z'],
      ['sv=2020&se=2026-11-21T12%3A30%3A00Z&sig=s', '2026-11-21T12:30:00Z'],
      ['token=abc', undefined],
      ['X-Amz-Date=nonsense&X-Amz-Expires=900', undefined],
    ] as const) {
      const address = readUploadAddress(`https://storage.example/a?${query}`, now);
      assert.ok(address.kind === 'address', query);
      assert.equal(address.expiresAtMs, expected === undefined ? undefined : Date.parse(expected), query);
    }
  });

  it('tells whether the signature covers the type of the content', () => {
    for (const [query, expected] of [
      ['X-Amz-SignedHeaders=content-type%3Bhost', true],
      ['X-Amz-SignedHeaders=host', false],
      ['X-Goog-SignedHeaders=Content-Type;host', true],
      ['other=1', undefined],
    ] as const) {
      const address = readUploadAddress(`https://storage.example/a?${query}`, now);
      assert.ok(address.kind === 'address');
      assert.equal(address.signsContentType, expected, query);
    }
  });

  it('takes an unencrypted address of this computer', () => {
    for (const host of ['localhost:9000', '127.0.0.1:9000', '[::1]:9000'])
      assert.equal(readUploadAddress(`http://${host}/a`, now).kind, 'address', host);
  });

  for (const [text, why] of [
    ['', 'empty'],
    ['not an address', 'invalid'],
    ['bucket.s3.example/a', 'invalid'],
    ['ftp://storage.example/a', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['http://storage.example/a', 'unencrypted'],
    ['http://localhost.example/a', 'unencrypted'],
    ['https://user:word@storage.example/a', 'credentials'],
    [s3.replace('T1155', 'T1055'), 'expired'],
  ] as const) {
    it(`refuses “${text}”: ${why}`, () => {
      assert.deepEqual(readUploadAddress(text, now), { kind: 'refused', why });
    });
  }
});
