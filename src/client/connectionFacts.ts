/** Value of a setting or environment variable, with its name. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Part of a setting or variable that has no effect. */
export interface UnreadText extends NamedText {
  /** Read error of a certificate file, empty if it holds no certificate. Undefined for a host. */
  readonly fault?: string;
}

/** Steps of a request in order; those not needed are skipped. */
export type ConnectionStep = 'proxy' | 'name' | 'tcp' | 'proxyTls' | 'connect' | 'serverTls' | 'request' | 'answer';

/** Reason a step failed. */
export type ConnectionProblem =
  /** Setting with a proxy or its credentials is invalid. */
  | 'unreadableSetting'
  | 'unknownName'
  | 'refused'
  /** `ENETUNREACH`, `EHOSTUNREACH` and the like. */
  | 'noRoute'
  /** Nothing received before the timeout. */
  | 'silent'
  | 'closed'
  /** Closed within the answer. */
  | 'cutOff'
  | 'credentialsWanted'
  | 'credentialsRejected'
  /** Proxy refuses by policy, or doesn't support the method. */
  | 'denied'
  /** Proxy can't reach the server. */
  | 'noWayOn'
  /** Peer doesn't speak TLS. */
  | 'noTls'
  /** Peer expects TLS. */
  | 'tlsWanted'
  | 'tlsVersion'
  | 'handshake'
  /** Server requires a client certificate, or another one. */
  | 'clientCertificateWanted'
  /** Client certificate of the account is unusable. */
  | 'clientCertificate'
  | 'http2Only'
  | 'notHttp'
  | 'notSocks'
  | 'selfSigned'
  | 'unknownAuthority'
  /** Server omits its issuer's certificate, or the issuer isn't trusted. */
  | 'issuerMissing'
  | 'expired'
  | 'notYetValid'
  | 'wrongName'
  | 'certificate'
  | 'broken';

export interface CertificateFacts {
  /** Common names, empty if missing. */
  readonly subject: string;
  readonly issuer: string;
  /** Issuer of the last certificate in the chain sent. */
  readonly lastIssuer: string;
  /** Host names and addresses it is valid for. */
  readonly names: readonly string[];
  /** Milliseconds since 1970. */
  readonly validFromMs: number;
  readonly validToMs: number;
}

/** TLS handshake of one end. */
export interface TlsFacts {
  /** Such as `TLSv1.3`. */
  readonly protocol: string;
  /** Untrusted certificates pass only if the settings allow it. */
  readonly isTrusted: boolean;
  /** Leaf first, then its issuers. */
  readonly certificates: readonly CertificateFacts[];
}

/** A completed step of a connection. */
export interface ConnectionSeen {
  readonly step: ConnectionStep;
  /** As in {@link ConnectionFacts}. */
  readonly host: string;
  /** First step only: selected proxy, or the setting that exempts the server from proxies. */
  readonly proxy?: ConnectionFacts['proxy'];
  readonly exceptedBy?: string | undefined;
  /** Invalid proxy exceptions and certificate files. */
  readonly unread?: readonly UnreadText[] | undefined;
  /** Address found or connected to. */
  readonly address?: string | undefined;
  readonly tls?: TlsFacts;
  /** File of the client certificate offered to the server. */
  readonly clientCertificate?: string | undefined;
  /** The peer closed the connection without an answer announcing it. */
  readonly isClosed?: true;
}

/** Client certificate of an account, with its fault if unusable. */
export interface ClientCertificateFacts {
  /** The faulty file, else the certificate. */
  readonly file: string;
  readonly fault?:
    | 'unreadable'
    | 'noCertificate'
    | 'noKey'
    | 'otherKey'
    | 'passphraseWanted'
    | 'passphraseWrong'
    | 'expired'
    | 'notYetValid';
  /** System error of an unreadable file. */
  readonly detail?: string;
  /** End or start of validity, milliseconds since 1970. */
  readonly atMs?: number;
}

/** Step at which a request failed, and the peer. */
export interface ConnectionFacts {
  readonly step: ConnectionStep;
  /** Host of the step, with any non-default port. */
  readonly host: string;
  readonly problem: ConnectionProblem;
  /** Server of the request. */
  readonly server: string;
  /** Proxy in use, and the setting or variable that names it. */
  readonly proxy?: { readonly host: string; readonly source: string } | undefined;
  /** Invalid proxy exceptions and certificate files. */
  readonly unread?: readonly UnreadText[] | undefined;
  readonly certificate?: CertificateFacts | undefined;
  /** Undefined if the account has none. */
  readonly clientCertificate?: ClientCertificateFacts | undefined;
  /** Status with which a proxy refused a tunnel. */
  readonly status?: number | undefined;
  /** Message of the refusing peer, or the invalid text. */
  readonly reason?: string | undefined;
}
