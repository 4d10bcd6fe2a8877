import {
  createMergeRequestDiscussion,
  replyToMergeRequestDiscussion,
  resolveMergeRequestDiscussion,
} from '../../wire/mergeRequestReview.ts';
import type { CarriedOut, Discussion, GivenPosition, Note } from '../../wire/notes.ts';
import { isCarriedOutRefusal } from '../carriedOut.ts';
import { type Found, type Written, writeOnce } from '../writeOnce.ts';
import { type NewDraft, readDiscussions, type ReviewDrafts } from './drafts.ts';
import { findComment, sentAfter } from './sentText.ts';

export const isResolvable = ({ notes }: Discussion): boolean => notes.some(({ resolvable }) => resolvable);

export const isResolved = (discussion: Discussion): boolean =>
  isResolvable(discussion) && discussion.notes.every(({ resolvable, resolved }) => !resolvable || resolved === true);

/** Notes without system notes. */
export const writtenNotes = ({ notes }: Discussion): readonly Note[] => notes.filter(({ system }) => !system);

export interface PublicText {
  readonly body: string;
  /** Excludes equal comments by others. */
  readonly userId: number;
}

/** `carriedOut`: only quick actions, so no comment. */
export type Commented<T> = Written<T> | { readonly kind: 'carriedOut' };

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
  await known(store);
  const after = sentAfter(store.state);
  const written = await commentOnce<Discussion>(
    () =>
      client.send(createMergeRequestDiscussion, {
        id: project,
        merge_request_iid: iid,
        body,
        position,
        commit_id: commitId,
      }),
    async () => {
      store.replace({ discussions: await readDiscussions(store.place) });
      const sent = { text: body, discussionId: undefined, position };
      const found = findComment(sent, store.discussions, { userId, after });
      return typeof found === 'string' ? found : { found: found.found.discussion };
    },
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
  await known(store);
  const after = sentAfter(store.state);
  const written = await commentOnce<Note>(
    () =>
      client.send(replyToMergeRequestDiscussion, {
        id: project,
        merge_request_iid: iid,
        discussion_id: discussionId,
        body,
      }),
    async (): Promise<Found<Note>> => {
      store.replace({ discussions: await readDiscussions(store.place) });
      const sent = { text: body, discussionId, position: undefined };
      const found = findComment(sent, store.discussions, { userId, after });
      return typeof found === 'string' ? found : { found: found.found.note };
    },
  );
  const thread = store.discussions.find(({ id }) => id === discussionId);
  if (written.kind === 'done' && thread && !thread.notes.some(({ id }) => id === written.value.id)) {
    take(store, { ...thread, individual_note: false, notes: [...thread.notes, written.value] });
  }
  return written;
};

const commentOnce = async <T extends Discussion | Note>(
  send: () => Promise<T | CarriedOut>,
  look: () => Promise<Found<T>>,
): Promise<Commented<T>> => {
  try {
    const written = await writeOnce<T | CarriedOut>(send, look);
    if (written.kind !== 'done') return written;
    const { value } = written;
    return 'id' in value ? { ...written, value } : { kind: 'carriedOut' };
  } catch (error) {
    if (isCarriedOutRefusal(error)) return { kind: 'carriedOut' };
    throw error;
  }
};

/** MR9; checks after a lost answer. */
export const settle = async (
  store: ReviewDrafts,
  discussionId: string,
  resolved: boolean,
): Promise<Written<Discussion>> => {
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

const known = async (store: ReviewDrafts): Promise<void> => {
  await store.start();
  if (store.state.phase !== 'ready') throw store.state.error;
};

const take = (store: ReviewDrafts, discussion: Discussion): void => {
  const others = store.discussions.some(({ id }) => id === discussion.id)
    ? store.discussions.map((other) => (other.id === discussion.id ? discussion : other))
    : [...store.discussions, discussion];
  store.replace({ discussions: others });
};
