import type { Extract, Header } from 'tar-stream';

export class BrokenTar extends Error {
  override readonly name = 'BrokenTar';
  readonly defect: 'notTar' | 'truncated' | 'damaged';

  constructor(defect: BrokenTar['defect'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.defect = defect;
  }
}

export interface TarEntry {
  /** Without leading `./`. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly isFile: boolean;
}

export interface TarVisitor {
  /** Returns the wanted bytes, 0 for none. */
  entry(entry: TarEntry): number;
  /** May be shorter than wanted. */
  content(entry: TarEntry, bytes: Buffer): void;
}

const blockBytes = 512;
/** Two empty blocks. */
const endBytes = 2 * blockBytes;

/** Streams in constant memory. Throws `BrokenTar`, and errors of the source. */
export const visitTarEntries = async (parts: AsyncIterable<Uint8Array>, visitor: TarVisitor): Promise<void> => {
  // lazy; bundled CommonJS has only a default export
  const { extract } = (await import('tar-stream')).default;
  // unbuffered; `allowUnknownFormat` is missing in the types
  const tar = extract({ highWaterMark: 0, allowUnknownFormat: true } as Parameters<typeof extract>[0]);
  const closed = new Promise<void>((resolve) => tar.once('close', resolve));
  let readBytes = 0;
  let nextAt = 0;
  /** First non-empty byte after the last entry. */
  let filledAt: number | undefined;
  tar.on('entry', (header, { offset }) => {
    nextAt = offset + blockBytes + Math.ceil(contentBytes(header) / blockBytes) * blockBytes;
    filledAt = undefined;
  });
  let broken: Error | undefined;
  tar.once('error', (error) => (broken = error));
  const visiting = visitEach(tar, visitor);
  // awaited below
  visiting.catch(() => undefined);
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
  await visiting.catch((error: unknown) => {
    if (error !== broken) throw error;
  });
  if (readBytes < blockBytes) throw new BrokenTar('notTar', 'there is not one block of a tar');
  // only headers for long names may follow
  const isWhole = broken === undefined && filledAt === undefined;
  if (isWhole || (filledAt ?? readBytes) - nextAt >= endBytes) return;
  const defect = isRead ? 'truncated' : nextAt === 0 ? 'notTar' : 'damaged';
  throw new BrokenTar(defect, broken?.message ?? 'the last entry is no more than a name', { cause: broken });
};

const visitEach = async (tar: Extract, visitor: TarVisitor): Promise<void> => {
  for await (const source of tar) {
    const { header } = source;
    const sizeBytes = contentBytes(header);
    const entry = { name: header.name.replace(/^(?:\.\/)+/, ''), sizeBytes, isFile: /file$/.test(header.type) };
    let leftBytes = Math.min(sizeBytes, visitor.entry(entry));
    if (leftBytes === 0) {
      source.resume();
      continue;
    }
    const content: Buffer[] = [];
    for await (const bytes of source as AsyncIterable<Buffer>) {
      if (leftBytes > 0) content.push(Buffer.from(bytes.subarray(0, leftBytes)));
      leftBytes -= bytes.length;
    }
    visitor.content(entry, Buffer.concat(content));
  }
};

/** Whatever their header claims. */
const contentBytes = ({ type, size }: Header): number => (type === 'directory' ? 0 : size);
