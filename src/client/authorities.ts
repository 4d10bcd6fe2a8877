import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { IgnoredSetting } from './connectionFacts.ts';

/** Certificates in addition to the runtime's and the system's. */
export interface Authorities {
  /** PEM. */
  readonly certificates: readonly string[];
  readonly unread: readonly IgnoredSetting[];
}

/** PEM with any number of certificates, or DER. Bad files don't affect others. */
export const readAuthorities = async (name: string, files: readonly string[]): Promise<Authorities> => {
  const certificates: string[] = [];
  const unread: IgnoredSetting[] = [];
  for (const text of files) {
    const file = inHome(text);
    if (!path.isAbsolute(file)) unread.push({ name, text, fault: '' });
    else
      try {
        certificates.push(...certificatesIn(await readFile(file)));
      } catch (error) {
        unread.push({ name, text, fault: wordsOf(error) });
      }
  }
  return { certificates, unread };
};

export const inHome = (file: string): string => file.replace(/^~(?=[/\\])/, homedir());

/** Empty if the file is readable but holds no certificate. */
const wordsOf = (error: unknown): string =>
  error instanceof Error && 'syscall' in error ? error.message.replace(/, \w{1,30}(?: '[^]*)?$/, '') : '';

const certificatesIn = (content: Buffer): readonly string[] => {
  const pem = content.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  return (pem ?? [content]).map((each) => new X509Certificate(each).toString());
};
