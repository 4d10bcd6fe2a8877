import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import tls from 'node:tls';
import type { ClientCertificateFacts } from './connectionFacts.ts';

/** Absolute paths; PEM (key optionally separate) or PKCS#12. */
export interface CertificateFiles {
  readonly file: string;
  readonly keyFile?: string | undefined;
}

/** Certificate sent only to `origin`. */
export interface ClientIdentity {
  /** Account ID; a new object for it replaces the old one. */
  readonly id: string;
  readonly origin: string;
  readonly certificate: CertificateFiles;
  readonly passphrase: string | undefined;
}

/** `parsed` is undefined if the runtime can't parse it. */
export interface ReadCertificate {
  readonly options: Readonly<Pick<tls.SecureContextOptions, 'cert' | 'key' | 'pfx' | 'passphrase'>>;
  readonly parsed: X509Certificate | undefined;
}

/** The message contains no passphrase and no key. */
export class UnusableCertificate extends Error {
  override readonly name = 'UnusableCertificate';
  readonly facts: ClientCertificateFacts;

  constructor(facts: ClientCertificateFacts) {
    super(`${facts.file}: ${facts.fault} ${facts.detail ?? ''}`.trim());
    this.facts = facts;
  }
}

/** Validates it; throws `UnusableCertificate`. */
export const readClientCertificate = async (
  { file, keyFile }: CertificateFiles,
  passphrase: string | undefined,
): Promise<ReadCertificate> => {
  const content = await contentOf(file);
  const text = content.toString('latin1');
  const read = text.includes('-----BEGIN ')
    ? fromPem({ file, text }, keyFile === undefined ? { file, text } : await textOf(keyFile), passphrase)
    : fromPkcs12(file, content, passphrase);
  const { validFrom = '', validTo = '' } = read.parsed ?? {};
  if (Date.parse(validTo) < Date.now())
    throw new UnusableCertificate({ file, fault: 'expired', atMs: Date.parse(validTo) });
  if (Date.parse(validFrom) > Date.now())
    throw new UnusableCertificate({ file, fault: 'notYetValid', atMs: Date.parse(validFrom) });
  return read;
};

interface TextFile {
  readonly file: string;
  readonly text: string;
}

const contentOf = async (file: string): Promise<Buffer> => {
  try {
    return await readFile(file);
  } catch (error) {
    throw new UnusableCertificate({ file, fault: 'unreadable', detail: detailOf(error) });
  }
};

const textOf = async (file: string): Promise<TextFile> => ({ file, text: (await contentOf(file)).toString('latin1') });

const fromPem = (certificate: TextFile, key: TextFile, passphrase: string | undefined): ReadCertificate => {
  const parsed = firstCertificate(certificate);
  const keyStart = key.text.search(/-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/);
  const [pem] = /^-[^]+?-----END (?:[A-Z]+ )*PRIVATE KEY-----/.exec(key.text.slice(keyStart)) ?? [];
  if (pem === undefined) throw new UnusableCertificate({ file: key.file, fault: 'noKey' });
  if (!parsed.checkPrivateKey(privateKey(key.file, pem, passphrase)))
    throw new UnusableCertificate({ file: key.file, fault: 'otherKey' });
  return { parsed, options: { cert: certificate.text, key: pem, ...(passphrase === undefined ? {} : { passphrase }) } };
};

const firstCertificate = ({ file, text }: TextFile): X509Certificate => {
  try {
    return new X509Certificate(text.slice(text.search(/-----BEGIN CERTIFICATE-----/)));
  } catch {
    // the original error is about a parser
    throw new UnusableCertificate({ file, fault: 'noCertificate' });
  }
};

const privateKey = (file: string, pem: string, passphrase: string | undefined): KeyObject => {
  try {
    return createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (error) {
    if (pem.includes('ENCRYPTED')) throw new UnusableCertificate({ file, fault: passphraseFault(passphrase) });
    throw new UnusableCertificate({ file, fault: 'unreadable', detail: detailOf(error) });
  }
};

const fromPkcs12 = (file: string, pfx: Buffer, passphrase: string | undefined): ReadCertificate => {
  const options = { pfx, ...(passphrase === undefined ? {} : { passphrase }) };
  try {
    const context: unknown = tls.createSecureContext(options).context;
    const der = (context as { getCertificate?: () => Buffer | null }).getCertificate?.();
    return { options, parsed: der ? new X509Certificate(der) : undefined };
  } catch (error) {
    const detail = detailOf(error);
    // OpenSSL, and BoringSSL of desktop VS Code
    if (/mac verify|incorrect_password|bad_?\s?decrypt/i.test(detail))
      throw new UnusableCertificate({ file, fault: passphraseFault(passphrase) });
    if (/asn1|wrong tag|header too long|not enough data|BAD_PKCS12_DATA/i.test(detail))
      throw new UnusableCertificate({ file, fault: 'noCertificate' });
    throw new UnusableCertificate({ file, fault: 'unreadable', detail });
  }
};

const passphraseFault = (passphrase: string | undefined): 'passphraseWanted' | 'passphraseWrong' =>
  passphrase === undefined ? 'passphraseWanted' : 'passphraseWrong';

const detailOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/, \w{1,30} '[^]*$/, '') : String(error);
