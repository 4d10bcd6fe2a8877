import * as vscode from '../../vscode.ts';
import { lacksScope, requestErrorFacts } from '../../../client/errors.ts';
import { mayWrite } from '../../../model/account.ts';
import type { NotWritten } from '../../../model/outbox.ts';
import { ownMergeRequestNote } from '../../../model/reviews/ownNotes.ts';
import type { AccountCapabilities } from '../../../model/accountCapabilities.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import { isQuickActionsOnly } from '../../../model/reviews/quickActions.ts';
import { findSent, baselineOf } from '../../../model/reviews/sentText.ts';
import { replyNow, startDiscussion } from '../../../model/reviews/threads.ts';
import type { WriteOutcome } from '../../../model/writeOnce.ts';
import { createDraftNote } from '../../../wire/draftNotes.ts';
import type { AccountStore } from '../../shell/accountSecrets.ts';
import type { Clients } from '../../shell/clients.ts';
import { effectOf, explain } from '../../kit/words/explain.ts';
import { storedHereMessage } from '../../kit/words/lostWrites.ts';
import { changeOwnNote } from '../../kit/pages/ownNotes.ts';
import { readOnlyTokenMessage } from '../../kit/readOnlyToken.ts';
import type { Log } from '../../shell/log.ts';
import { hasBaseline, type UnsentComment, type UnsentComments } from './unsentComments.ts';

/** GitLab's limit, in characters. */
const maxNoteLength = 1_000_000;

export interface SendDeps {
  readonly accounts: AccountStore;
  readonly clients: Clients;
  readonly reviews: { readonly unsent: UnsentComments };
  readonly log: Log;
}

/**
 * Sends a text once, as a draft or comment. It is removed when the server has it, otherwise stored with the reason.
 * Resolves to whether the server has it; never rejects for a refusal.
 */
export const sendUnsent = async (deps: SendDeps, store: ReviewDrafts, unsent: UnsentComment): Promise<boolean> => {
  const { accounts, log } = deps;
  const { unsent: texts } = deps.reviews;
  const userId = (): number => accounts.get(unsent.account)?.userId ?? fail(noAccountMessage());
  const outcome = await texts.send<unknown>(unsent, {
    what: unsent.noteId === undefined ? 'comment' : 'text',
    explainRefusal: refusalMessage,
    findEarlier: async ({ text, ...sent }) => {
      await store.load();
      if (store.state.phase !== 'ready') throw store.state.error;
      const after = hasBaseline(sent) ? sent : undefined;
      const found = findSent({ ...unsent, text }, store.state, { userId: userId(), after });
      return found === 'found' ? { found } : found;
    },
    prepare: async () => {
      const problem = await sendProblem(deps, store, unsent);
      if (problem !== undefined) fail(problem);
      if (unsent.noteId !== undefined) return undefined;
      await store.start();
      return store.state.phase === 'ready' ? baselineOf(store.state) : {};
    },
    write: () =>
      unsent.noteId === undefined ? createComment(store, unsent, userId()) : saveNoteEdit(texts, store, unsent),
  });
  if (outcome && 'cause' in outcome) log.error('A comment was not saved.', outcome.cause);
  return outcome?.kind === 'done';
};

export const fail = (message: string): never => {
  throw new Error(message);
};

export const noAccountMessage = (): string =>
  vscode.l10n.t('The account of this comment has been removed. Add the account again to send it.');

const createComment = async (
  store: ReviewDrafts,
  unsent: UnsentComment,
  userId: number,
): Promise<WriteOutcome<unknown>> => {
  const { text, discussionId, position, resolves, isPublic } = unsent;
  // servers accept a commit ID only with a position; a reply uses its thread's commit
  const commitId = position === undefined ? undefined : unsent.commitId;
  if (!isPublic) return store.add({ note: text, discussionId, position, commitId, ...(resolves ? { resolves } : {}) });
  const body = { body: text, userId };
  const written =
    discussionId === undefined
      ? await startDiscussion(store, { ...body, position, commitId })
      : await replyNow(store, discussionId, body);
  return written.kind === 'carriedOut' ? { kind: 'done', value: undefined, confirmed: 'answered' } : written;
};

/** Saves the edit of a published comment once. If the comment was deleted, stores the text as a new unsaved comment. */
const saveNoteEdit = async (
  texts: UnsentComments,
  store: ReviewDrafts,
  stored: UnsentComment,
): Promise<WriteOutcome<unknown> | NotWritten> => {
  const { noteId: id = 0, base: seen = '' } = stored;
  const written = await changeOwnNote(ownMergeRequestNote(store, { id, seen }), stored.text);
  if (written.kind !== 'gone') return written;
  const refusal = vscode.l10n.t('The comment has been deleted. Sending again adds your text as a new comment.');
  const thread = store.discussions.find((discussion) => discussion.id === stored.discussionId);
  const another = { ...stored, discussionId: thread?.id, noteId: undefined, base: undefined };
  await texts.save({ ...another, key: texts.newKey(stored), refusal });
  void vscode.window.showWarningMessage(storedHereMessage(refusal));
  return { kind: 'left' };
};

/** Known reason not to send; undefined when sending can be tried. */
const sendProblem = async (
  { accounts, clients }: SendDeps,
  store: ReviewDrafts,
  { text, isPublic, discussionId, account: id, draftId, noteId }: UnsentComment,
): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const account = accounts.get(id);
  if (account === undefined) return noAccountMessage();
  if (text.trim() === '') return t('The comment is empty.');
  const problem = tooLongMessage(text);
  if (problem !== undefined) return problem;
  if (mayWrite(account) === false) return readOnlyTokenMessage();
  if (isPublic || noteId !== undefined) {
    return isQuickActionsOnly(text)
      ? t('This comment has quick actions only, which leave no comment. Add it to the review instead.')
      : undefined;
  }
  const pendingReply = store.drafts.find(
    ({ id: otherId, discussion_id: thread }) => thread === discussionId && otherId !== draftId,
  );
  if (discussionId !== undefined && pendingReply !== undefined) return oneReplyMessage();
  return draftsUnavailableMessage(clients.capabilitiesOf(account));
};

/** Message for a text over the limit; otherwise undefined. */
export const tooLongMessage = (text: string): string | undefined =>
  text.length > maxNoteLength
    ? vscode.l10n.t(
        'The comment has {0} characters; the limit is 1,000,000.',
        text.length.toLocaleString(vscode.env.language),
      )
    : undefined;

const oneReplyMessage = (): string =>
  vscode.l10n.t('You already have a pending reply in this thread; GitLab allows one. Edit that one, or reply now.');

/** Reason drafts aren't supported, if the server is too old. Undefined when they are, or when unknown. */
const draftsUnavailableMessage = async (capabilities: AccountCapabilities): Promise<string | undefined> => {
  try {
    await capabilities.ready();
  } catch {
    // the request itself will report the connection failure
    return undefined;
  }
  const availability = capabilities.of(createDraftNote);
  if (availability.kind !== 'unavailable' || availability.reason !== 'release') return undefined;
  const release = capabilities.known.release?.slice(0, 2).join('.') ?? '?';
  return vscode.l10n.t(
    'This server (GitLab {0}) accepts drafts only from its own pages; drafts from Graft require 15.9. Use Comment Now.',
    release,
  );
};

/** Effect of the failed request, then the reason. */
export const refusalMessage = (error: unknown): string =>
  [effectOf(error), refusalReason(error)].filter(Boolean).join(' ');

/** Reason for a refusal; known validation messages get a translation. */
export const refusalReason = (error: unknown): string => {
  const { t } = vscode.l10n;
  const facts = requestErrorFacts(error);
  const serverMessage = facts?.serverMessage ?? '';
  if (facts && lacksScope(facts)) return readOnlyTokenMessage();
  if (/line_code|valid line code/.test(serverMessage)) {
    return t('The server can’t find this line in the diff: the merge request may have changed. {0}', explain(error));
  }
  if (/author_id/.test(serverMessage) || (/discussion_id/.test(serverMessage) && /taken/.test(serverMessage)))
    return oneReplyMessage();
  if (/Thread to reply to/.test(serverMessage))
    return t('The thread no longer exists: it may have been deleted. Send this as a new comment.');
  if (/not allowed to resolve/.test(serverMessage))
    return t('You may not resolve this thread. Reply without resolving it.');
  if (facts?.status === 405 || (facts?.failure === 'notFound' && facts.serverMember === 'error')) {
    return t('This server accepts drafts only from its own pages. Use Comment Now.');
  }
  return explain(error);
};
