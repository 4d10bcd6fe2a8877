import type { ConnectionFacts, ConnectionProblem } from './connectionFacts.ts';
import type { RequestFailure, RequestOutcome } from './errors.ts';

/** Nothing was sent. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed';
  readonly connection: ConnectionFacts;
  readonly failure: RequestFailure;
  readonly outcome: RequestOutcome = 'notSent';
  readonly code?: string;

  constructor(connection: ConnectionFacts, message: string, cause?: unknown) {
    super(message, { cause });
    this.connection = connection;
    this.failure = failureOf(connection);
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    // undici retries on its own codes, and on this one fails only one host
    if (typeof code === 'string' && !/^UND_ERR|^ERR_TLS_CERT_ALTNAME/.test(code)) this.code = code;
  }
}

const certificateProblems: ReadonlySet<ConnectionProblem> = new Set([
  'selfSigned',
  'unknownAuthority',
  'issuerMissing',
  'expired',
  'notYetValid',
  'wrongName',
  'certificate',
  'clientCertificate',
  'clientCertificateWanted',
]);

const refusals: ReadonlySet<ConnectionProblem> = new Set([
  'unreadableSetting',
  'credentialsWanted',
  'credentialsRejected',
  'denied',
]);

const failureOf = ({ step, problem }: ConnectionFacts): RequestFailure => {
  if (certificateProblems.has(problem)) return 'certificate';
  if (refusals.has(problem)) return 'refused';
  if (problem === 'unknownName') return 'hostNotFound';
  return problem === 'silent' && (step === 'connect' || step === 'proxy') ? 'timeout' : 'unreachable';
};
