import * as vscode from 'vscode';
import { requestFailure } from '../../client/errors.ts';
import { mayWrite } from '../../model/account.ts';
import type { AccountCapabilities } from '../../model/accountCapabilities.ts';
import { isSameText, type ReviewDrafts } from '../../model/review/drafts.ts';
import { isQuickActionsOnly } from '../../model/review/reconcile.ts';
import { isSamePlace } from '../../model/review/samePlace.ts';
import { replyNow, startDiscussion } from '../../model/review/threads.ts';
import type { Written } from '../../model/writeOnce.ts';
import { createDraftNote } from '../../wire/draftNotes.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { Clients } from '../clients.ts';
import { explain } from '../explain.ts';
import type { Log } from '../log.ts';
import type { KeptDraft, KeptDrafts } from './keptDrafts.ts';

/** Longest note the service takes, in characters. */
const longestNote = 1_000_000;

/** What sending works with. */
export interface Sending {
  readonly accounts: AccountStore;
  readonly clients: Clients;
  readonly kept: KeptDrafts;
  readonly log: Log;
}

/**
 * Sends a kept text once: as a draft, or for everybody. It is forgotten when the server has it, however that was found
 * out, and stays with the reason otherwise. Resolves with whether the server has it; never rejects for a refusal.
 */
export const sendKept = async (parts: Sending, store: ReviewDrafts, kept: KeptDraft): Promise<boolean> => {
  const { kept: texts, log } = parts;
  if (texts.isSending(kept.key)) return false;
  await texts.keep(kept);
  return texts.whileSending(kept, async () => {
    const problem = await whyNot(parts, store, kept);
    if (problem !== undefined) {
      await texts.keep({ ...kept, refusal: problem });
      return false;
    }
    try {
      if (kept.maybeSent && (await isThere(store, kept))) {
        await texts.forget(kept);
        return true;
      }
      await texts.keep({ ...kept, maybeSent: true });
      const written = await write(store, kept);
      if (written.kind === 'done') {
        await texts.forget(kept);
        return true;
      }
      log.error('The answer to a comment was lost.', written.cause);
      const refusal =
        written.kind === 'notDone'
          ? vscode.l10n.t('The connection broke: the server has not received it.')
          : vscode.l10n.t(
              'The connection broke, and it is not known whether the server has it. Send again looks first.',
            );
      await texts.keep({ ...kept, maybeSent: written.kind === 'unknown', refusal });
    } catch (error) {
      log.error('A comment was not taken.', error);
      await texts.keep({
        ...kept,
        maybeSent: requestFailure(error)?.outcome === 'unknown',
        refusal: whyRefused(error),
      });
    }
    return false;
  });
};

const write = (store: ReviewDrafts, kept: KeptDraft): Promise<Written<unknown>> => {
  const { text, discussionId, position, resolves, isPublic } = kept;
  if (!isPublic) return store.add({ note: text, discussionId, position, ...(resolves ? { resolves } : {}) });
  if (discussionId !== undefined) return replyNow(store, discussionId, text);
  return startDiscussion(store, { body: text, position });
};

/** Looks for a text that was sent before without an answer. */
const isThere = async (
  store: ReviewDrafts,
  { text, discussionId, position, isPublic }: KeptDraft,
): Promise<boolean> => {
  await store.load();
  if (store.state.phase !== 'ready') throw store.state.error;
  if (!isPublic) {
    return store.drafts.some(
      (draft) =>
        isSameText(draft.note, text) &&
        (draft.discussion_id ?? undefined) === discussionId &&
        isSamePlace(draft.position, position),
    );
  }
  return store.discussions.some(({ id, notes }) =>
    discussionId === undefined
      ? notes[0] !== undefined && isSameText(notes[0].body, text) && isSamePlace(notes[0].position, position)
      : id === discussionId && notes.some(({ body }) => isSameText(body, text)),
  );
};

/** Why a text cannot be sent, as far as that is known before; undefined when it can be tried. */
const whyNot = async (
  { accounts, clients }: Sending,
  store: ReviewDrafts,
  { text, isPublic, discussionId, account: id, draftId }: KeptDraft,
): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const account = accounts.get(id);
  if (account === undefined) return t('Its account has been removed. Add the account again to send it.');
  if (text.trim() === '') return t('There is nothing in it.');
  if (text.length > longestNote) {
    return t('It has {0} characters; a comment may have 1,000,000.', text.length.toLocaleString('en'));
  }
  if (mayWrite(account) === false) return needsApi();
  if (isPublic) {
    return isQuickActionsOnly(text)
      ? t('It holds quick actions only, which leave no comment. Add it to the review instead.')
      : undefined;
  }
  const other = store.drafts.find(
    ({ id: other, discussion_id: thread }) => thread === discussionId && other !== draftId,
  );
  if (discussionId !== undefined && other !== undefined) return oneReply();
  return draftsUnavailable(clients.capabilitiesOf(account));
};

/** Says that the token may only read. */
export const needsApi = (): string =>
  vscode.l10n.t('Your token may only read. Create one with the scope “api” and add the account again.');

const oneReply = (): string =>
  vscode.l10n.t('You have a pending reply in this thread already; GitLab takes one. Edit that one, or reply now.');

/** Why drafts cannot be written on a server: it is too old. Undefined when they can, or when that is not known. */
export const draftsUnavailable = async (capabilities: AccountCapabilities): Promise<string | undefined> => {
  try {
    await capabilities.ready();
  } catch {
    // the request itself will say what is wrong with the connection
    return undefined;
  }
  const availability = capabilities.of(createDraftNote);
  if (availability.kind !== 'unavailable' || availability.reason !== 'release') return undefined;
  const release = capabilities.known.release?.slice(0, 2).join('.') ?? '?';
  return vscode.l10n.t(
    'This server (GitLab {0}) takes drafts from its own pages only; that came with 15.9. Use Comment Now.',
    release,
  );
};

/** Why the server refused a note, in words; what it says in the language of records is translated. */
export const whyRefused = (error: unknown): string => {
  const { t } = vscode.l10n;
  const facts = requestFailure(error);
  const said = facts?.serverMessage ?? '';
  if (facts?.failure === 'insufficientScope') return needsApi();
  if (/line_code|valid line code/.test(said)) {
    return t('The server does not find this line in the diff: the merge request may have changed. {0}', explain(error));
  }
  if (/author_id|discussion_id.*taken/.test(said)) return oneReply();
  if (/Thread to reply to/.test(said))
    return t('The thread is gone: it may have been deleted. Send it as a new comment.');
  if (/not allowed to resolve/.test(said)) return t('You may not resolve this thread. Reply without resolving it.');
  if (facts?.status === 405 || (facts?.failure === 'notFound' && facts.serverMember === 'error')) {
    return t('This server does not take drafts from outside its own pages. Use Comment Now.');
  }
  return explain(error);
};
