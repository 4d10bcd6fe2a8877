import * as v from 'valibot';

/**
 * Q1: the one address of the GraphQL interface. It lies beside `/api/v4`, so it is no entry of the REST catalogue;
 * reference, method and path mean the same as there. Queries may also come by `GET`, with ETags; mutations never.
 */
export const graphqlEndpoint = { reference: 'Q1', method: 'POST', path: '/api/graphql', success: [200] } as const;

/** Where subscriptions are served over ActionCable, below the address of the instance. */
export const cablePath = '/-/cable';

/** The sub-protocol of ActionCable, and the word clients add so that servers can refuse politely. */
export const cableProtocols = ['actioncable-v1-json', 'actioncable-unsupported'] as const;

/** Labels of requests: which feature asks, and which resource an ETag is about. Real spelling, lower case. */
export const graphqlHeaders = {
  featureCorrelation: 'x-gitlab-graphql-feature-correlation',
  resourceEtag: 'x-gitlab-graphql-resource-etag',
  requestedWith: 'x-requested-with',
  /** Set by the server on answers that come without a look at the data. */
  fromCache: 'x-gitlab-from-cache',
} as const;

/** Longest text of a query, in characters; for several queries in one request their sum. */
export const longestQuery = 10_000;

/** Most items of one page of a connection, and how many come when none is asked for. */
export const connectionPageSize = 100;

/** One query, mutation or subscription with its values. Servers read `variables` as JSON text too. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly operationName?: string | undefined;
}

/** One of the `errors` of an answer: the server's words, and where in the document and in the data they belong. */
export const graphqlProblem = v.object({
  message: v.string(),
  locations: v.optional(v.nullable(v.array(v.object({ line: v.number(), column: v.number() })))),
  path: v.optional(v.nullable(v.array(v.union([v.string(), v.number()])))),
  extensions: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
});

/** One of the `errors` of an answer. */
export type GraphqlProblem = v.InferOutput<typeof graphqlProblem>;

/** An answer. `data` is missing when nothing was executed, null or with holes when a part failed. */
export const graphqlAnswer = v.object({
  data: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  errors: v.optional(v.array(graphqlProblem)),
});

/** An answer. */
export type GraphqlAnswer = v.InferOutput<typeof graphqlAnswer>;

/** What the server says of an object that is not there or not for the caller, when a mutation needs it. */
export const resourceNotAvailable =
  "The resource that you are attempting to access does not exist or you don't have permission to perform this action";

/** A Global ID taken apart: the kind of the object, `Ci::Pipeline` for nested ones, and its database key. */
export interface GlobalId {
  readonly type: string;
  readonly id: string;
}

/** Prints a Global ID: `gid://gitlab/Issue/123`. */
export const globalId = (type: string, id: number | string): string => `gid://gitlab/${type}/${id}`;

/** Takes a Global ID apart; undefined when the text is none. Parts are percent-decoded, extra parameters left out. */
export const parseGlobalId = (text: string): GlobalId | undefined => {
  const [, type, id] =
    /^gid:\/\/[A-Za-z0-9_.-]+\/([A-Z]\w*(?:::[A-Z]\w*)*)\/([^/?#\s]+)(?:\?[^#\s]*)?$/.exec(text) ?? [];
  if (type === undefined || id === undefined) return undefined;
  try {
    return { type, id: decodeURIComponent(id) };
  } catch {
    return undefined;
  }
};
