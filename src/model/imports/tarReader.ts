/** What came is no tar, or one that is broken further on; `message` says where. */
export class BrokenTar extends Error {
  override readonly name = 'BrokenTar';
  /** Whether not even the first entry could be read: then it is something else. */
  readonly isNoTar: boolean;

  constructor(message: string, isNoTar: boolean) {
    super(message);
    this.isNoTar = isNoTar;
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
  /** Told of every entry; answers how many bytes of its content it wants, 0 for none. */
  entry(entry: TarEntry): number;
  /** Told of the content that was wanted, once all of it or as much as was wanted has come. */
  content(entry: TarEntry, bytes: Buffer): void;
}

const blockSize = 512;
/** Names longer than this are written by nobody; without a bound a broken archive could fill the memory. */
const longestNameBytes = 64 * 1024;

/**
 * Reads a tar as its bytes come, in constant memory: names, sizes and the beginnings that are wanted, nothing else.
 * Knows ustar, the long names of GNU and pax.
 */
export class TarReader {
  readonly #follower: TarFollower;
  readonly #block = Buffer.alloc(blockSize);
  #blockFilled = 0;
  /** Bytes of content that are still to come, and of what fills its last block. */
  #left = 0;
  #padding = 0;
  #wanted: Buffer[] = [];
  #wantedLeft = 0;
  #finish: ((content: Buffer) => void) | undefined;
  #nextName: string | undefined;
  #nextSize: number | undefined;
  #entries = 0;
  #headers = 0;
  #emptyBlocks = 0;

  constructor(follower: TarFollower) {
    this.#follower = follower;
  }

  /** How many entries there were so far. */
  get entries(): number {
    return this.#entries;
  }

  /** Whether not even one block of a tar has come. */
  get isNone(): boolean {
    return this.#headers + this.#emptyBlocks === 0;
  }

  /** Whether what came so far is a whole tar: no entry has begun that did not end. */
  get isWhole(): boolean {
    return this.#blockFilled === 0 && this.#left === 0 && this.#padding === 0 && !this.isNone;
  }

  /** Takes the next bytes; they may be written over afterwards. Throws `BrokenTar`. */
  take(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#left > 0) at += this.#takeContent(bytes.subarray(at));
      else if (this.#padding > 0) {
        const skipped = Math.min(this.#padding, bytes.length - at);
        this.#padding -= skipped;
        at += skipped;
      } else at += this.#takeHeader(bytes.subarray(at));
    }
  }

  #takeContent(bytes: Uint8Array): number {
    const taken = Math.min(this.#left, bytes.length);
    if (this.#wantedLeft > 0) {
      const part = Buffer.from(bytes.subarray(0, Math.min(taken, this.#wantedLeft)));
      this.#wanted.push(part);
      this.#wantedLeft -= part.length;
    }
    this.#left -= taken;
    if (this.#left === 0 || this.#wantedLeft === 0) this.#endContent();
    return taken;
  }

  #endContent(): void {
    const finish = this.#finish;
    this.#finish = undefined;
    const content = Buffer.concat(this.#wanted);
    this.#wanted = [];
    this.#wantedLeft = 0;
    finish?.(content);
  }

  #takeHeader(bytes: Uint8Array): number {
    // two empty blocks are the end; what follows them fills up
    if (this.#emptyBlocks >= 2) return bytes.length;
    const taken = Math.min(blockSize - this.#blockFilled, bytes.length);
    this.#block.set(bytes.subarray(0, taken), this.#blockFilled);
    this.#blockFilled += taken;
    if (this.#blockFilled === blockSize) {
      this.#blockFilled = 0;
      this.#readHeader(this.#block);
    }
    return taken;
  }

  #readHeader(block: Buffer): void {
    if (block.every((byte) => byte === 0)) {
      this.#emptyBlocks += 1;
      return;
    }
    this.#emptyBlocks = 0;
    if (!hasItsSum(block)) throw new BrokenTar(`entry ${this.#entries + 1} has no header`, this.#headers === 0);
    this.#headers += 1;
    const type = String.fromCharCode(block[156] ?? 0);
    const size = this.#nextSize ?? numberAt(block, 124, 12);
    if (size === undefined) throw new BrokenTar(`entry ${this.#entries + 1} has no size`, this.#headers === 1);
    // links and folders have no content, whatever size is written there
    const length = /[1-6]/.test(type) ? 0 : size;
    this.#left = length;
    this.#padding = (blockSize - (length % blockSize)) % blockSize;
    if ('xLKg'.includes(type)) this.#readExtension(type, length);
    else this.#beginEntry(block, type, length);
    if (length === 0) this.#endContent();
  }

  #readExtension(type: string, length: number): void {
    if (length > longestNameBytes) throw new BrokenTar(`the name of entry ${this.#entries + 1} has no end`, false);
    this.#wantedLeft = length;
    this.#finish = (content) => {
      if (type === 'L') this.#nextName = textOf(content);
      if (type !== 'x') return;
      const { path, size } = paxRecords(content);
      this.#nextName = path ?? this.#nextName;
      this.#nextSize = size !== undefined && /^\d{1,15}$/.test(size) ? Number(size) : this.#nextSize;
    };
  }

  #beginEntry(block: Buffer, type: string, length: number): void {
    const prefix = block.toString('latin1', 257, 262) === 'ustar' ? textOf(block.subarray(345, 500)) : '';
    const short = textOf(block.subarray(0, 100));
    const written = this.#nextName ?? (prefix === '' ? short : `${prefix}/${short}`);
    this.#nextName = undefined;
    this.#nextSize = undefined;
    this.#entries += 1;
    const entry: TarEntry = {
      name: written.replace(/^(?:\.\/)+/, ''),
      sizeBytes: length,
      isFile: type === '0' || type === '\0' || type === '7',
    };
    this.#wantedLeft = Math.min(length, this.#follower.entry(entry));
    if (this.#wantedLeft > 0) this.#finish = (content) => this.#follower.content(entry, content);
  }
}

const textOf = (bytes: Buffer): string => {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end);
};

/** A number of a header: octal, or for what is too large for that the bytes themselves behind a set bit. */
const numberAt = (block: Buffer, at: number, length: number): number | undefined => {
  if (((block[at] ?? 0) & 0x80) !== 0) {
    const value = block.subarray(at + 1, at + length).reduce((sum, byte) => sum * 256 + byte, 0);
    return Number.isSafeInteger(value) && block[at] === 0x80 ? value : undefined;
  }
  const text = block
    .toString('latin1', at, at + length)
    .replace(/[\0 ]+$/, '')
    .trim();
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : text === '' ? 0 : undefined;
};

/** Whether a block has the sum of its own bytes written in it, as headers do; its place counts as eight blanks. */
const hasItsSum = (block: Buffer): boolean => {
  const written = numberAt(block, 148, 8);
  const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  return written !== undefined && written === sum;
};

/** Records of pax: `27 path=some/long/name\n`. */
const paxRecords = (content: Buffer): Readonly<Record<string, string>> => {
  const records: Record<string, string> = {};
  for (let at = 0; at < content.length;) {
    const blank = content.indexOf(0x20, at);
    const length = Number(content.toString('latin1', at, Math.max(at, blank)));
    if (blank < 0 || !Number.isInteger(length) || length <= blank - at) return records;
    const record = content.toString('utf8', blank + 1, at + length - 1);
    const sign = record.indexOf('=');
    records[record.slice(0, sign)] = record.slice(sign + 1);
    at += length;
  }
  return records;
};
