import * as vscode from '../../vscode.ts';
import { lacksScope, requestFailure } from '../../../client/errors.ts';
import { mayWrite } from '../../../model/account.ts';
import type { AccountCapabilities } from '../../../model/accountCapabilities.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import { isQuickActionsOnly } from '../../../model/reviews/quickActions.ts';
import { isSameText } from '../../../model/sameText.ts';
import { findSent, sentAfter } from '../../../model/reviews/sentText.ts';
import { type Commented, replyNow, startDiscussion } from '../../../model/reviews/threads.ts';
import { createDraftNote } from '../../../wire/draftNotes.ts';
import type { AccountStore } from '../../shell/accountStore.ts';
import type { Clients } from '../../shell/clients.ts';
import { effectOf, explain } from '../../kit/words/explain.ts';
import { lostWrite } from '../../kit/words/lostWrites.ts';
import { readOnlyTokenMessage } from '../../kit/readOnlyToken.ts';
import type { Log } from '../../shell/log.ts';
import type { KeptDraft, KeptDrafts } from './keptDrafts.ts';
import { saveNote } from './saveNote.ts';

/** GitLab's limit, in characters. */
const longestNote = 1_000_000;

export interface Sending {
  readonly accounts: AccountStore;
  readonly clients: Clients;
  readonly kept: KeptDrafts;
  readonly log: Log;
}

/**
 * Sends a text once, as a draft or comment. It is removed when the server has it, otherwise stored with the reason.
 * Resolves to whether the server has it; never rejects for a refusal.
 */
export const sendKept = async (parts: Sending, store: ReviewDrafts, kept: KeptDraft): Promise<boolean> => {
  const { kept: texts, log } = parts;
  if (texts.isSending(kept.key)) return false;
  return texts.whileSending(kept, async () => {
    await texts.keep(kept);
    const userId = parts.accounts.get(kept.account)?.userId;
    if (kept.maybeSent && userId !== undefined) {
      const seen = await lookAgain(parts, store, kept, userId);
      if (seen === 'there') await texts.forget(kept);
      if (seen !== 'absent') return seen === 'there';
    }
    const problem = await whyNot(parts, store, kept);
    if (problem !== undefined || userId === undefined) {
      await texts.keep({ ...kept, refusal: problem });
      return false;
    }
    if (kept.noteId !== undefined) {
      try {
        return await saveNote(texts, store, kept);
      } catch (error) {
        log.error('A comment could not be changed.', error);
        await texts.keep({ ...kept, refusal: whyRefused(error) });
        return false;
      }
    }
    await store.start();
    // without the state before, only the user can decide later whether it arrived
    const sent = store.state.phase === 'ready' ? { ...sentAfter(store.state), text: kept.text } : undefined;
    try {
      await texts.keep({ ...kept, maybeSent: true, sent });
      const written = await write(store, kept, userId);
      if (written.kind === 'done' || written.kind === 'carriedOut') {
        await texts.forget(kept);
        return true;
      }
      log.error('The answer to a comment was lost.', written.cause);
      // the server may still process a request after the connection is lost
      await texts.keep({ ...kept, maybeSent: true, sent, refusal: lostWrite('comment', written) });
    } catch (error) {
      log.error('A comment was not saved.', error);
      await texts.keep({
        ...kept,
        maybeSent: requestFailure(error)?.outcome === 'unknown',
        sent,
        refusal: whyRefused(error),
      });
    }
    return false;
  });
};

const write = (store: ReviewDrafts, kept: KeptDraft, userId: number): Promise<Commented<unknown>> => {
  const { text, discussionId, position, resolves, isPublic } = kept;
  // servers accept a commit only with a position; a reply uses its thread's
  const commitId = position === undefined ? undefined : kept.commitId;
  if (!isPublic) return store.add({ note: text, discussionId, position, commitId, ...(resolves ? { resolves } : {}) });
  if (discussionId !== undefined) return replyNow(store, discussionId, { body: text, userId });
  return startDiscussion(store, { body: text, userId, position, commitId });
};

/**
 * Searches for a text whose response was lost; asks when the match is ambiguous. `stay` when unknown: then nothing is sent.
 */
const lookAgain = async (
  { kept: texts, log }: Sending,
  store: ReviewDrafts,
  kept: KeptDraft,
  userId: number,
): Promise<'there' | 'absent' | 'stay'> => {
  const { t } = vscode.l10n;
  await store.load();
  if (store.state.phase !== 'ready') {
    const { error } = store.state;
    log.error('A comment that may have been sent could not be looked for.', error);
    // `maybeSent` stays true
    const refusal = t('It may have been sent, and checking the server failed. {0}', explain(error));
    await texts.keep({ ...kept, refusal });
    return 'stay';
  }
  const text = kept.sent?.text ?? kept.text;
  const found = findSent({ ...kept, text }, store.state, { userId, after: kept.sent });
  if (found === 'absent') return 'absent';
  const isSame = isSameText(text, kept.text);
  if (found === 'found' && isSame) return 'there';
  const question = isSame
    ? t('You already have a comment with the same text there. We can’t tell whether it is this one.')
    : t('An earlier version of this text is already there.');
  const advice = t('Check the merge request if you are not sure: sending again may post it twice.');
  const detail = `${advice}\n\n${text.slice(0, 500)}`;
  const [anyway, there] = [t('Send Anyway'), t('Already There')];
  const answers = isSame ? [anyway, there] : [anyway];
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, ...answers);
  if (answer === anyway) return 'absent';
  if (answer === there) return 'there';
  await texts.keep({ ...kept, refusal: question });
  return 'stay';
};

/** Known reason not to send; undefined when sending can be tried. */
const whyNot = async (
  { accounts, clients }: Sending,
  store: ReviewDrafts,
  { text, isPublic, discussionId, account: id, draftId, noteId }: KeptDraft,
): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const account = accounts.get(id);
  if (account === undefined)
    return t('The account of this comment has been removed. Add the account again to send it.');
  if (text.trim() === '') return t('The comment is empty.');
  const long = tooLong(text);
  if (long !== undefined) return long;
  if (mayWrite(account) === false) return readOnlyTokenMessage();
  if (isPublic || noteId !== undefined) {
    return isQuickActionsOnly(text)
      ? t('This comment has quick actions only, which leave no comment. Add it to the review instead.')
      : undefined;
  }
  const other = store.drafts.find(
    ({ id: other, discussion_id: thread }) => thread === discussionId && other !== draftId,
  );
  if (discussionId !== undefined && other !== undefined) return oneReply();
  return draftsUnavailable(clients.capabilitiesOf(account));
};

/** Undefined when short enough. */
export const tooLong = (text: string): string | undefined =>
  text.length > longestNote
    ? vscode.l10n.t(
        'The comment has {0} characters; the limit is 1,000,000.',
        text.length.toLocaleString(vscode.env.language),
      )
    : undefined;

const oneReply = (): string =>
  vscode.l10n.t('You already have a pending reply in this thread; GitLab allows one. Edit that one, or reply now.');

/** Reason drafts aren't supported, if the server is too old. Undefined when they are, or when unknown. */
export const draftsUnavailable = async (capabilities: AccountCapabilities): Promise<string | undefined> => {
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
export const whyRefused = (error: unknown): string => [effectOf(error), reasonRefused(error)].filter(Boolean).join(' ');

/** Reason for a refusal; known validation messages get a translation. */
export const reasonRefused = (error: unknown): string => {
  const { t } = vscode.l10n;
  const facts = requestFailure(error);
  const said = facts?.serverMessage ?? '';
  if (facts && lacksScope(facts)) return readOnlyTokenMessage();
  if (/line_code|valid line code/.test(said)) {
    return t('The server can’t find this line in the diff: the merge request may have changed. {0}', explain(error));
  }
  if (/author_id/.test(said) || (/discussion_id/.test(said) && /taken/.test(said))) return oneReply();
  if (/Thread to reply to/.test(said))
    return t('The thread no longer exists: it may have been deleted. Send this as a new comment.');
  if (/not allowed to resolve/.test(said)) return t('You may not resolve this thread. Reply without resolving it.');
  if (facts?.status === 405 || (facts?.failure === 'notFound' && facts.serverMember === 'error')) {
    return t('This server accepts drafts only from its own pages. Use Comment Now.');
  }
  return explain(error);
};
