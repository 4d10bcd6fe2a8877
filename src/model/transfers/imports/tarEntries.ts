import type { Extract, Header } from 'tar-stream';

/** What came is no tar, or one that ends too early or is broken further on; `message` says more. */
export class BrokenTar extends Error {
  override readonly name = 'BrokenTar';
  readonly flaw: 'notTar' | 'truncated' | 'damaged';

  constructor(flaw: BrokenTar['flaw'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.flaw = flaw;
  }
}

/** A file or folder of a tar. */
export interface TarEntry {
  /** As it is written, without `./` in front. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly isFile: boolean;
}

/** Who follows the entries of a tar. */
export interface TarFollower {
  /** Called for every entry; answers how many bytes of its content it wants, 0 for none. */
  entry(entry: TarEntry): number;
  /** Called with the content that was wanted, once all of it or as much as was wanted has come. */
  content(entry: TarEntry, bytes: Buffer): void;
}

const blockBytes = 512;
/** Two empty blocks are the end of a tar; what follows them fills up. */
const endBytes = 2 * blockBytes;

/**
 * Reads a tar to its end as its bytes come, in constant memory: names, sizes and the beginnings that are wanted, nothing
 * else. Throws `BrokenTar`, and what getting the bytes throws.
 */
export const followTar = async (parts: AsyncIterable<Uint8Array>, follower: TarFollower): Promise<void> => {
  // loaded with the first archive; bundled, a CommonJS package has no export but its default
  const { extract } = (await import('tar-stream')).default;
  // a part is taken in before the next one is asked for; forms before ustar are unknown to the types, too
  const tar = extract({ highWaterMark: 0, allowUnknownFormat: true } as Parameters<typeof extract>[0]);
  const closed = new Promise<void>((resolve) => tar.once('close', resolve));
  let readBytes = 0;
  let nextAt = 0;
  /** Where the first byte is that is not empty, from the next header on. */
  let filledAt: number | undefined;
  tar.on('entry', (header, { offset }) => {
    nextAt = offset + blockBytes + Math.ceil(contentBytes(header) / blockBytes) * blockBytes;
    filledAt = undefined;
  });
  let broken: Error | undefined;
  tar.once('error', (error) => (broken = error));
  const following = follow(tar, follower);
  // it is waited for below
  following.catch(() => undefined);
  try {
    for await (const part of parts) {
      const drained = new Promise<void>((resolve) => tar.once('drain', resolve));
      tar.write(part);
      await Promise.race([drained, closed]);
      const from = Math.max(0, nextAt - readBytes);
      const filled = filledAt === undefined ? part.subarray(from).findIndex((byte) => byte !== 0) : -1;
      if (filled >= 0) filledAt = readBytes + from + filled;
      readBytes += part.length;
      if (tar.destroying) break;
    }
  } catch (error) {
    tar.destroy(error as Error);
    throw error;
  }
  const isRead = !tar.destroying;
  tar.end(null);
  await following.catch((error: unknown) => {
    if (error !== broken) throw error;
  });
  if (readBytes < blockBytes) throw new BrokenTar('notTar', 'there is not one block of a tar');
  // between entries are only empty blocks, and names that are too long for a header
  const isWhole = broken === undefined && filledAt === undefined;
  if (isWhole || (filledAt ?? readBytes) - nextAt >= endBytes) return;
  const flaw = isRead ? 'truncated' : nextAt === 0 ? 'notTar' : 'damaged';
  throw new BrokenTar(flaw, broken?.message ?? 'the last entry is no more than a name', { cause: broken });
};

/** Goes through the entries. */
const follow = async (tar: Extract, follower: TarFollower): Promise<void> => {
  for await (const source of tar) {
    const { header } = source;
    const sizeBytes = contentBytes(header);
    // `./` is in front of what was packed from within its folder
    const entry = { name: header.name.replace(/^(?:\.\/)+/, ''), sizeBytes, isFile: /file$/.test(header.type) };
    let leftBytes = Math.min(sizeBytes, follower.entry(entry));
    if (leftBytes === 0) {
      source.resume();
      continue;
    }
    const content: Buffer[] = [];
    for await (const bytes of source as AsyncIterable<Buffer>) {
      if (leftBytes > 0) content.push(Buffer.from(bytes.subarray(0, leftBytes)));
      leftBytes -= bytes.length;
    }
    follower.content(entry, Buffer.concat(content));
  }
};

/** Folders have no content, whatever size is written there. */
const contentBytes = ({ type, size }: Header): number => (type === 'directory' ? 0 : size);
