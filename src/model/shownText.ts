import { isUtf8 } from 'node:buffer';

/** Bytes as a text with one character for each: what is compared and merged so stays what it is, whatever its encoding. */
export const byteText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** Windows-1252 from 0x80 to 0x9f; the rest of it is Latin-1. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** VS Code's names of encodings that the names of the Web differ from. */
const webNames: Readonly<Record<string, string>> = {
  big5hkscs: 'big5',
  cp950: 'big5',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
  koi8r: 'koi8-r',
  koi8u: 'koi8-u',
  macroman: 'macintosh',
  shiftjis: 'shift_jis',
};

/**
 * Versions of a file as texts whose lines are equal exactly where their bytes are, all in one encoding: UTF-8 where all are
 * valid, else `configured`, VS Code's `files.encoding`, where all are valid in it, else Windows-1252.
 */
export const shownTexts = (versions: readonly Uint8Array[], configured = 'utf8'): readonly string[] => {
  if (versions.every((bytes) => isUtf8(bytes))) return versions.map((bytes) => strictly('utf-8', bytes));
  const bytes = versions.map(byteText);
  try {
    const texts = versions.map((each) => strictly(webNames[configured] ?? configured.replace(/^windows/, '$&-'), each));
    // some encodings have several ways to write a character
    if (texts.every((text, at) => linesOf(text).length === linesOf(bytes[at] ?? '').length)) {
      const count = (all: readonly string[]): number => new Set(all.flatMap(linesOf)).size;
      if (count(texts) === count(bytes)) return texts;
    }
  } catch {
    // no encoding that is known here, or not that of these bytes
  }
  return bytes.map((text) => text.replaceAll(/[\x80-\x9f]/g, (each) => windows1252.charAt(each.charCodeAt(0) - 0x80)));
};

const linesOf = (text: string): readonly string[] => text.split('\n');

const strictly = (encoding: string, bytes: Uint8Array): string =>
  new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
