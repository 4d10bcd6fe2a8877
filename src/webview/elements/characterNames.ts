import { t } from './texts.ts';

const meanings: Readonly<Record<number, string>> = {
  0x00: t('null'),
  0x08: t('backspace'),
  0x09: t('tab'),
  0x0a: t('line feed'),
  0x0d: t('carriage return'),
  0x1b: t('escape'),
  0x20: t('space at the edge of a name'),
  0x7f: t('delete'),
  0xa0: t('no-break space'),
  0xad: t('soft hyphen'),
  0x61c: t('Arabic letter mark'),
  0x200b: t('zero width space'),
  0x200c: t('zero width non-joiner'),
  0x200d: t('zero width joiner'),
  0x200e: t('left-to-right mark'),
  0x200f: t('right-to-left mark'),
  0x2028: t('line separator'),
  0x2029: t('paragraph separator'),
  0x202a: t('left-to-right embedding'),
  0x202b: t('right-to-left embedding'),
  0x202c: t('pop directional formatting'),
  0x202d: t('left-to-right override'),
  0x202e: t('right-to-left override'),
  0x2066: t('left-to-right isolate'),
  0x2067: t('right-to-left isolate'),
  0x2068: t('first strong isolate'),
  0x2069: t('pop directional isolate'),
  0xfeff: t('byte order mark'),
};

/** Name of a character by its code, such as `U+202E`. */
export const meaningOf = (mark: string): string =>
  meanings[Number.parseInt(mark.slice(2), 16)] ?? t('invisible or control character');
