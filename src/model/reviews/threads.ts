import {
  createMergeRequestDiscussion,
  replyToMergeRequestDiscussion,
  resolveMergeRequestDiscussion,
} from '../../wire/mergeRequestReview.ts';
import type { CarriedOut, Discussion, GivenPosition, Note } from '../../wire/notes.ts';
import { isCarriedOutRefusal } from '../carriedOut.ts';
import { type LookupOutcome, type WriteOutcome, writeOnce } from '../writeOnce.ts';
import { type NewDraft, readDiscussions, type ReviewDrafts } from './drafts.ts';
import { findComment, type PlacedNote, baselineOf, type TextSent } from './sentText.ts';

export const isResolvable = ({ notes }: Discussion): boolean => notes.some(({ resolvable }) => resolvable);

export const isResolved = (discussion: Discussion): boolean =>
  isResolvable(discussion) && discussion.notes.every(({ resolvable, resolved }) => !resolvable || resolved === true);

/** Notes without system notes. */
export const writtenNotes = ({ notes }: Discussion): readonly Note[] => notes.filter(({ system }) => !system);

interface PublicText {
  readonly body: string;
  /** Excludes equal comments by others. */
  readonly userId: number;
}

/** `carriedOut`: only quick actions, so no comment. */
type Commented<T> = WriteOutcome<T> | { readonly kind: 'carriedOut' };

/** MR7, sent once; checks after a lost answer. Throws refusals. */
export const startDiscussion = async (
  store: ReviewDrafts,
  {
    body,
    userId,
    position,
    commitId,
  }: PublicText & Pick<NewDraft, 'commitId'> & { readonly position: GivenPosition | undefined },
): Promise<Commented<Discussion>> => {
  const { client, project, iid } = store.place;
  const parameters = { id: project, merge_request_iid: iid, body, position, commit_id: commitId };
  const written = await commentOnce<Discussion>(
    store,
    { text: body, discussionId: undefined, position, userId },
    () => client.send(createMergeRequestDiscussion, parameters),
    ({ discussion }) => discussion,
  );
  if (written.kind === 'done') take(store, written.value);
  return written;
};

/** MR8, sent once; checks after a lost answer. Throws refusals. */
export const replyNow = async (
  store: ReviewDrafts,
  discussionId: string,
  { body, userId }: PublicText,
): Promise<Commented<Note>> => {
  const { client, project, iid } = store.place;
  const parameters = { id: project, merge_request_iid: iid, discussion_id: discussionId, body };
  const written = await commentOnce<Note>(
    store,
    { text: body, discussionId, position: undefined, userId },
    () => client.send(replyToMergeRequestDiscussion, parameters),
    ({ note }) => note,
  );
  const thread = store.discussions.find(({ id }) => id === discussionId);
  if (written.kind === 'done' && thread && !thread.notes.some(({ id }) => id === written.value.id)) {
    take(store, { ...thread, individual_note: false, notes: [...thread.notes, written.value] });
  }
  return written;
};

const commentOnce = async <T extends Discussion | Note>(
  store: ReviewDrafts,
  sent: TextSent & { readonly userId: number },
  send: () => Promise<T | CarriedOut>,
  made: (found: PlacedNote) => T,
): Promise<Commented<T>> => {
  await store.start();
  if (store.state.phase !== 'ready') throw store.state.error;
  const after = baselineOf(store.state);
  const check = async (): Promise<LookupOutcome<T>> => {
    store.replace({ discussions: await readDiscussions(store.place) });
    const found = findComment(sent, store.discussions, { userId: sent.userId, after });
    return typeof found === 'string' ? found : { found: made(found.found) };
  };
  try {
    const written = await writeOnce<T | CarriedOut>(send, check);
    if (written.kind !== 'done') return written;
    const { value } = written;
    return 'id' in value ? { ...written, value } : { kind: 'carriedOut' };
  } catch (error) {
    if (isCarriedOutRefusal(error)) return { kind: 'carriedOut' };
    throw error;
  }
};

/** MR9; checks after a lost answer. */
export const setResolved = async (
  store: ReviewDrafts,
  discussionId: string,
  resolved: boolean,
): Promise<WriteOutcome<Discussion>> => {
  const { client, project, iid } = store.place;
  const written = await writeOnce<Discussion>(
    () =>
      client.send(resolveMergeRequestDiscussion, {
        id: project,
        merge_request_iid: iid,
        discussion_id: discussionId,
        resolved,
      }),
    async () => {
      const after = await readDiscussions(store.place);
      store.replace({ discussions: after });
      const thread = after.find(({ id }) => id === discussionId);
      if (thread === undefined) return 'unclear';
      return isResolved(thread) === resolved ? { found: thread } : 'absent';
    },
  );
  if (written.kind === 'done') take(store, written.value);
  return written;
};

const take = (store: ReviewDrafts, discussion: Discussion): void => {
  const others = store.discussions.some(({ id }) => id === discussion.id)
    ? store.discussions.map((other) => (other.id === discussion.id ? discussion : other))
    : [...store.discussions, discussion];
  store.replace({ discussions: others });
};
