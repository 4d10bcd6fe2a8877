/** The text of a setting or of a variable of the environment, with its name for the user who has to change it. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** What of a setting or variable has no effect. */
export interface UnreadText extends NamedText {
  /** Of a file of certificates: why it can't be read, or nothing where it holds none. Undefined for a host. */
  readonly fault?: string;
}

/**
 * The steps of a request, in their order: the proxy is chosen, a name looked up and connected to, a proxy greeted with
 * TLS and asked for a way on, the server greeted with TLS, the request sent and answered. Those that are not needed are
 * left out.
 */
export type ConnectionStep = 'proxy' | 'name' | 'tcp' | 'proxyTls' | 'connect' | 'serverTls' | 'request' | 'answer';

/** What ended a step. */
export type ConnectionProblem =
  /** What should name a proxy, or sign in to it, cannot be read. */
  | 'unreadableSetting'
  | 'unknownName'
  | 'refused'
  /** No way there: `ENETUNREACH`, `EHOSTUNREACH` and the like. */
  | 'noRoute'
  /** Nothing came until the deadline. */
  | 'silent'
  | 'closed'
  /** The connection was closed within the answer. */
  | 'cutOff'
  | 'credentialsWanted'
  | 'credentialsRejected'
  /** The proxy does not want to: a policy, or a method it has not. */
  | 'denied'
  /** The proxy wants to, and cannot reach the server itself. */
  | 'noWayOn'
  /** What answers speaks no TLS. */
  | 'noTls'
  /** What answers expects TLS and was not greeted with it. */
  | 'tlsWanted'
  | 'tlsVersion'
  | 'handshake'
  /** The server wants a certificate of the client, or another one than it was shown. */
  | 'clientCertificateWanted'
  /** The client certificate of the account can't be used. */
  | 'clientCertificate'
  | 'http2Only'
  | 'notHttp'
  | 'notSocks'
  | 'selfSigned'
  | 'unknownAuthority'
  /** The server leaves out the certificate of its issuer, or that is trusted by nobody here. */
  | 'issuerMissing'
  | 'expired'
  | 'notYetValid'
  | 'wrongName'
  | 'certificate'
  | 'broken';

/** The certificate that something showed. */
export interface CertificateFacts {
  /** Name of who it is for and of who has signed it; empty where it has none. */
  readonly subject: string;
  readonly issuer: string;
  /** Who has signed the last certificate that was sent along. */
  readonly lastIssuer: string;
  /** Host names and addresses it is valid for. */
  readonly names: readonly string[];
  /** Milliseconds since 1970. */
  readonly validFromMs: number;
  readonly validToMs: number;
}

/** What an end of a connection showed while it was greeted with TLS. */
export interface TlsFacts {
  /** Such as `TLSv1.3`. */
  readonly protocol: string;
  /** Whether its certificate is trusted; what is not only passes where the settings say so. */
  readonly isTrusted: boolean;
  /** Its own certificate first, then that of each issuer. */
  readonly certificates: readonly CertificateFacts[];
}

/** A step of a connection that was taken. */
export interface ConnectionSeen {
  readonly step: ConnectionStep;
  /** Whom it was about, as in {@link ConnectionFacts}. */
  readonly host: string;
  /** At the first step: the proxy that was chosen, or the setting that excepts the server from proxies. */
  readonly proxy?: ConnectionFacts['proxy'];
  readonly exceptedBy?: string | undefined;
  /** Exceptions from proxies, and files of certificates, that cannot be read. */
  readonly unread?: readonly UnreadText[] | undefined;
  /** The address that was found or connected to. */
  readonly address?: string | undefined;
  readonly tls?: TlsFacts;
  /** File of the client certificate a server is shown if it asks for one. */
  readonly clientCertificate?: string | undefined;
  /** The other side has closed the connection, which no answer had announced. */
  readonly isClosed?: true;
}

/** The client certificate of an account, and why it can't be used where it is at fault. */
export interface ClientCertificateFacts {
  /** Path of the file that is at fault; else of the certificate. */
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
  /** Words of the system about what is unreadable. */
  readonly detail?: string;
  /** When it has expired or becomes valid, in milliseconds since 1970. */
  readonly atMs?: number;
}

/** At which step a request failed, and with whom. */
export interface ConnectionFacts {
  readonly step: ConnectionStep;
  /** Host, with its port where that is not the usual one, that the step is about. */
  readonly host: string;
  readonly problem: ConnectionProblem;
  /** The server the request is for. */
  readonly server: string;
  /** The proxy on the way, and the setting or variable that names it. */
  readonly proxy?: { readonly host: string; readonly source: string } | undefined;
  /** Exceptions from proxies, and files of certificates, that cannot be read. */
  readonly unread?: readonly UnreadText[] | undefined;
  readonly certificate?: CertificateFacts | undefined;
  /** The client certificate for the server; undefined where the account has none. */
  readonly clientCertificate?: ClientCertificateFacts | undefined;
  /** Status a proxy refused a tunnel with. */
  readonly status?: number | undefined;
  /** Words of who refused, or the text that cannot be read. */
  readonly reason?: string | undefined;
}
