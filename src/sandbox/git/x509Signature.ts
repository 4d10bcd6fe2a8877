import { createHash, verify, X509Certificate } from 'node:crypto';
import { afterIdentifier, derElements, type DerElement } from './der.ts';

/** Key identifiers are colon-separated hex pairs; distinguished names start with `CN`. */
export interface SignerCertificate {
  readonly subject: string;
  readonly email: string | null;
  readonly serial: bigint;
  readonly subjectKey: string | null;
  readonly issuer: string;
  readonly issuerKey: string | null;
  readonly revocationUrl: string | null;
  readonly certificate: X509Certificate;
}

/** DER content in hex. */
const identifiers = {
  messageDigest: '2a864886f70d010904',
  subjectKey: '551d0e',
  issuerKey: '551d23',
  revocation: '551d1f',
} as const;

const signedAttributes = 0xa0;

const unarmoured = (text: string): Buffer =>
  Buffer.from(text.replace(/-----(BEGIN|END) [A-Z0-9 ]+-----/g, '').replace(/\s/g, ''), 'base64');

const colons = (bytes: Buffer): string => bytes.toString('hex').toUpperCase().match(/../g)?.join(':') ?? '';

/** Node lists distinguished names in stored order, one part a line; GitLab reverses them. */
const nameOf = (lines: string): string => lines.split('\n').toReversed().join(',');

const extension = (certificate: X509Certificate, identifier: string): Buffer | undefined =>
  afterIdentifier(certificate.raw, identifier)?.at(-1)?.content;

const described = (certificate: X509Certificate): SignerCertificate => {
  const subjectKey = extension(certificate, identifiers.subjectKey);
  const issuerKey = extension(certificate, identifiers.issuerKey);
  const issuerId =
    issuerKey === undefined ? undefined : derElements(derElements(issuerKey)[0]?.content ?? issuerKey)[0];
  const revocation = extension(certificate, identifiers.revocation)?.toString('latin1') ?? '';
  return {
    subject: nameOf(certificate.subject),
    email: /email:([^,]+)/.exec(certificate.subjectAltName ?? '')?.[1] ?? null,
    serial: BigInt(`0x${certificate.serialNumber}`),
    subjectKey: subjectKey === undefined ? null : colons(derElements(subjectKey)[0]?.content ?? subjectKey),
    issuer: nameOf(certificate.issuer),
    issuerKey: issuerId === undefined ? null : colons(issuerId.content),
    revocationUrl: /https?:\/\/[\x21-\x7e]+/.exec(revocation)?.[0] ?? null,
    certificate,
  };
};

interface SignedMessage {
  readonly certificates: readonly X509Certificate[];
  readonly attributes: DerElement;
  readonly signature: Buffer;
}

const readMessage = (armoured: string): SignedMessage | undefined => {
  const [outer] = derElements(unarmoured(armoured));
  const [, wrapped] = derElements(outer?.content ?? Buffer.alloc(0));
  const [signed] = derElements(wrapped?.content ?? Buffer.alloc(0));
  const parts = derElements(signed?.content ?? Buffer.alloc(0));
  const certificates = parts.find(({ tag }) => tag === 0xa0);
  const [signer] = derElements(parts.at(-1)?.content ?? Buffer.alloc(0));
  const members = derElements(signer?.content ?? Buffer.alloc(0));
  const attributes = members.find(({ tag }) => tag === signedAttributes);
  const signature = members.findLast(({ tag }) => tag === 4);
  if (certificates === undefined || attributes === undefined || signature === undefined) return undefined;
  return {
    certificates: derElements(certificates.content).map(({ bytes }) => new X509Certificate(bytes)),
    attributes,
    signature: signature.content,
  };
};

/** The signature covers the attributes tagged as a SET, not with their context tag (RFC 5652). */
const asSet = ({ bytes }: DerElement): Buffer => Buffer.concat([Buffer.from([0x31]), bytes.subarray(1)]);

/**
 * Verifies a detached CMS signature (SHA-256), not the trust in its certificate; undefined when malformed or without
 * one.
 */
export const checkX509Signature = (
  armoured: string,
  payload: Uint8Array,
): { readonly signer: SignerCertificate; readonly isGood: boolean } | undefined => {
  try {
    const message = readMessage(armoured);
    const [first] = message?.certificates ?? [];
    if (message === undefined || first === undefined) return undefined;
    const signed = asSet(message.attributes);
    const own = message.certificates.find((each) => verify('sha256', signed, each.publicKey, message.signature));
    const digest = derElements(
      afterIdentifier(message.attributes.bytes, identifiers.messageDigest)?.[0]?.content ?? signed,
    );
    const isSame = digest[0]?.content.equals(createHash('sha256').update(payload).digest()) === true;
    return { signer: described(own ?? first), isGood: own !== undefined && isSame };
  } catch {
    // malformed: the commit counts as signed with an unknown key
    return undefined;
  }
};

/** True when `authority` (PEM) issued the certificate and it was valid at `at`. */
export const isTrusted = ({ certificate }: SignerCertificate, authority: string, at: Date): boolean => {
  const issuer = new X509Certificate(authority);
  const isTimely = at >= new Date(certificate.validFrom) && at <= new Date(certificate.validTo);
  return isTimely && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
};
