import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { UnreadText } from './connectionFacts.ts';

/** Certificates that are trusted beside those of the runtime and of the system. */
export interface Authorities {
  /** As PEM texts. */
  readonly certificates: readonly string[];
  /** Files that are not used, and why. */
  readonly unread: readonly UnreadText[];
}

/** Reads the files a setting lists: any number of certificates in PEM, or one in DER. Each is used whatever the others are. */
export const readAuthorities = async (name: string, files: readonly string[]): Promise<Authorities> => {
  const certificates: string[] = [];
  const unread: UnreadText[] = [];
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

/** A path that may begin with `~/`. */
export const inHome = (file: string): string => file.replace(/^~(?=[/\\])/, homedir());

/** What the system says of a file; empty where the file could be read, and is none of certificates. */
const wordsOf = (error: unknown): string =>
  error instanceof Error && 'syscall' in error ? error.message.replace(/, \w{1,30}(?: '[^]*)?$/, '') : '';

const certificatesIn = (content: Buffer): readonly string[] => {
  const pem = content.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  return (pem ?? [content]).map((each) => new X509Certificate(each).toString());
};
