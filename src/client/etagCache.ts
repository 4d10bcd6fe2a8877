import { createHash } from 'node:crypto';
import { RecentlyUsed } from './recentlyUsed.ts';

export interface CachedAnswer {
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: unknown;
}

/** Limits in total, and per answer. */
const maxTotalBytes = 4 * 1024 * 1024;
const maxAnswerBytes = 512 * 1024;

/** Cache for conditional requests. */
export class EtagCache {
  readonly #answers = new RecentlyUsed<CachedAnswer>(maxTotalBytes);

  get(key: string): CachedAnswer | undefined {
    return this.#answers.get(key);
  }

  /** Without an ETag, removes the cached answer. `bytes` is the length of the body. */
  put(key: string, answer: Omit<CachedAnswer, 'etag'>, bytes: number): void {
    const etag = answer.headers['etag'];
    if (etag === undefined || bytes > maxAnswerBytes) this.#answers.delete(key);
    else this.#answers.set(key, { ...answer, etag }, bytes);
  }
}

/** Includes a digest of the token, as ETags don't identify the user. */
export const cacheKey = (token: string | undefined, ...asked: readonly unknown[]): string =>
  JSON.stringify([
    createHash('sha256')
      .update(token ?? '')
      .digest('hex'),
    ...asked,
  ]);
