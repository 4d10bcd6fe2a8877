import { eachPage } from '../../client/eachPage.ts';
import { requestFailure } from '../../client/errors.ts';
import { approveMergeRequest, createMergeRequestNote, listMergeRequestNotes } from '../../wire/mergeRequestReview.ts';
import type { Note } from '../../wire/notes.ts';
import { type Written, writeOnce } from '../writeOnce.ts';
import type { ReviewPlace } from './drafts.ts';
import { isSameText } from './sentText.ts';

/** What came of an approval. */
export type Approved =
  | Written<undefined>
  /** The server does not let this user approve, or they have approved already; it does not say which. */
  | { readonly kind: 'mayNot' }
  /** Commits were pushed since: what was reviewed is not what would be approved. */
  | { readonly kind: 'moved' };

/** MR11, once: comments on the merge request as a whole. After a lost answer the newest notes are read again. */
export const sendSummary = async (
  place: ReviewPlace,
  { text, userId }: { readonly text: string; readonly userId: number },
  signal: AbortSignal,
): Promise<Written<number>> => {
  const { client, project, iid } = place;
  const before = await newestNotes(place, signal);
  return writeOnce<number>(
    async () => {
      const parameters = { id: project, merge_request_iid: iid, body: text };
      return (await client.send(createMergeRequestNote, parameters, { signal })).id;
    },
    async () => {
      const found = await findNew(
        place,
        before,
        (note) => !note.system && note.author?.id === userId && isSameText(note.body, text),
      );
      return found === undefined ? 'absent' : { found: found.id };
    },
  );
};

/**
 * MR13, once: approves, as long as the head is the one given. After a lost answer the note is looked for that the server
 * makes of an approval.
 */
export const approve = async (
  place: ReviewPlace,
  { headSha, userId }: { readonly headSha: string | undefined; readonly userId: number },
  signal: AbortSignal,
): Promise<Approved> => {
  const { client, project, iid } = place;
  const before = await newestNotes(place, signal);
  try {
    return await writeOnce<undefined>(
      async () => {
        await client.send(approveMergeRequest, { id: project, merge_request_iid: iid, sha: headSha }, { signal });
        return undefined;
      },
      async () => {
        const found = await findNew(
          place,
          before,
          (note) => note.system && note.author?.id === userId && /^approved this merge request/.test(note.body),
        );
        // the words of the service's own notes may be in another language
        return found === undefined ? 'unclear' : { found: undefined };
      },
    );
  } catch (error) {
    const facts = requestFailure(error);
    if (facts?.failure === 'unauthorized' && facts.status !== undefined) return { kind: 'mayNot' };
    if (facts?.status === 409) return { kind: 'moved' };
    throw error;
  }
};

/** The number of the newest note; later ones have greater numbers. */
const newestNotes = async ({ client, project, iid }: ReviewPlace, signal: AbortSignal): Promise<number> => {
  const parameters = { id: project, merge_request_iid: iid, per_page: 20 };
  const { items } = await client.send(listMergeRequestNotes, parameters, { signal });
  return Math.max(0, ...items.map(({ id }) => id));
};

const findNew = async (
  { client, project, iid }: ReviewPlace,
  after: number,
  isIt: (note: Note) => boolean,
): Promise<Note | undefined> => {
  const parameters = { id: project, merge_request_iid: iid, per_page: 100 };
  for await (const { items } of eachPage(client, listMergeRequestNotes, parameters)) {
    const found = items.find((note) => note.id > after && isIt(note));
    if (found !== undefined || items.some(({ id }) => id <= after)) return found;
  }
  return undefined;
};
