import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** Derived from a 32-byte seed. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  /** As in `authorized_keys`: `ssh-ed25519 AAAA…`. */
  readonly publicKey: string;
}

const algorithm = 'ssh-ed25519';
const magic = Buffer.from('SSHSIG');
const armour = ['-----BEGIN SSH SIGNATURE-----', '-----END SSH SIGNATURE-----'] as const;

const packed = (value: Uint8Array | string): Buffer => {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

const unpacked = (bytes: Buffer, count: number): Buffer[] => {
  const values: Buffer[] = [];
  let position = 0;
  for (let index = 0; index < count; index += 1) {
    const length = bytes.readUInt32BE(position);
    const value = bytes.subarray(position + 4, position + 4 + length);
    if (value.length !== length) throw new RangeError('The signature is cut short.');
    values.push(value);
    position += 4 + length;
  }
  return values;
};

/** For sample data only: the seed is public. */
export const signingKey = (seed: Uint8Array): SigningKey => {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const privateKey = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
  const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  const blob = Buffer.concat([packed(algorithm), packed(raw)]);
  return { privateKey, publicKey: `${algorithm} ${blob.toString('base64')}` };
};

const signedData = (payload: Uint8Array, namespace: string, hash: string): Buffer =>
  Buffer.concat([
    magic,
    packed(namespace),
    packed(''),
    packed(hash),
    packed(
      createHash(hash === 'sha256' ? 'sha256' : 'sha512')
        .update(payload)
        .digest(),
    ),
  ]);

/** Like `git commit -S` with `gpg.format=ssh`; returns an armored SSHSIG without a final line break. */
export const signCommit = (key: SigningKey, payload: Uint8Array): string => {
  const signature = sign(null, signedData(payload, 'git', 'sha512'), key.privateKey);
  const version = Buffer.from([0, 0, 0, 1]);
  const publicBlob = Buffer.from(key.publicKey.split(' ')[1] ?? '', 'base64');
  const blob = Buffer.concat([
    magic,
    version,
    packed(publicBlob),
    packed('git'),
    packed(''),
    packed('sha512'),
    packed(Buffer.concat([packed(algorithm), packed(signature)])),
  ]);
  return [armour[0], ...(blob.toString('base64').match(/.{1,70}/g) ?? []), armour[1]].join('\n');
};

/** Undefined when the SSHSIG is malformed or not ed25519. */
export const checkSignature = (
  armoured: string,
  payload: Uint8Array,
): { readonly publicKey: string; readonly isGood: boolean } | undefined => {
  try {
    const body = armoured.replace(armour[0], '').replace(armour[1], '').replace(/\s/g, '');
    const bytes = Buffer.from(body, 'base64');
    if (!bytes.subarray(0, 6).equals(magic)) return undefined;
    const [key, namespace, , hash, signature] = unpacked(bytes.subarray(10), 5);
    if (key === undefined || namespace === undefined || hash === undefined || signature === undefined) return undefined;
    const [name, raw] = unpacked(key, 2);
    const [, value] = unpacked(signature, 2);
    if (name?.toString() !== algorithm || raw === undefined || value === undefined) return undefined;
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
    const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    const isGood =
      namespace.toString() === 'git' &&
      verify(null, signedData(payload, namespace.toString(), hash.toString()), publicKey, value);
    return { publicKey: `${algorithm} ${key.toString('base64')}`, isGood };
  } catch {
    // malformed: the commit counts as signed with an unknown key
    return undefined;
  }
};
