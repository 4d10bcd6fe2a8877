import { createHash } from 'node:crypto';
import { RecentlyUsed } from './recentlyUsed.ts';

/** An answer that came with an ETag. */
export interface KnownAnswer {
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: unknown;
}

/** Most that is kept of all answers, and the longest of them, in bytes as they came. */
const mostBytes = 4 * 1024 * 1024;
const longestBytes = 512 * 1024;

/** Keeps answers that came with an ETag: reading one again takes no more than the server's word that it is the same. */
export class KnownAnswers {
  readonly #answers = new RecentlyUsed<KnownAnswer>(mostBytes);

  /** What came the last time; `undefined` where it came without an ETag, or is not kept any more. */
  get(key: string): KnownAnswer | undefined {
    return this.#answers.get(key);
  }

  /** Keeps an answer in the place of the one before, or nothing where it has no ETag. `bytes` is its length. */
  keep(key: string, answer: Omit<KnownAnswer, 'etag'>, bytes: number): void {
    const etag = answer.headers['etag'];
    if (etag === undefined || bytes > longestBytes) this.#answers.delete(key);
    else this.#answers.set(key, { ...answer, etag }, bytes);
  }
}

/** A name for what was asked, and by whom: an ETag alone stands for neither. The token is not in it. */
export const knownKey = (token: string | undefined, ...asked: readonly unknown[]): string =>
  JSON.stringify([
    createHash('sha256')
      .update(token ?? '')
      .digest('hex'),
    ...asked,
  ]);
