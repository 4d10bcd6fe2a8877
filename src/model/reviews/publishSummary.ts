import { eachPage } from '../../client/eachPage.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { approveMergeRequest, createMergeRequestNote, listMergeRequestNotes } from '../../wire/mergeRequestReview.ts';
import { getMergeRequestApprovals } from '../../wire/mergeRequestState.ts';
import type { Note } from '../../wire/notes.ts';
import { type WriteOutcome, writeOnce } from '../writeOnce.ts';
import type { ReviewPlace } from './drafts.ts';
import { isPublished, isQuickActionsOnly } from './quickActions.ts';
import { isSameText } from '../text/sameText.ts';

export type Approved =
  | WriteOutcome<undefined>
  /** Not allowed or already approved; the server doesn't say which. */
  | { readonly kind: 'mayNot' }
  /** Passwords are only entered on GitLab's pages. */
  | { readonly kind: 'passwordWanted' }
  /** Commits were pushed since the review. */
  | { readonly kind: 'moved' };

export interface SentSummary {
  readonly text: string;
  /** Newest note before; later ids are greater. */
  readonly noteId: number;
}

export type SummaryOutcome =
  | WriteOutcome<{ readonly noteId: number }>
  /** Only quick actions, so no comment. */
  | { readonly kind: 'carriedOut' }
  /** Not sent: an earlier attempt was published. */
  | { readonly kind: 'earlierIsThere'; readonly noteId: number };

/**
 * MR11, sent once. Looks for an `earlier` unconfirmed summary first, and again after a lost answer. `onStart` runs before
 * sending.
 */
export const sendSummary = async (
  place: ReviewPlace,
  {
    text,
    userId,
    earlier,
    internal,
  }: {
    readonly text: string;
    readonly userId: number;
    readonly earlier?: SentSummary | undefined;
    /** Internal note. */
    readonly internal?: boolean;
  },
  signal: AbortSignal,
  onStart: (sent: SentSummary) => Promise<void> = async () => undefined,
): Promise<SummaryOutcome> => {
  const { client, project, iid } = place;
  const there = earlier && (await findSummary(place, earlier, { userId, signal }));
  if (earlier !== undefined && there !== undefined) {
    const value = { noteId: there.id };
    return isSameText(earlier.text, text)
      ? { kind: 'done', value, confirmed: 'found' }
      : { kind: 'earlierIsThere', ...value };
  }
  const sent = { text, noteId: await newestNote(place, signal) };
  await onStart(sent);
  const written = await writeOnce<{ readonly noteId: number } | undefined>(
    async () => {
      const parameters = {
        id: project,
        merge_request_iid: iid,
        body: text,
        ...(internal === true ? { internal } : {}),
      };
      const answer = await client.send(createMergeRequestNote, parameters, { signal });
      return 'id' in answer ? { noteId: answer.id } : undefined;
    },
    async () => {
      const found = await findSummary(place, sent, { userId });
      if (found !== undefined) return { found: { noteId: found.id } };
      return isQuickActionsOnly(text) ? 'unclear' : 'absent';
    },
  );
  if (written.kind !== 'done') return written;
  return written.value === undefined ? { kind: 'carriedOut' } : { ...written, value: written.value };
};

export const findSummary = (
  place: ReviewPlace,
  sent: SentSummary,
  { userId, signal }: { readonly userId: number; readonly signal?: AbortSignal },
): Promise<Note | undefined> =>
  findNew(
    place,
    sent.noteId,
    ({ system, author, body }) => !system && author?.id === userId && isPublished(sent.text, body),
    signal,
  );

/** System note of an approval; English only. */
export const findApproval = (
  place: ReviewPlace,
  { userId, noteId, signal }: { readonly userId: number; readonly noteId: number; readonly signal?: AbortSignal },
): Promise<Note | undefined> =>
  findNew(
    place,
    noteId,
    ({ system, author, body }) => system && author?.id === userId && /^approved this merge request/.test(body),
    signal,
  );

/** MR13, sent once, for `headSha` only. Looks for the system note after a lost answer. */
export const approve = async (
  place: ReviewPlace,
  { headSha, userId }: { readonly headSha: string | undefined; readonly userId: number },
  signal: AbortSignal,
): Promise<Approved> => {
  const { client, project, iid } = place;
  const noteId = await newestNote(place, signal);
  try {
    return await writeOnce<undefined>(
      async () => {
        await client.send(approveMergeRequest, { id: project, merge_request_iid: iid, sha: headSha }, { signal });
        return undefined;
      },
      async () => {
        const found = await findApproval(place, { userId, noteId });
        return found === undefined ? 'unclear' : { found: undefined };
      },
    );
  } catch (error) {
    const facts = requestErrorFacts(error);
    if (facts?.failure === 'unauthorized' && facts.status !== undefined)
      return { kind: (await asksForPassword(place, signal)) ? 'passwordWanted' : 'mayNot' };
    if (facts?.status === 409) return { kind: 'moved' };
    throw error;
  }
};

/** False also if unreadable. */
const asksForPassword = async ({ client, project, iid }: ReviewPlace, signal: AbortSignal): Promise<boolean> => {
  try {
    const approvals = await client.send(getMergeRequestApprovals, { id: project, merge_request_iid: iid }, { signal });
    return approvals.require_password_to_approve === true || approvals.require_reauthentication_to_approve === true;
  } catch (error) {
    if (requestErrorFacts(error) === undefined) throw error;
    return false;
  }
};

const newestNote = async ({ client, project, iid }: ReviewPlace, signal: AbortSignal): Promise<number> => {
  const parameters = { id: project, merge_request_iid: iid, per_page: 20 };
  const { items } = await client.send(listMergeRequestNotes, parameters, { signal });
  return Math.max(0, ...items.map(({ id }) => id));
};

const findNew = async (
  { client, project, iid }: ReviewPlace,
  after: number,
  isIt: (note: Note) => boolean,
  signal: AbortSignal | undefined,
): Promise<Note | undefined> => {
  const parameters = { id: project, merge_request_iid: iid, per_page: 100 };
  for await (const { items } of eachPage(client, listMergeRequestNotes, parameters, { signal })) {
    const found = items.find((note) => note.id > after && isIt(note));
    if (found !== undefined || items.some(({ id }) => id <= after)) return found;
  }
  return undefined;
};
