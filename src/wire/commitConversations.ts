import * as v from 'valibot';
import { discussion, givenPosition, note, orCarriedOut } from './notes.ts';
import { inBody, inPath, json, nothing, operation, pageOf, requiredInBody } from './operation.ts';
import { idOrPath, paging, text } from './parameters.ts';
import { integer, maybeInteger, maybeText, userSummary } from './records.ts';

/** Without `path` on the whole commit. Has no ID. */
export const commitComment = v.object({
  note: v.nullable(v.string(), ''),
  path: maybeText,
  line: maybeInteger,
  line_type: maybeText,
  created_at: maybeText,
  author: v.nullish(userSummary),
});

export type CommitComment = v.InferOutput<typeof commitComment>;

const place = { id: inPath(idOrPath), sha: inPath(text) };

/** C8: oldest first. */
export const listCommitComments = operation({
  reference: 'C8',
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/comments',
  parameters: { ...place, ...paging },
  answer: pageOf(commitComment),
  success: [200],
});

/** C9: only added (`new`) or removed (`old`) lines keep their place. */
export const createCommitComment = operation({
  reference: 'C9',
  method: 'POST',
  path: '/projects/:id/repository/commits/:sha/comments',
  parameters: {
    ...place,
    note: requiredInBody(v.string()),
    path: inBody(text),
    line: inBody(integer),
    line_type: inBody(v.picklist(['new', 'old']), { default: 'new' }),
  },
  answer: json(orCarriedOut(commitComment)),
  success: [201, 202],
});

/** C10: requires sign-in. */
export const listCommitDiscussions = operation({
  reference: 'C10',
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/discussions',
  parameters: { ...place, ...paging },
  answer: pageOf(discussion),
  success: [200],
});

/** C10b: `position` is a line. */
export const createCommitDiscussion = operation({
  reference: 'C10b',
  method: 'POST',
  path: '/projects/:id/repository/commits/:sha/discussions',
  parameters: { ...place, body: requiredInBody(v.string()), position: inBody(givenPosition) },
  answer: json(orCarriedOut(discussion)),
  success: [201, 202],
});

export const replyToCommitDiscussion = operation({
  reference: 'C10c',
  method: 'POST',
  path: '/projects/:id/repository/commits/:sha/discussions/:discussion_id/notes',
  parameters: { ...place, discussion_id: inPath(text), body: requiredInBody(v.string()) },
  answer: json(orCarriedOut(note)),
  success: [201, 202],
});

const notePlace = { ...place, discussion_id: inPath(text), note_id: inPath(integer) };
const noteOfDiscussion = '/projects/:id/repository/commits/:sha/discussions/:discussion_id/notes/:note_id';

/** C10d: for author and maintainers. Quick actions alone delete the note. */
export const updateCommitNote = operation({
  reference: 'C10d',
  method: 'PUT',
  path: noteOfDiscussion,
  parameters: { ...notePlace, body: requiredInBody(v.string()) },
  answer: json(orCarriedOut(note)),
  success: [200, 202],
});

/** C10e: for author and maintainers. The last note deletes the thread. */
export const deleteCommitNote = operation({
  reference: 'C10e',
  method: 'DELETE',
  path: noteOfDiscussion,
  parameters: notePlace,
  answer: nothing,
  success: [204],
});
