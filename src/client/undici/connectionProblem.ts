import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import type { CertificateFacts, ConnectionProblem, ConnectionStep } from '../connectionFacts.ts';

const problemsByCode: readonly (readonly [RegExp, ConnectionProblem])[] = [
  [/^(?:ENOTFOUND|EAI_)/, 'unknownName'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:E(?:NET|HOST)(?:UNREACH|DOWN)|EADDRNOTAVAIL|EACCES|EPERM)$/, 'noRoute'],
  [/TIMEDOUT$|_TIMEOUT$/, 'silent'],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, 'closed'],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'selfSigned'],
  [/^SELF_SIGNED_CERT_IN_CHAIN$|^UNABLE_TO_GET_ISSUER_CERT/, 'unknownAuthority'],
  [/^UNABLE_TO_VERIFY_LEAF_SIGNATURE$/, 'issuerMissing'],
  [/^CERT_HAS_EXPIRED$/, 'expired'],
  [/^CERT_NOT_YET_VALID$/, 'notYetValid'],
  [/ALTNAME_INVALID$|^HOSTNAME_/, 'wrongName'],
  [/^ERR_SSL_.*(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNEXPECTED_MESSAGE)$/, 'noTls'],
  [/^ERR_SSL_.*NO_APPLICATION_PROTOCOL$/, 'http2Only'],
  // certificate alerts always concern the client certificate
  [
    /^ERR_SSL_.*(?:CERTIFICATE_REQUIRED|ALERT_(?:(?:BAD|NO|UNSUPPORTED)_CERTIFICATE|CERTIFICATE_|UNKNOWN_CA|ACCESS_DENIED))/,
    'clientCertificateWanted',
  ],
  [/^ERR_SSL_.*(?:PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|NO_PROTOCOLS_AVAILABLE)$/, 'tlsVersion'],
  [/^ERR_SSL_/, 'handshake'],
  // other certificate errors of OpenSSL and Node
  [/CERT|^UNABLE_TO_|^INVALID_(?:CA|PURPOSE)$|^PATH_LENGTH_|^(?:CA|EE)_/, 'certificate'],
];

export const problemOf = (error: unknown, step: ConnectionStep): ConnectionProblem => {
  if (error instanceof Error && error.name === 'HTTPParserError') return problemOfParserError(error);
  const { code, syscall } = innermost(error);
  const problem = code === undefined ? undefined : problemsByCode.find(([pattern]) => pattern.test(code))?.[1];
  if (problem === 'closed' && syscall === 'connect') return 'noRoute';
  return problem ?? (step === 'answer' || step === 'request' ? 'broken' : 'closed');
};

const problemOfParserError = (error: Error): ConnectionProblem => {
  const bytes = 'data' in error && typeof error.data === 'string' ? error.data : '';
  // TLS alert or handshake record; below: SETTINGS or GOAWAY frame of HTTP/2
  if (/^[\x15\x16]\x03/.test(bytes)) return 'tlsWanted';
  return /^\0\0[^]\x04|^\0\0[^]\x07/.test(bytes) ? 'http2Only' : 'notHttp';
};

/** Innermost cause; of several connection attempts, the first. */
const innermost = (error: unknown, depth = 0): Pick<NodeJS.ErrnoException, 'code' | 'syscall'> => {
  if (!(error instanceof Error) || depth > 4) return {};
  const found = innermost(error instanceof AggregateError ? error.errors[0] : error.cause, depth + 1);
  const own = error as NodeJS.ErrnoException;
  return found.code === undefined && typeof own.code === 'string' ? own : found;
};

/** Certificates sent by the peer, leaf first. */
export const certificatesOf = (socket: TLSSocket): readonly CertificateFacts[] => {
  const chain: DetailedPeerCertificate[] = [];
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  // an empty record means none; a self-signed root is its own issuer
  while (next?.raw !== undefined && next !== chain.at(-1) && chain.push(next) < 10) next = next.issuerCertificate;
  const lastIssuer = nameOf(chain.at(-1)?.issuer ?? {});
  return chain.map((certificate) => ({
    subject: nameOf(certificate.subject),
    issuer: nameOf(certificate.issuer),
    lastIssuer,
    names: (certificate.subjectaltname ?? '')
      .split(', ')
      .map((name) => name.replace(/^(?:DNS|IP Address):/, ''))
      .filter(Boolean),
    validFromMs: Date.parse(certificate.valid_from),
    validToMs: Date.parse(certificate.valid_to),
  }));
};

const nameOf = ({ CN, O }: { readonly CN?: string | string[]; readonly O?: string | string[] }): string =>
  [CN ?? O ?? ''].flat().join(', ');
