import * as v from 'valibot';
import { givenPosition, position } from './notes.ts';
import { inBody, inPath, json, longJson, nothing, operation, requiredInBody } from './operation.ts';
import { idOrPath } from './parameters.ts';
import { integer, maybeSha, maybeText } from './records.ts';

/** Visible to its author only. Without a line, the members of `position` are empty. */
export const draftNote = v.object({
  id: integer,
  author_id: integer,
  merge_request_id: integer,
  resolve_discussion: v.optional(v.boolean(), false),
  discussion_id: maybeText,
  note: v.string(),
  commit_id: maybeSha,
  line_code: maybeText,
  position: v.nullish(position),
});

export type DraftNote = v.InferOutput<typeof draftNote>;

const place = { id: inPath(idOrPath), merge_request_iid: inPath(integer) };
const root = '/projects/:id/merge_requests/:merge_request_iid/draft_notes';

/** D1: the user's own; never paged. */
export const listDraftNotes = operation({
  reference: 'D1',
  method: 'GET',
  path: root,
  parameters: place,
  answer: longJson(v.array(draftNote)),
  success: [200],
});

export const getDraftNote = operation({
  reference: 'D2',
  method: 'GET',
  path: `${root}/:draft_note_id`,
  parameters: { ...place, draft_note_id: inPath(integer) },
  answer: json(draftNote),
  success: [200],
});

export const deleteDraftNote = operation({
  reference: 'D3',
  method: 'DELETE',
  path: `${root}/:draft_note_id`,
  parameters: { ...place, draft_note_id: inPath(integer) },
  answer: nothing,
  success: [204, 200],
});

/** D4: doesn't return the published note. */
export const publishDraftNote = operation({
  reference: 'D4',
  method: 'PUT',
  path: `${root}/:draft_note_id/publish`,
  parameters: { ...place, draft_note_id: inPath(integer) },
  answer: nothing,
  success: [204, 200],
});

/** D5: thread (on a line with `position`) or reply, one per thread. */
export const createDraftNote = operation({
  reference: 'D5',
  method: 'POST',
  path: root,
  parameters: {
    ...place,
    note: requiredInBody(v.string()),
    in_reply_to_discussion_id: inBody(v.string()),
    commit_id: inBody(v.string()),
    resolve_discussion: inBody(v.boolean()),
    position: inBody(givenPosition),
  },
  answer: json(draftNote),
  success: [201],
  since: '15.9',
});

/** D6: omitting `position` deletes it. */
export const updateDraftNote = operation({
  reference: 'D6',
  method: 'PUT',
  path: `${root}/:draft_note_id`,
  parameters: {
    ...place,
    draft_note_id: inPath(integer),
    note: requiredInBody(v.string()),
    position: inBody(givenPosition),
  },
  answer: json(draftNote),
  success: [200],
  since: '15.9',
});

/** D7: newer servers accept a summary and a verdict. */
export const publishAllDraftNotes = operation({
  reference: 'D7',
  method: 'POST',
  path: `${root}/bulk_publish`,
  parameters: {
    ...place,
    note: inBody(v.string(), { since: '18.0' }),
    reviewer_state: inBody(v.picklist(['requested_changes', 'reviewed']), { since: '18.0' }),
    internal: inBody(v.boolean(), { since: '18.0' }),
  },
  answer: nothing,
  success: [204, 200],
  since: '15.10',
});
