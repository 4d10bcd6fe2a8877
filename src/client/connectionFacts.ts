/** Setting or environment variable. */
export interface NamedSetting {
  readonly name: string;
  readonly text: string;
}

/** Part of a setting or variable that is ignored. */
export interface IgnoredSetting extends NamedSetting {
  /** Read error of a certificate file, empty without a certificate. Undefined for a host. */
  readonly fault?: string;
}

/** Steps in order; unnecessary ones are skipped. */
export type ConnectionStep = 'proxy' | 'name' | 'tcp' | 'proxyTls' | 'connect' | 'serverTls' | 'request' | 'answer';

export type ConnectionProblem =
  /** Invalid proxy or credentials. */
  | 'unreadableSetting'
  | 'unknownName'
  | 'refused'
  /** `ENETUNREACH`, `EHOSTUNREACH` and the like. */
  | 'noRoute'
  /** Timeout. */
  | 'silent'
  | 'closed'
  /** Closed within the answer. */
  | 'cutOff'
  | 'credentialsWanted'
  | 'credentialsRejected'
  /** Forbidden by policy, or an unsupported method. */
  | 'denied'
  /** Proxy can't reach the server. */
  | 'noWayOn'
  | 'noTls'
  | 'tlsWanted'
  | 'tlsVersion'
  | 'handshake'
  /** Server requires a client certificate, or another one. */
  | 'clientCertificateWanted'
  /** Account's client certificate is unusable. */
  | 'clientCertificate'
  | 'http2Only'
  | 'notHttp'
  | 'notSocks'
  | 'selfSigned'
  | 'unknownAuthority'
  /** The chain is incomplete, or the issuer untrusted. */
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
  /** Issuer of the last certificate sent. */
  readonly lastIssuer: string;
  /** Valid host names and addresses. */
  readonly names: readonly string[];
  /** Milliseconds since 1970. */
  readonly validFromMs: number;
  readonly validToMs: number;
}

export interface TlsFacts {
  /** Such as `TLSv1.3`. */
  readonly protocol: string;
  /** Untrusted ones are accepted only if the settings allow it. */
  readonly isTrusted: boolean;
  /** Leaf first. */
  readonly certificates: readonly CertificateFacts[];
}

/** Completed step. */
export interface CompletedStep {
  readonly step: ConnectionStep;
  /** Host as in {@link ConnectionFacts}. */
  readonly host: string;
  /** First step: selected proxy, or the setting that exempts the server. */
  readonly proxy?: ConnectionFacts['proxy'];
  readonly exceptedBy?: string | undefined;
  /** Invalid proxy exceptions and certificate files. */
  readonly unread?: readonly IgnoredSetting[] | undefined;
  readonly address?: string | undefined;
  readonly tls?: TlsFacts;
  /** File offered to the server. */
  readonly clientCertificate?: string | undefined;
  /** Closed by the peer without announcement in an answer. */
  readonly isClosed?: true;
}

/** `fault` is set if it is unusable. */
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
  readonly detail?: string;
  /** End or start of validity. */
  readonly atMs?: number;
}

/** Failed step of a request. */
export interface ConnectionFacts {
  readonly step: ConnectionStep;
  /** Host with any non-default port. */
  readonly host: string;
  readonly problem: ConnectionProblem;
  readonly server: string;
  /** `source`: its setting or variable. */
  readonly proxy?: { readonly host: string; readonly source: string } | undefined;
  /** Invalid proxy exceptions and certificate files. */
  readonly unread?: readonly IgnoredSetting[] | undefined;
  readonly certificate?: CertificateFacts | undefined;
  readonly clientCertificate?: ClientCertificateFacts | undefined;
  /** Status with which a proxy refused a tunnel. */
  readonly status?: number | undefined;
  /** The peer's message, or the invalid text. */
  readonly reason?: string | undefined;
}
