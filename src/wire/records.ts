import * as v from 'valibot';

export const maybeText = v.nullish(v.string());

/** Strict, as git gets it as an argument. */
export const sha = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'not a full SHA'));

/** Empty if the server has none. */
export const shaOrEmpty = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})?$/, 'not a full SHA'));

export const maybeSha = v.nullish(shaOrEmpty);

/** Any number of digits; empty if the server has none. */
export const shortSha = v.pipe(v.string(), v.regex(/^[0-9a-f]{0,64}$/, 'not a SHA'));

export const integer = v.pipe(v.number(), v.integer());

/** The client reads numbers beyond double precision as `bigint`. */
export const digits = v.pipe(v.union([v.string(), v.number(), v.bigint()]), v.transform(String));

export const maybeInteger = v.nullish(integer);

export const maybeFlag = v.nullish(v.boolean());

/** Chooses a schema by the answer, so that errors concern the intended one. */
export const eitherOf = <One extends v.GenericSchema, Other extends v.GenericSchema>(
  one: One,
  other: Other,
  isOne: (answer: unknown) => boolean,
) =>
  v.pipe(
    v.lazy((answer) => (isOne(answer) ? one : other)),
    v.metadata({ eitherOf: [one, other] }),
  );

/** Some operations add `email` and `created_at`. */
export const userSummary = v.object({
  id: integer,
  username: v.string(),
  name: v.string(),
  state: maybeText,
  avatar_url: maybeText,
  web_url: maybeText,
  email: maybeText,
  created_at: maybeText,
});

export type UserSummary = v.InferOutput<typeof userSummary>;
