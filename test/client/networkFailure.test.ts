import assert from 'node:assert/strict';
import { networkFailure } from '../../src/client/networkFailure.ts';

const coded = (code: string, more: object = {}): Error => Object.assign(new Error('words'), { code, ...more });
const sorted = (error: unknown): readonly string[] => {
  const { failure, outcome } = networkFailure(error);
  return [failure, outcome];
};

describe('networkFailure', () => {
  for (const code of [
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EHOSTDOWN',
    'EADDRNOTAVAIL',
    'ETIMEDOUT',
    'ECONNRESET',
    'EACCES',
    'EPERM',
    'ENETDOWN',
  ]) {
    it(`knows that nothing was sent when connecting ends in ${code}`, () => {
      assert.deepEqual(sorted(coded(code, { syscall: 'connect' })), ['unreachable', 'notSent']);
    });
  }

  for (const code of ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN']) {
    it(`does not know whether the request arrived when a connection in use ends in ${code}`, () => {
      assert.deepEqual(sorted(coded(code, { syscall: 'read' })), ['unreachable', 'unknown']);
      assert.deepEqual(sorted(coded(code, { syscall: 'write' })), ['unreachable', 'unknown']);
      assert.deepEqual(sorted(coded(code)), ['unreachable', 'unknown']);
    });
  }

  for (const [code, failure, outcome] of [
    ['UND_ERR_CONNECT_TIMEOUT', 'unreachable', 'notSent'],
    ['ENOTFOUND', 'hostNotFound', 'notSent'],
    ['EAI_AGAIN', 'hostNotFound', 'notSent'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate', 'notSent'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate', 'notSent'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate', 'notSent'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate', 'notSent'],
    ['CERT_HAS_EXPIRED', 'certificate', 'notSent'],
    ['CERT_SIGNATURE_FAILURE', 'certificate', 'notSent'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate', 'notSent'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'unreachable', 'notSent'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'unreachable', 'notSent'],
    ['ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC', 'unreachable', 'unknown'],
    ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'unreachable', 'unknown'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout', 'unknown'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout', 'unknown'],
    ['UND_ERR_SOCKET', 'unreachable', 'unknown'],
    ['UND_ERR_DESTROYED', 'unreachable', 'unknown'],
    ['UND_ERR_HEADERS_OVERFLOW', 'notGitLab', 'unknown'],
    ['Z_DATA_ERROR', 'notGitLab', 'unknown'],
    ['Z_BUF_ERROR', 'unreachable', 'unknown'],
  ] as const) {
    it(`sorts ${code} as ${failure}, ${outcome}`, () => {
      assert.deepEqual(sorted(coded(code)), [failure, outcome]);
    });
  }

  it('looks for the code in the causes', () => {
    const error = new Error('fetch failed', { cause: coded('UND_ERR_SOCKET', { cause: coded('ENOTFOUND') }) });
    assert.deepEqual(sorted(error), ['hostNotFound', 'notSent']);
    assert.match(networkFailure(error).detail ?? '', /^fetch failed \(ENOTFOUND\)$/);
  });

  it('takes the first of several attempts for all', () => {
    const attempts = ['::1', '127.0.0.1'].map((address) => coded('ECONNREFUSED', { syscall: 'connect', address }));
    assert.deepEqual(sorted(new AggregateError(attempts)), ['unreachable', 'notSent']);
  });

  it('survives causes in a circle and errors that are none', () => {
    const error = new Error('round');
    error.cause = error;
    assert.deepEqual(sorted(error), ['unreachable', 'unknown']);
    for (const odd of ['text', undefined, null, 5, {}, new AggregateError([])]) {
      assert.deepEqual(sorted(odd), ['unreachable', 'unknown']);
    }
  });
});
