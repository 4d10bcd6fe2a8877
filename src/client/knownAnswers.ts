import { createHash } from 'node:crypto';
import { RecentlyUsed } from './recentlyUsed.ts';

export interface KnownAnswer {
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: unknown;
}

/** Limits in total, and per answer. */
const maxTotalBytes = 4 * 1024 * 1024;
const maxAnswerBytes = 512 * 1024;

/** Cache for conditional requests. */
export class KnownAnswers {
  readonly #answers = new RecentlyUsed<KnownAnswer>(maxTotalBytes);

  get(key: string): KnownAnswer | undefined {
    return this.#answers.get(key);
  }

  /** Without an ETag, removes the cached answer. `bytes` is the length of the body. */
  keep(key: string, answer: Omit<KnownAnswer, 'etag'>, bytes: number): void {
    const etag = answer.headers['etag'];
    if (etag === undefined || bytes > maxAnswerBytes) this.#answers.delete(key);
    else this.#answers.set(key, { ...answer, etag }, bytes);
  }
}

/** Includes a digest of the token, as ETags don't identify the user. */
export const knownKey = (token: string | undefined, ...asked: readonly unknown[]): string =>
  JSON.stringify([
    createHash('sha256')
      .update(token ?? '')
      .digest('hex'),
    ...asked,
  ]);
