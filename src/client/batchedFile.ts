import type { FileHandle } from 'node:fs/promises';
import { giveBack } from './giveBack.ts';

/** Bytes that are written at once; each write is a trip to another thread. */
const batchBytes = 1024 * 1024;
/** Most parts of one write; systems take about a thousand. */
const batchParts = 512;

/**
 * Writes a file in large batches, one of them while the next is collected. What it is given is its own from then on: a
 * part that is the whole of its memory gives that back once it is written, and is empty then. Without that a process
 * grows by what arrives until the collector comes around, and spends its time getting fresh memory.
 */
export class BatchedFile {
  readonly #handle: FileHandle;
  #parts: Uint8Array[] = [];
  #size = 0;
  #writing: Promise<void> | undefined;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Takes the next bytes; a promise when it can take no more before an earlier batch is written. Keeps the part, and empties it. */
  take(part: Uint8Array): Promise<void> | undefined {
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#size < batchBytes && this.#parts.length < batchParts) return undefined;
    if (this.#writing === undefined) {
      this.#begin();
      return undefined;
    }
    return this.#writing.then(() => this.#begin());
  }

  /** Writes what is left. Throws the error of any write. */
  async end(): Promise<void> {
    await this.#writing;
    this.#begin();
    await this.#writing;
  }

  #begin(): void {
    const [parts, size] = [this.#parts, this.#size];
    this.#parts = [];
    this.#size = 0;
    const writing = this.#write(parts, size).then(() => {
      if (this.#writing === writing) this.#writing = undefined;
    });
    // who takes or ends next is told
    writing.catch(() => undefined);
    this.#writing = writing;
  }

  async #write(parts: readonly Uint8Array[], size: number): Promise<void> {
    if (size === 0) return;
    const { bytesWritten } = await this.#handle.writev(parts);
    if (bytesWritten < size) {
      // a disk that is full takes a part; writing the rest says why
      const rest = Buffer.concat(parts).subarray(bytesWritten);
      for (let at = 0; at < rest.length;) at += (await this.#handle.write(rest, at)).bytesWritten;
    }
    for (const part of parts) giveBack(part);
  }
}
