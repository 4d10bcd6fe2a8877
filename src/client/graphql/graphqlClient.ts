import { setTimeout as delay } from 'node:timers/promises';
import {
  graphqlAnswer,
  graphqlEndpoint,
  graphqlHeaders,
  type GraphqlAnswer,
  type GraphqlProblem,
  type GraphqlRequest,
} from '../../wire/graphql.ts';
import { json } from '../../wire/operation.ts';
import { documentSpelling } from '../../wire/spelling.ts';
import type { ClientDeps } from '../client.ts';
import { RequestError } from '../errors.ts';
import { EtagCache, cacheKey } from '../etagCache.ts';
import { RecentlyUsed } from '../recentlyUsed.ts';
import { waitBeforeRetry } from '../retry.ts';
import { requestIdOf } from '../sending.ts';
import { QueryBatcher } from './batch.ts';
import { GraphqlError, HiddenFromToken, wordsOf } from './graphqlError.ts';
import { cancelled, exchangeGraphql, type GraphqlExchange, type GraphqlExchanged } from './graphqlExchange.ts';
import { requestOf, type Document } from './typedDocument.ts';

export interface QueryOptions {
  readonly signal?: AbortSignal | undefined;
  readonly singleRequest?: boolean;
  /** Name for the server's logs. */
  readonly feature?: string;
}

export interface PollOptions extends Pick<QueryOptions, 'signal' | 'feature'> {
  /** Resource of the ETag: `pipelines/id/7` or `pipelines/sha/<sha>`. */
  readonly resource: string;
}

export interface PartialData<Data> {
  readonly data: Data | null | undefined;
  readonly problems: readonly GraphqlProblem[];
}

/** `unchanged` repeats the previous data. */
export interface Polled<Data> {
  readonly kind: 'changed' | 'unchanged';
  readonly data: Data;
  /** The administrator disabled ETag polling. */
  readonly isWhole: boolean;
}

/** Failures are `RequestError`s, `errors` in an answer a `GraphqlError`. */
export interface GraphqlClient {
  readonly baseUrl: string;
  /** Retried, and batched with concurrent queries. */
  query<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: QueryOptions,
  ): Promise<Data>;
  /** Returns errors of single fields. */
  queryPartly<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: QueryOptions,
  ): Promise<PartialData<Data>>;
  /** Sent once. The caller checks `errors` of the payload. */
  mutate<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: Pick<QueryOptions, 'signal' | 'feature'>,
  ): Promise<Data>;
  /** Conditional, unbatched. Unconditional once the server has disabled ETag polling. */
  poll<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    options: PollOptions,
  ): Promise<Polled<Data>>;
}

/** Longer queries are polled by POST, with the same effect. */
const maxAddress = 4_000;
/** Cache size in characters, for polling without ETags. */
const maxWholeLength = 500_000;

const answerKind = { answer: json(graphqlAnswer) };

export const createGraphqlClient = (deps: ClientDeps): GraphqlClient => {
  const wait = (waitMs: number, signal: AbortSignal): Promise<void> =>
    deps.wait?.(waitMs, signal) ?? delay(waitMs, undefined, { signal });
  const spelled = (name: string): string =>
    deps.spelling === 'document' ? documentSpelling(name).toLowerCase() : name;

  const attempt = async (given: GraphqlExchange, number: number): Promise<GraphqlExchanged> => {
    const startedAt = performance.now();
    const record = (result: number | string): void =>
      deps.record?.({
        reference: graphqlEndpoint.reference,
        method: given.method,
        address: `${deps.baseUrl}${graphqlEndpoint.path}`,
        result,
        durationMs: performance.now() - startedAt,
        attempt: number,
      });
    try {
      const exchanged = await exchangeGraphql(deps, given);
      record(exchanged.status);
      countRefusals(given, exchanged);
      return exchanged;
    } catch (error) {
      record(error instanceof RequestError ? (error.facts.status ?? error.facts.failure) : 'failed');
      throw error;
    }
  };

  /** GraphQL errors also come with status 200. */
  const countRefusals = (
    { method, requests }: GraphqlExchange,
    { status, headers, answers }: GraphqlExchanged,
  ): void => {
    for (const [index, { errors = [] }] of answers.entries()) {
      const request = 'query' in requests ? requests : requests[index];
      if (errors.length > 0)
        deps.traffic?.failed({
          failure: 'graphql',
          reference: graphqlEndpoint.reference,
          method,
          address: `${deps.baseUrl}${graphqlEndpoint.path}`,
          status,
          serverMessage: wordsOf(errors),
          detail: request?.operationName,
          requestId: requestIdOf(headers),
        });
    }
  };

  const asked = (document: object, variables: unknown): GraphqlRequest => {
    const made = requestOf(document, variables);
    deps.traffic?.asked(made);
    return made;
  };

  const read = async (
    given: Omit<GraphqlExchange, 'isWrite'>,
    isFinal: (error: unknown) => boolean = () => false,
  ): Promise<GraphqlExchanged> => {
    for (let number = 1; ; number += 1) {
      try {
        return await attempt({ ...given, isWrite: false }, number);
      } catch (error) {
        const waitMs = error instanceof RequestError ? waitBeforeRetry(error.facts, number, answerKind) : undefined;
        if (waitMs === undefined || isFinal(error)) throw error;
        await wait(waitMs, given.signal).catch(() => {
          throw cancelled(deps.baseUrl);
        });
        deps.traffic?.count(graphqlEndpoint.reference, 'retried');
      }
    }
  };

  const labels = (feature: string | undefined): Record<string, string> =>
    feature === undefined ? {} : { [spelled(graphqlHeaders.featureCorrelation)]: feature };

  const batcher = new QueryBatcher(
    async (requests, signal) => {
      const [first] = requests;
      const together = requests.length === 1 && first !== undefined ? first : requests;
      return (await read({ method: 'POST', requests: together, signal })).answers;
    },
    () => cancelled(deps.baseUrl),
  );

  const ask = async (request: GraphqlRequest, options: QueryOptions): Promise<GraphqlAnswer> => {
    if (options.singleRequest !== true && options.feature === undefined) return batcher.add(request, options.signal);
    const signal = options.signal ?? new AbortController().signal;
    const { answers } = await read({ method: 'POST', requests: request, headers: labels(options.feature), signal });
    return answers[0] ?? {};
  };

  const shown = <Data>(request: GraphqlRequest, answer: GraphqlAnswer): Data => {
    const data = dataOf<Data>(request, answer);
    if (deps.isFineGrained?.() !== true) return data;
    const hidden = Object.entries(answer.data ?? {}).flatMap(([field, value]) => (value === null ? [field] : []));
    if (hidden.length > 0) throw new HiddenFromToken(request, hidden);
    return data;
  };

  const cachedAnswers = new EtagCache();
  let isPolledWhole = false;
  const whole = new RecentlyUsed<string>(maxWholeLength);

  return {
    baseUrl: deps.baseUrl,

    async query<Data, Variables>(
      document: Document<Data, Variables>,
      variables: Variables,
      options: QueryOptions = {},
    ) {
      const request = asked(document, variables);
      return shown<Data>(request, await ask(request, options));
    },

    async queryPartly<Data, Variables>(
      document: Document<Data, Variables>,
      variables: Variables,
      options: QueryOptions = {},
    ) {
      const { data, errors = [] } = await ask(asked(document, variables), options);
      return { data: data as Data | null | undefined, problems: errors };
    },

    async mutate<Data, Variables>(
      document: Document<Data, Variables>,
      variables: Variables,
      options: QueryOptions = {},
    ) {
      const request = asked(document, variables);
      const signal = options.signal ?? new AbortController().signal;
      const headers = labels(options.feature);
      const send = (): Promise<GraphqlExchanged> =>
        attempt({ method: 'POST', requests: request, headers, signal, isWrite: true }, 1);
      const { answers } = await (deps.traffic?.changing(send) ?? send());
      return dataOf<Data>(request, answers[0] ?? {});
    },

    async poll<Data, Variables>(
      document: Document<Data, Variables>,
      variables: Variables,
      { resource, feature, signal }: PollOptions,
    ) {
      const request = asked(document, variables);
      // the ETag identifies the resource only
      const key = cacheKey(await deps.token(), request, resource);
      const known = isPolledWhole ? undefined : cachedAnswers.get(key);
      const isLong = JSON.stringify(request).length > maxAddress;
      const given: Omit<GraphqlExchange, 'isWrite'> = {
        method: isLong ? 'POST' : 'GET',
        requests: request,
        signal: signal ?? new AbortController().signal,
        headers: { ...labels(feature), [graphqlHeaders.requestedWith]: 'XMLHttpRequest' },
      };
      const byResource = {
        ...given.headers,
        [spelled(graphqlHeaders.resourceEtag)]: resource,
        ...(known === undefined ? {} : { 'if-none-match': known.etag }),
      };
      const isSwitchedOff = (error: unknown): boolean =>
        known !== undefined &&
        error instanceof RequestError &&
        error.facts.status === 429 &&
        error.facts.retryAfterMs === undefined;
      let exchanged: GraphqlExchanged;
      try {
        exchanged = await read(isPolledWhole ? given : { ...given, headers: byResource }, isSwitchedOff);
      } catch (error) {
        if (!isSwitchedOff(error)) throw error;
        isPolledWhole = true;
        whole.set(key, JSON.stringify(known?.value));
        exchanged = await read(given);
      }
      if (exchanged.status === 304) {
        if (known === undefined) throw new GraphqlError(request, [{ message: 'the server sent 304 unasked' }]);
        return { kind: 'unchanged', data: known.value as Data, isWhole: false };
      }
      const data = shown<Data>(request, exchanged.answers[0] ?? {});
      if (!isPolledWhole) {
        cachedAnswers.put(key, { headers: exchanged.headers, value: data }, exchanged.bytes);
        return { kind: 'changed', data, isWhole: false };
      }
      const text = JSON.stringify(data);
      const isSame = whole.get(key) === text;
      whole.set(key, text, text.length);
      return { kind: isSame ? 'unchanged' : 'changed', data, isWhole: true };
    },
  };
};

const dataOf = <Data>(request: GraphqlRequest, { data, errors }: GraphqlAnswer): Data => {
  if (errors !== undefined && errors.length > 0) throw new GraphqlError(request, errors, data);
  if (data == null) throw new GraphqlError(request, [{ message: 'the server gave neither data nor errors' }], data);
  return data as Data;
};
