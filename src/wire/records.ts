import * as v from 'valibot';

/** Text that may be null or missing. */
export const maybeText = v.nullish(v.string());

/** A full SHA. Arguments of git are made of it, so nothing else passes. */
export const sha = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'not a full SHA'));

/** A full SHA; empty where the server has none. */
export const shaOrEmpty = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})?$/, 'not a full SHA'));

/** A full SHA that may be null, missing or empty. */
export const maybeSha = v.nullish(shaOrEmpty);

/** The first digits of a SHA, or all of them; empty where the server has none. */
export const shortSha = v.pipe(v.string(), v.regex(/^[0-9a-f]{0,64}$/, 'not a SHA'));

/** A whole number. */
export const integer = v.pipe(v.number(), v.integer());

/** A whole number of any length as its digits; the client reads one too long for a double as `bigint`. */
export const digits = v.pipe(v.union([v.string(), v.number(), v.bigint()]), v.transform(String));

/** Whole number that may be null or missing. */
export const maybeInteger = v.nullish(integer);

/** Flag that may be null or missing. */
export const maybeFlag = v.nullish(v.boolean());

/** One of two records, told apart by what came, so that a complaint is about the one that was meant. */
export const eitherOf = <One extends v.GenericSchema, Other extends v.GenericSchema>(
  one: One,
  other: Other,
  isOne: (answer: unknown) => boolean,
) =>
  v.pipe(
    v.lazy((answer) => (isOne(answer) ? one : other)),
    v.metadata({ eitherOf: [one, other] }),
  );

/** Short form of a user, as authors, assignees and reviewers come; some operations add the last two. */
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

/** Short form of a user. */
export type UserSummary = v.InferOutput<typeof userSummary>;
