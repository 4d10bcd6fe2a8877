import type { SendOptions } from '../../client/client.ts';
import { getJobLog } from '../../wire/mergeRequestState.ts';
import { readLog, type ShownLog } from '../jobLog.ts';
import type { PipelineProject } from './reading.ts';

/** Longest log that is read, in bytes: what VS Code itself would still show. */
const limitBytes = 50 * 1024 * 1024;

/** Reads the log of a job, then only the bytes after it, if the server supports `byte_offset`. */
export class LogReading {
  readonly #place: PipelineProject & { readonly job: number };
  #bytes: Buffer = Buffer.alloc(0);
  #log: ShownLog | undefined;
  #givesParts = true;

  constructor(place: PipelineProject & { readonly job: number }) {
    this.#place = place;
  }

  /** The log as far as it was read. */
  get log(): ShownLog {
    return (this.#log ??= readLog(this.#bytes.toString()));
  }

  /** CI2: reads new bytes; true if there were any. */
  async read(options: SendOptions = {}): Promise<boolean> {
    const { client, project: id, job } = this.#place;
    const known = this.#bytes;
    const isPart = known.length > 0 && this.#givesParts;
    const asked = { id, job_id: job, ...(isPart ? { byte_offset: known.length } : {}) };
    const answer = await client.send(getJobLog, asked, { ...options, limitBytes });
    // a server that does not know of parts answers the whole, which begins with what is known
    const isWhole = !isPart || (answer.length >= known.length && answer.subarray(0, known.length).equals(known));
    if (isPart) this.#givesParts = !isWhole;
    this.#bytes = isWhole ? answer : Buffer.concat([known, answer]);
    const isNews = !this.#bytes.equals(known);
    if (isNews) this.#log = undefined;
    return isNews;
  }
}
