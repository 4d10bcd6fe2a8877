/** DER element. `bytes` includes tag and length, `content` doesn't. */
export interface DerElement {
  readonly tag: number;
  readonly content: Buffer;
  readonly bytes: Buffer;
}

/** Throws `RangeError` on truncated data. */
export const derElements = (bytes: Buffer): readonly DerElement[] => {
  const found: DerElement[] = [];
  let at = 0;
  while (at < bytes.length) {
    const first = bytes.readUInt8(at + 1);
    const extra = first < 0x80 ? 0 : first & 0x7f;
    const length = extra === 0 ? first : bytes.readUIntBE(at + 2, extra);
    const start = at + 2 + extra;
    if (start + length > bytes.length) throw new RangeError('The data is cut short.');
    found.push({
      tag: bytes.readUInt8(at),
      content: bytes.subarray(start, start + length),
      bytes: bytes.subarray(at, start + length),
    });
    at = start + length;
  }
  return found;
};

const isConstructed = ({ tag }: DerElement): boolean => (tag & 0x20) !== 0;

/** Siblings after an object identifier (hex), at any depth. */
export const afterIdentifier = (bytes: Buffer, identifier: string): readonly DerElement[] | undefined => {
  for (const element of derElements(bytes)) {
    if (!isConstructed(element)) continue;
    const [first, ...rest] = derElements(element.content);
    if (first?.tag === 6 && first.content.toString('hex') === identifier) return rest;
    const deeper = afterIdentifier(element.content, identifier);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
};
