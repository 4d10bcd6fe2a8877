import { createHash } from 'node:crypto';
import { RecentlyUsed } from './recentlyUsed.ts';

/** Answer with an ETag. */
export interface KnownAnswer {
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: unknown;
}

/** Limits in bytes of bodies: total, and per answer. */
const mostBytes = 4 * 1024 * 1024;
const longestBytes = 512 * 1024;

/** Cache for conditional requests. */
export class KnownAnswers {
  readonly #answers = new RecentlyUsed<KnownAnswer>(mostBytes);

  get(key: string): KnownAnswer | undefined {
    return this.#answers.get(key);
  }

  /** Replaces the cached answer; removes it if there is no ETag. `bytes` is the length of the body. */
  keep(key: string, answer: Omit<KnownAnswer, 'etag'>, bytes: number): void {
    const etag = answer.headers['etag'];
    if (etag === undefined || bytes > longestBytes) this.#answers.delete(key);
    else this.#answers.set(key, { ...answer, etag }, bytes);
  }
}

/** Cache key including the user, as an ETag doesn't. Contains only a digest of the token. */
export const knownKey = (token: string | undefined, ...asked: readonly unknown[]): string =>
  JSON.stringify([
    createHash('sha256')
      .update(token ?? '')
      .digest('hex'),
    ...asked,
  ]);
