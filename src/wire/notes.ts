import * as v from 'valibot';
import { eitherOf, integer, maybeFlag, maybeInteger, maybeSha, maybeText, shortSha, userSummary } from './records.ts';

/** Form in requests; `type` is null for an unchanged line. */
const givenRangeEnd = v.object({
  line_code: maybeText,
  type: maybeText,
  old_line: maybeInteger,
  new_line: maybeInteger,
});

/** Old releases return range lines as text. */
const lineNumber = v.nullish(v.union([integer, v.pipe(v.string(), v.digits(), v.transform(Number))]));

const rangeEnd = v.object({ ...givenRangeEnd.entries, old_line: lineNumber, new_line: lineNumber });

/** SHAs may be short, as sent by the author's client. Added lines have only `new_line`, removed ones only `old_line`. */
export const position = v.object({
  base_sha: v.nullish(shortSha),
  start_sha: v.nullish(shortSha),
  head_sha: v.nullish(shortSha),
  position_type: maybeText,
  old_path: maybeText,
  new_path: maybeText,
  old_line: maybeInteger,
  new_line: maybeInteger,
  line_range: v.nullish(v.object({ start: v.nullish(rangeEnd), end: v.nullish(rangeEnd) })),
  width: maybeInteger,
  height: maybeInteger,
  x: v.nullish(v.number()),
  y: v.nullish(v.number()),
});

export type Position = v.InferOutput<typeof position>;

/** Replaces 1-based lines of the new version. */
export const suggestion = v.object({
  id: integer,
  from_line: integer,
  to_line: integer,
  appliable: maybeFlag,
  applied: maybeFlag,
  /** Lines with their ends. */
  from_content: maybeText,
  to_content: maybeText,
});

export type Suggestion = v.InferOutput<typeof suggestion>;

/** `type` is null for plain comments, `DiffNote` on a merge request's line. */
export const note = v.object({
  id: integer,
  type: maybeText,
  body: v.string(),
  attachment: v.nullish(v.unknown()),
  author: v.nullish(userSummary),
  created_at: maybeText,
  updated_at: maybeText,
  system: v.optional(v.boolean(), false),
  noteable_id: maybeInteger,
  noteable_type: maybeText,
  noteable_iid: maybeInteger,
  project_id: maybeInteger,
  commit_id: maybeSha,
  position: v.nullish(position),
  resolvable: v.optional(v.boolean(), false),
  resolved: maybeFlag,
  resolved_by: v.nullish(userSummary),
  resolved_at: maybeText,
  confidential: maybeFlag,
  internal: maybeFlag,
  /** Only on merge request diffs. */
  suggestions: v.nullish(v.array(suggestion)),
  /** Effects of quick actions. */
  commands_changes: v.nullish(v.record(v.string(), v.unknown())),
});

export type Note = v.InferOutput<typeof note>;

/** Oldest note first; `individual_note` allows no replies. */
export const discussion = v.object({ id: v.string(), individual_note: v.boolean(), notes: v.array(note) });

export type Discussion = v.InferOutput<typeof discussion>;

/** 202: the text had only quick actions, such as `/approve`, which were executed. */
export const carriedOut = v.object({
  commands_changes: v.record(v.string(), v.unknown()),
  summary: v.nullish(v.array(v.string()), []),
});

export type CarriedOut = v.InferOutput<typeof carriedOut>;

/** Quick actions alone leave no note. */
export const orCarriedOut = <Schema extends v.GenericSchema>(schema: Schema) =>
  eitherOf(carriedOut, schema, isCarriedOut);

/** Notes and threads have an `id`, commit comments a `note`. */
const isCarriedOut = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'commands_changes' in answer &&
  !['id', 'body', 'note', 'notes'].some((member) => member in answer);

/**
 * Form in requests: SHAs, type and both paths are required together. Others may be null, as in positions that were read.
 */
export const givenPosition = v.object({
  base_sha: v.string(),
  start_sha: v.string(),
  head_sha: v.string(),
  position_type: v.picklist(['text', 'image', 'file']),
  old_path: maybeText,
  new_path: maybeText,
  old_line: v.nullish(integer),
  new_line: v.nullish(integer),
  line_range: v.nullish(v.object({ start: givenRangeEnd, end: givenRangeEnd })),
  width: v.nullish(integer),
  height: v.nullish(integer),
  x: v.nullish(v.number()),
  y: v.nullish(v.number()),
});

export type GivenPosition = v.InferInput<typeof givenPosition>;
