import { StringDecoder } from 'node:string_decoder';
import type { SendOptions } from '../../client/client.ts';
import { getJobLog } from '../../wire/mergeRequestState.ts';
import { GrowingLog, type ShownLog } from '../jobLog.ts';
import type { PipelineProject } from './reading.ts';

/** Longest log that is read, in bytes: what VS Code itself would still show. */
const limitBytes = 50 * 1024 * 1024;

/** Reads the log of a job, then only the bytes after it, if the server supports `byte_offset`. */
export class LogReading {
  readonly #place: PipelineProject & { readonly job: number };
  /** Together the log, in this order. */
  #parts: Buffer[] = [];
  #length = 0;
  #decoder = new StringDecoder();
  #growing = new GrowingLog();
  #log: ShownLog | undefined;
  #givesParts = true;

  constructor(place: PipelineProject & { readonly job: number }) {
    this.#place = place;
  }

  /** The log as far as it was read. */
  get log(): ShownLog {
    return (this.#log ??= this.#growing.shown());
  }

  /** CI2: reads new bytes; true if there were any. */
  async read(options: SendOptions = {}): Promise<boolean> {
    const { client, project: id, job } = this.#place;
    const length = this.#length;
    const isPart = length > 0 && this.#givesParts;
    const asked = { id, job_id: job, ...(isPart ? { byte_offset: length } : {}) };
    const answer = await client.send(getJobLog, asked, { ...options, limitBytes });
    // a server that does not know of parts answers the whole, which begins with what is known
    const hasKnown = answer.length >= length && Buffer.concat(this.#parts).equals(answer.subarray(0, length));
    if (isPart) this.#givesParts = !hasKnown;
    const added = hasKnown ? answer.subarray(length) : answer;
    const isReplaced = !hasKnown && !isPart;
    if (isReplaced) [this.#decoder, this.#growing] = [new StringDecoder(), new GrowingLog()];
    else if (added.length === 0) return false;
    this.#parts = hasKnown || isReplaced ? [answer] : [...this.#parts, answer];
    this.#length = isReplaced ? answer.length : length + added.length;
    this.#growing.add(this.#decoder.write(added));
    this.#log = undefined;
    return true;
  }
}
