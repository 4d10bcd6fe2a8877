import * as v from 'valibot';
import { retryAfter } from '../../../../client/retry.ts';
import { readErrorBody } from '../../../../client/errorBody.ts';
import { type OtherAnswer, type OtherService, readOtherService } from '../../../../client/otherService.ts';
import type { GithubRepository } from './githubRepository.ts';
import { type GithubServer, githubApiUrl, githubWebUrl } from './githubServer.ts';
import { withoutSecrets } from './secrets.ts';

export type GithubRefusalKind =
  | 'token'
  | 'scope'
  | 'signOn'
  | 'forbidden'
  | 'missing'
  | 'rateLimited'
  | 'serverError'
  | 'notGithub'
  | 'other';

export class GithubRefusal extends Error {
  override readonly name = 'GithubRefusal';
  readonly kind: GithubRefusalKind;
  readonly status: number;
  readonly words: string | undefined;
  readonly waitMs: number | undefined;
  /** Any one suffices. */
  readonly neededScopes: readonly string[];

  constructor(facts: Pick<GithubRefusal, 'kind' | 'status' | 'words' | 'waitMs' | 'neededScopes'>) {
    super(`GitHub answered ${facts.status}: ${facts.words ?? facts.kind}`);
    ({ kind: this.kind, status: this.status, words: this.words } = facts);
    this.waitMs = facts.waitMs;
    this.neededScopes = facts.neededScopes;
  }
}

export interface GithubToken {
  readonly login: string;
  /** Undefined for fine-grained tokens. */
  readonly scopes: readonly string[] | undefined;
  /** May lack permissions, which can't be read. */
  readonly isFineGrained: boolean;
}

export interface OwnRepositories {
  readonly repositories: readonly GithubRepository[];
  readonly hasMore: boolean;
}

/** Throws `GithubRefusal`, or `RequestError` without an answer. */
export interface Github {
  readonly server: GithubServer;
  token(options?: { readonly signal?: AbortSignal }): Promise<GithubToken>;
  /** Most recently pushed first; cached and shared. */
  own(options?: { readonly signal?: AbortSignal }): Promise<OwnRepositories>;
  byId(id: number, options?: { readonly signal?: AbortSignal }): Promise<GithubRepository>;
  byName(owner: string, name: string, options?: { readonly signal?: AbortSignal }): Promise<GithubRepository>;
}

const repositoryRecord = v.object({
  id: v.number(),
  name: v.string(),
  full_name: v.string(),
  private: v.optional(v.boolean(), false),
  archived: v.optional(v.boolean(), false),
  fork: v.optional(v.boolean(), false),
  description: v.nullish(v.string()),
  default_branch: v.nullish(v.string()),
  html_url: v.nullish(v.string()),
  size: v.nullish(v.number()),
  pushed_at: v.nullish(v.string()),
});

const userRecord = v.object({ login: v.string() });

const pageSize = 100;
/** Others must be entered by name. */
const maxPages = 10;

/** The token is sent to this server only. */
export const openGithub = (
  server: GithubServer,
  secret: string,
  deps: Pick<OtherService, 'transport' | 'record' | 'secrets'>,
): Github => {
  const service: OtherService = {
    ...deps,
    name: 'GitHub',
    baseUrl: githubApiUrl(server),
    secret,
    authorization: (token) => `Bearer ${token}`,
    accept: 'application/vnd.github+json',
  };
  let cached: Promise<OwnRepositories> | undefined;

  const ask = async <T>(
    path: string,
    schema: v.GenericSchema<unknown, T>,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly value: T; readonly answer: OtherAnswer }> => {
    const answer = await readOtherService(service, path, { signal });
    if (answer.status !== 200) throw refusalOf(answer, secret, Date.now());
    const read = v.safeParse(schema, answer.body);
    if (read.success) return { value: read.output, answer };
    throw new GithubRefusal({ kind: 'notGithub', status: 200, words: undefined, waitMs: undefined, neededScopes: [] });
  };

  const loadOwn = async (signal: AbortSignal | undefined): Promise<OwnRepositories> => {
    const repositories: GithubRepository[] = [];
    let hasMore = true;
    for (let page = 1; page <= maxPages && hasMore; page += 1) {
      const { value } = await ask(
        `/user/repos?sort=pushed&per_page=${pageSize}&page=${page}`,
        v.array(repositoryRecord),
        signal,
      );
      repositories.push(...value.map((record) => repositoryOf(record, server)));
      hasMore = value.length === pageSize;
    }
    return { repositories, hasMore };
  };

  return {
    server,
    async token({ signal } = {}) {
      const { value, answer } = await ask('/user', userRecord, signal);
      const scopes = answer.headers['x-oauth-scopes'];
      return {
        login: value.login,
        scopes: scopes?.split(',').flatMap((scope) => scope.trim() || []),
        isFineGrained: secret.startsWith('github_pat_'),
      };
    },
    own({ signal } = {}) {
      cached ??= loadOwn(signal).catch((error: unknown) => {
        cached = undefined;
        throw error;
      });
      return cached;
    },
    async byId(id, { signal } = {}) {
      return repositoryOf((await ask(`/repositories/${id}`, repositoryRecord, signal)).value, server);
    },
    async byName(owner, name, { signal } = {}) {
      const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
      return repositoryOf((await ask(path, repositoryRecord, signal)).value, server);
    },
  };
};

const repositoryOf = (record: v.InferOutput<typeof repositoryRecord>, server: GithubServer): GithubRepository => ({
  id: record.id,
  name: record.name,
  fullName: record.full_name,
  isPrivate: record.private,
  isArchived: record.archived,
  isFork: record.fork,
  description: record.description ?? '',
  defaultBranch: record.default_branch ?? undefined,
  webUrl: record.html_url ?? `${githubWebUrl(server)}/${record.full_name}`,
  sizeKilobytes: record.size ?? undefined,
  pushedAt: record.pushed_at ?? undefined,
});

/** Headers distinguish 403 and 404. */
const refusalOf = ({ status, headers, body }: OtherAnswer, secret: string, nowMs: number): GithubRefusal => {
  const serverWords = body === undefined ? undefined : readErrorBody(body).message;
  const words = serverWords === undefined ? undefined : withoutSecrets(serverWords, [secret]);
  const isLimited =
    status === 429 || (status === 403 && (headers['x-ratelimit-remaining'] === '0' || /rate limit/i.test(words ?? '')));
  const listed = (name: string): readonly string[] =>
    (headers[name] ?? '').split(',').flatMap((scope) => scope.trim() || []);
  const granted = new Set(listed('x-oauth-scopes'));
  const needed = listed('x-accepted-oauth-scopes');
  const lacksScope =
    headers['x-oauth-scopes'] !== undefined && needed.length > 0 && !needed.some((scope) => granted.has(scope));
  const kind = ((): GithubRefusalKind => {
    if (status === 401) return 'token';
    if (isLimited) return 'rateLimited';
    if (/^required/.test(headers['x-github-sso'] ?? '')) return 'signOn';
    if (status === 403) return lacksScope ? 'scope' : 'forbidden';
    // GitHub also sends 404 for a forbidden private repository
    if (status === 404) return lacksScope ? 'scope' : words === undefined ? 'notGithub' : 'missing';
    if (status >= 500) return 'serverError';
    return body === undefined ? 'notGithub' : 'other';
  })();
  return new GithubRefusal({
    kind,
    status,
    words,
    waitMs: isLimited ? waitOf(headers, nowMs) : undefined,
    neededScopes: lacksScope ? needed : [],
  });
};

const waitOf = (headers: OtherAnswer['headers'], nowMs: number): number | undefined => {
  const asked = retryAfter(headers['retry-after'], nowMs);
  if (asked !== undefined) return asked;
  const reset = Number(headers['x-ratelimit-reset']);
  return Number.isSafeInteger(reset) && reset > 0 ? Math.max(0, reset * 1000 - nowMs) : undefined;
};
