import assert from 'node:assert/strict';
import type { ConnectionStep } from '../../src/client/connectionFacts.ts';
import { ConnectionFailed } from '../../src/client/connectionFailed.ts';
import { networkFailure } from '../../src/client/networkFailure.ts';
import { problemOf } from '../../src/client/undici/connectionProblem.ts';

const coded = (code: string, more: object = {}): Error => Object.assign(new Error('words'), { code, ...more });
const sorted = (error: unknown): readonly string[] => {
  const { failure, outcome } = networkFailure(error);
  return [failure, outcome];
};

const before = (error: Error, step: ConnectionStep): ConnectionFailed => {
  const host = 'gitlab.example.com';
  return new ConnectionFailed({ step, host, server: host, problem: problemOf(error, step) }, error.message, error);
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
      assert.deepEqual(sorted(before(coded(code, { syscall: 'connect' }), 'tcp')), ['unreachable', 'notSent']);
    });
  }

  for (const code of ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN']) {
    it(`does not know whether the request arrived when a connection in use ends in ${code}`, () => {
      assert.deepEqual(sorted(coded(code, { syscall: 'read' })), ['unreachable', 'unknown']);
      assert.deepEqual(sorted(coded(code, { syscall: 'write' })), ['unreachable', 'unknown']);
      assert.deepEqual(sorted(coded(code)), ['unreachable', 'unknown']);
    });
  }

  for (const [step, code, failure] of [
    ['tcp', 'UND_ERR_CONNECT_TIMEOUT', 'unreachable'],
    ['name', 'ENOTFOUND', 'hostNotFound'],
    ['name', 'EAI_AGAIN', 'hostNotFound'],
    ['serverTls', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['serverTls', 'SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['serverTls', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['serverTls', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
    ['serverTls', 'CERT_HAS_EXPIRED', 'certificate'],
    ['serverTls', 'CERT_SIGNATURE_FAILURE', 'certificate'],
    ['serverTls', 'ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['serverTls', 'ERR_SSL_WRONG_VERSION_NUMBER', 'unreachable'],
    ['serverTls', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'unreachable'],
    ['serverTls', 'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC', 'unreachable'],
    ['serverTls', 'ECONNRESET', 'unreachable'],
    ['proxyTls', 'ECONNRESET', 'unreachable'],
    ['connect', 'UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['connect', 'UND_ERR_SOCKET', 'unreachable'],
  ] as const) {
    it(`sorts ${code} as ${failure}, not sent, where it ends the step ${step}`, () => {
      const error = before(coded(code), step);
      assert.deepEqual(sorted(error), [failure, 'notSent']);
      assert.equal(networkFailure(error).connection?.step, step);
      // undici treats these differently
      assert.doesNotMatch(error.code ?? '', /^UND_ERR|ALTNAME/);
    });
  }

  for (const [code, failure, outcome] of [
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
    assert.deepEqual(sorted(before(error, 'name')), ['hostNotFound', 'notSent']);
    assert.match(networkFailure(error).detail ?? '', /^fetch failed \(ENOTFOUND\)$/);
  });

  it('takes the first of several attempts for all', () => {
    const attempts = ['::1', '127.0.0.1'].map((address) => coded('ECONNREFUSED', { syscall: 'connect', address }));
    const error = before(new AggregateError(attempts), 'tcp');
    assert.deepEqual([...sorted(error), error.connection.problem], ['unreachable', 'notSent', 'refused']);
    assert.match(networkFailure(error).detail ?? '', /ECONNREFUSED/);
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
