import * as v from 'valibot';
import { eitherOf, integer, maybeFlag, maybeInteger, maybeSha, maybeText, shortSha, userSummary } from './records.ts';

/** One end of a range of lines as it is sent; `type` is null for a line both versions have. */
const givenRangeEnd = v.object({
  line_code: maybeText,
  type: maybeText,
  old_line: maybeInteger,
  new_line: maybeInteger,
});

/** A line number; old releases declared those of ranges as text and give back the text they were sent. */
const lineNumber = v.nullish(v.union([integer, v.pipe(v.string(), v.digits(), v.transform(Number))]));

const rangeEnd = v.object({ ...givenRangeEnd.entries, old_line: lineNumber, new_line: lineNumber });

/**
 * Position of a note in a diff; its SHAs may be shortened, as its author's client sent them. An added line has `new_line`
 * only, a removed one `old_line` only, any other both.
 */
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

/** Where a note stands in a diff. */
export type Position = v.InferOutput<typeof position>;

/** A suggestion of a note: which lines of the new version it replaces, 1-based, and whether it still can be applied. */
export const suggestion = v.object({
  id: integer,
  from_line: integer,
  to_line: integer,
  appliable: maybeFlag,
  applied: maybeFlag,
  /** The lines it replaces and those it puts there, each with its end of line. */
  from_content: maybeText,
  to_content: maybeText,
});

/** A suggestion of a note. */
export type Suggestion = v.InferOutput<typeof suggestion>;

/** A note of a discussion. `type` is null for a plain comment, `DiffNote` for one on a line of a merge request. */
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
  /** Of notes on the diff of a merge request. */
  suggestions: v.nullish(v.array(suggestion)),
  /** What quick actions in the text have changed. */
  commands_changes: v.nullish(v.record(v.string(), v.unknown())),
});

/** A note of a discussion. */
export type Note = v.InferOutput<typeof note>;

/** A thread of notes, oldest first; `individual_note` for a comment nobody can reply to. */
export const discussion = v.object({ id: v.string(), individual_note: v.boolean(), notes: v.array(note) });

/** A thread of notes. */
export type Discussion = v.InferOutput<typeof discussion>;

/** What comes with 202 in place of a note: the text was nothing but quick actions, such as `/approve`, which are done. */
export const carriedOut = v.object({
  commands_changes: v.record(v.string(), v.unknown()),
  /** What the server says it did. */
  summary: v.nullish(v.array(v.string()), []),
});

/** Quick actions that were carried out and left no note. */
export type CarriedOut = v.InferOutput<typeof carriedOut>;

/** What writing a note answers: its record, or what came of quick actions that leave none. */
export const orCarriedOut = <Schema extends v.GenericSchema>(schema: Schema) =>
  eitherOf(carriedOut, schema, isCarriedOut);

/** Notes and threads have an `id`, comments of commits a `note`. */
const isCarriedOut = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'commands_changes' in answer &&
  !['id', 'body', 'note', 'notes'].some((member) => member in answer);

/**
 * A position as it is sent: the three hashes and the type go together, with both paths. What does not apply may be null,
 * as it is in the position of a note that was read.
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

/** A position as it is sent. */
export type GivenPosition = v.InferInput<typeof givenPosition>;
