import * as v from 'valibot';

/** Q1: outside the REST catalogue, as it isn't below `/api/v4`. Queries also work by `GET`, with ETags. */
export const graphqlEndpoint = { reference: 'Q1', method: 'POST', path: '/api/graphql', success: [200] } as const;

/** ActionCable, below the address of the instance. */
export const cablePath = '/-/cable';

/** The second lets servers refuse politely. */
export const cableProtocols = ['actioncable-v1-json', 'actioncable-unsupported'] as const;

/** Lower case. */
export const graphqlHeaders = {
  featureCorrelation: 'x-gitlab-graphql-feature-correlation',
  resourceEtag: 'x-gitlab-graphql-resource-etag',
  requestedWith: 'x-requested-with',
  /** Answered from the ETag cache. */
  fromCache: 'x-gitlab-from-cache',
} as const;

/** Characters per request. */
export const maxQueryLength = 10_000;

/** Maximum and default. */
export const connectionPageSize = 100;

/** Servers also accept `variables` as JSON text. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly operationName?: string | undefined;
}

export const graphqlProblem = v.object({
  message: v.string(),
  locations: v.optional(v.nullable(v.array(v.object({ line: v.number(), column: v.number() })))),
  path: v.optional(v.nullable(v.array(v.union([v.string(), v.number()])))),
  extensions: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
});

export type GraphqlProblem = v.InferOutput<typeof graphqlProblem>;

/** `data` is missing if nothing was executed, null or incomplete after a partial failure. */
export const graphqlAnswer = v.object({
  data: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  errors: v.optional(v.array(graphqlProblem)),
});

export type GraphqlAnswer = v.InferOutput<typeof graphqlAnswer>;

/** Missing or forbidden object of a mutation. */
export const resourceNotAvailable =
  "The resource that you are attempting to access does not exist or you don't have permission to perform this action";

/** Such as `Ci::Pipeline`, and the database key. */
export interface GlobalId {
  readonly type: string;
  readonly id: string;
}

/** `gid://gitlab/Issue/123`. */
export const globalId = (type: string, id: number | string): string => `gid://gitlab/${type}/${id}`;

/** Percent-decoded, without parameters. */
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
