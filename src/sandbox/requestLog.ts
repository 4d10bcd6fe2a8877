/** `owner` is the username of the token, which itself is never logged. */
export interface RequestEntry {
  readonly method: string;
  /** Below `/api/v4`, without token parameters. */
  readonly path: string;
  /** Null for an unknown path. */
  readonly operation: string | null;
  readonly reference: string | null;
  /** Null when a fault withheld the response. */
  readonly status: number | null;
  readonly hadToken: boolean;
  readonly owner: string | null;
}

const maxKept = 10_000;

/** Newest requests in the order of their responses. */
export class RequestLog {
  #entries: RequestEntry[] = [];

  get entries(): readonly RequestEntry[] {
    return this.#entries;
  }

  /** The returned function logs the request, unless the log was cleared meanwhile. */
  begin(): (entry: RequestEntry) => void {
    const entries = this.#entries;
    return (entry) => {
      entries.push(entry);
      if (entries.length > maxKept) entries.shift();
    };
  }

  clear(): void {
    this.#entries = [];
  }
}

export const withoutTokens = (target: string): string => {
  const [path = '', query] = target.split('?', 2);
  if (query === undefined) return path;
  const kept = query.split('&').filter((part) => !/^(private_token|access_token)=/.test(part));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
};
