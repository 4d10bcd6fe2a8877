import { createHash, createPublicKey, verify } from 'node:crypto';

/** ed25519 only. `keyId` is 16 uppercase hex digits. */
export interface PgpKey {
  readonly keyId: string;
  /** `Name <address>`, split; null without a user ID. */
  readonly userName: string | null;
  readonly userEmail: string | null;
  readonly point: Buffer;
}

interface PgpSignature {
  readonly keyId: string | undefined;
  readonly kind: number;
  readonly algorithm: number;
  readonly hash: number;
  /** Bytes that the digest covers. */
  readonly hashed: Buffer;
  readonly values: readonly Buffer[];
}

interface Packet {
  readonly tag: number;
  readonly body: Buffer;
}

const eddsa = 22;
const hashes: Readonly<Record<number, string>> = { 8: 'sha256', 9: 'sha384', 10: 'sha512' };
const tags = { signature: 2, publicKey: 6, userId: 13 } as const;

const unarmoured = (text: string): Buffer => {
  const [, body = ''] = text.replace(/\r/g, '').split(/\n\s*\n/);
  // drops the checksum, which starts with an equals sign
  const lines = body.split('\n').filter((line) => !line.startsWith('=') && !line.startsWith('-----'));
  return Buffer.from(lines.join(''), 'base64');
};

const oldLength = (bytes: Buffer, at: number, kind: number): readonly [number, number] =>
  kind === 0
    ? [bytes.readUInt8(at), at + 1]
    : kind === 1
      ? [bytes.readUInt16BE(at), at + 2]
      : kind === 2
        ? [bytes.readUInt32BE(at), at + 4]
        : [bytes.length - at, at];

/** Length in the new packet format, and offset of the content. */
const newLength = (bytes: Buffer, at: number): readonly [number, number] => {
  const first = bytes.readUInt8(at);
  if (first < 192) return [first, at + 1];
  if (first < 255) return [((first - 192) << 8) + bytes.readUInt8(at + 1) + 192, at + 2];
  return [bytes.readUInt32BE(at + 1), at + 5];
};

const packets = (bytes: Buffer): readonly Packet[] => {
  const found: Packet[] = [];
  let at = 0;
  while (at < bytes.length) {
    const head = bytes.readUInt8(at);
    const isNew = (head & 0x40) !== 0;
    const [length, start] = isNew ? newLength(bytes, at + 1) : oldLength(bytes, at + 1, head & 3);
    found.push({ tag: isNew ? head & 0x3f : (head >> 2) & 0xf, body: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return found;
};

/** Multiprecision integers without their bit counts. */
const numbers = (bytes: Buffer, from: number): readonly Buffer[] => {
  const found: Buffer[] = [];
  let at = from;
  while (at + 2 <= bytes.length) {
    const size = Math.ceil(bytes.readUInt16BE(at) / 8);
    found.push(bytes.subarray(at + 2, at + 2 + size));
    at += 2 + size;
  }
  return found;
};

const hex = (bytes: Buffer): string => bytes.toString('hex').toUpperCase();

/** Undefined unless it is an ed25519 key. */
export const readPgpKey = (armoured: string): PgpKey | undefined => {
  try {
    const all = packets(unarmoured(armoured));
    const key = all.find(({ tag }) => tag === tags.publicKey)?.body;
    if (key === undefined || key.readUInt8(0) !== 4 || key.readUInt8(5) !== eddsa) return undefined;
    const [point] = numbers(key, 7 + key.readUInt8(6));
    // prefix 0x40: the point is in native form
    if (point?.length !== 33 || point.readUInt8(0) !== 0x40) return undefined;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(key.length);
    const fingerprint = createHash('sha1')
      .update(Buffer.concat([Buffer.from([0x99]), length, key]))
      .digest();
    const user = all.find(({ tag }) => tag === tags.userId)?.body.toString('utf8') ?? '';
    const named = /^([^<]*?) ?<(.*)>$/.exec(user);
    return {
      keyId: hex(fingerprint.subarray(-8)),
      userName: named?.[1] ?? null,
      userEmail: named?.[2] ?? null,
      point: point.subarray(1),
    };
  } catch {
    // truncated data
    return undefined;
  }
};

const subpackets = (bytes: Buffer): readonly Packet[] => {
  const found: Packet[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [length, start] = newLength(bytes, at);
    found.push({ tag: bytes.readUInt8(start) & 0x7f, body: bytes.subarray(start + 1, start + length) });
    at = start + length;
  }
  return found;
};

const issuer = 16;
const issuerFingerprint = 33;

const readSignature = (armoured: string): PgpSignature | undefined => {
  try {
    const body = packets(unarmoured(armoured)).find(({ tag }) => tag === tags.signature)?.body;
    if (body === undefined || body.readUInt8(0) !== 4) return undefined;
    const end = 6 + body.readUInt16BE(4);
    const open = body.readUInt16BE(end);
    const said = [...subpackets(body.subarray(6, end)), ...subpackets(body.subarray(end + 2, end + 2 + open))];
    const named = said.find(({ tag }) => tag === issuer || tag === issuerFingerprint);
    return {
      keyId: named === undefined ? undefined : hex(named.body.subarray(-8)),
      kind: body.readUInt8(1),
      algorithm: body.readUInt8(2),
      hash: body.readUInt8(3),
      hashed: body.subarray(0, end),
      // the integers follow two bytes of the digest
      values: numbers(body, end + 2 + open + 2),
    };
  } catch {
    // truncated data
    return undefined;
  }
};

/** 16 uppercase hex digits. */
export const pgpKeyIdOf = (armoured: string): string | undefined => readSignature(armoured)?.keyId;

const padded = (value: Buffer | undefined): Buffer =>
  Buffer.concat([Buffer.alloc(32), value ?? Buffer.alloc(0)]).subarray(-32);

/** False for unsupported kinds. */
export const isPgpSignedBy = (armoured: string, payload: Uint8Array, key: PgpKey): boolean => {
  const signature = readSignature(armoured);
  const algorithm = hashes[signature?.hash ?? 0];
  if (signature === undefined || algorithm === undefined) return false;
  if (signature.kind !== 0 || signature.algorithm !== eddsa || signature.keyId !== key.keyId) return false;
  const trailer = Buffer.from([4, 0xff, 0, 0, 0, 0]);
  trailer.writeUInt32BE(signature.hashed.length, 2);
  const digest = createHash(algorithm).update(payload).update(signature.hashed).update(trailer).digest();
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.point]);
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return verify(null, digest, publicKey, Buffer.concat(signature.values.slice(0, 2).map(padded)));
};
