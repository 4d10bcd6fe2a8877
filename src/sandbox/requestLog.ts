/** One request the API received. `owner` is the username behind its token; the token itself is never kept. */
export interface RequestEntry {
  readonly method: string;
  /** Path and query below `/api/v4`, without token parameters. */
  readonly path: string;
  /** Name and reference of the operation; null for an unknown path. */
  readonly operation: string | null;
  readonly reference: string | null;
  /** Null when a fault kept the answer back. */
  readonly status: number | null;
  readonly hadToken: boolean;
  readonly owner: string | null;
}

const mostKept = 10_000;

/** Keeps the newest requests in the order they were answered. */
export class RequestLog {
  #entries: RequestEntry[] = [];

  get entries(): readonly RequestEntry[] {
    return this.#entries;
  }

  /** Begins a request. What is written of it when it was answered is kept unless the log was emptied meanwhile. */
  begin(): (entry: RequestEntry) => void {
    const entries = this.#entries;
    return (entry) => {
      entries.push(entry);
      if (entries.length > mostKept) entries.shift();
    };
  }

  clear(): void {
    this.#entries = [];
  }
}

/** Takes token parameters out of a path and query. */
export const withoutTokens = (target: string): string => {
  const [path = '', query] = target.split('?', 2);
  if (query === undefined) return path;
  const kept = query.split('&').filter((part) => !/^(private_token|access_token)=/.test(part));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
};
