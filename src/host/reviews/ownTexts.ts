import * as vscode from 'vscode';
import type { Edited, ReviewDrafts } from '../../model/review/drafts.ts';
import { isSameText } from '../../model/review/quickActions.ts';
import type { DraftNote } from '../../wire/draftNotes.ts';
import type { App } from '../app.ts';
import { explain } from '../explain.ts';
import { mayDiscard } from '../mayDiscard.ts';
import type { ReviewComment } from './comments.ts';
import type { KeptDraft } from './keptDrafts.ts';
import { chooseOwn } from './chooseOwn.ts';
import { showPlace } from './openReview.ts';
import { tooLong, whyRefused } from './send.ts';
import { isThread, ownText, sendAndSay } from './writing.ts';

/** Lets a draft be edited: in its thread, or where no diff shows it, on the review page. */
export const editDraft = async (app: App, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const own = ownText(app, argument) ?? (await chooseOwn(app, 'draft', t('Edit which draft?')));
  if (own?.draft === undefined) return;
  const { draft, store } = own;
  if (app.reviews.saysReadOnly(store.place.account)) return;
  const isShown = isComment(argument) || (await showPlace(app, own)) === 'diff';
  const shown = isComment(argument) ? argument : isShown ? await app.reviews.threads.commentOf(draft) : undefined;
  if (shown === undefined) {
    await app.reviews.showWhole(own);
    app.reviewPages.at(store.place)?.say({ type: 'edit', id: draft.id });
    return;
  }
  const kept = app.reviews.kept.edit(store.place, draft.id);
  if (kept) app.reviews.kept.boxOpened(kept);
  app.reviews.threads.edit(shown, kept?.text ?? draft.note);
};

const isComment = (argument: unknown): argument is ReviewComment =>
  typeof argument === 'object' && argument !== null && 'subject' in argument;

/** Saves the text of a draft that was edited in its thread. */
export const saveDraft = async (app: App, argument: unknown): Promise<void> => {
  const own = ownText(app, argument);
  if (!isComment(argument) || own?.draft === undefined) return;
  const text = typeof argument.body === 'string' ? argument.body : argument.body.value;
  app.reviews.typed.edited(own.store.place, own.draft.id);
  await saveEdit(app, own.store, own.draft, text);
  app.reviews.threads.redraw(own.store.place);
};

/** Ends editing; the text as it was on the server is shown again. On a thread that was just begun, takes it away. */
export const cancelEdit = async (app: App, argument: unknown): Promise<void> => {
  if (isThread(argument)) {
    if (argument.comments.length === 0) app.reviews.threads.end(argument);
    return;
  }
  const own = ownText(app, argument);
  if (own?.draft === undefined) return;
  app.reviews.typed.edited(own.store.place, own.draft.id);
  const kept = app.reviews.kept.edit(own.store.place, own.draft.id);
  if (kept) await app.reviews.kept.forget(kept);
  app.reviews.threads.redraw(own.store.place);
};

/** Sends a new text of a draft, once. What was written elsewhere meanwhile is shown before it is written over. */
export const saveEdit = async (app: App, store: ReviewDrafts, draft: DraftNote, text: string): Promise<boolean> => {
  const { t } = vscode.l10n;
  const { kept: texts } = app.reviews;
  const kept = texts.editOf(store.place, draft, text);
  if (text.trim() === '') {
    void vscode.window.showInformationMessage(t('A draft cannot be empty. Delete it instead.'));
    return false;
  }
  const long = tooLong(text);
  if (long !== undefined) {
    await refused(app, kept, long);
    return false;
  }
  await texts.keep(kept);
  try {
    let seen = draft;
    for (;;) {
      const written = await texts.whileSending(kept, () => store.edit(seen, { note: text }));
      if (written.kind !== 'changed') return await edited(app, kept, written);
      const answer = await askWhich(seen, written.now, text);
      if (answer === 'theirs') await texts.forget(kept);
      if (answer !== 'mine') return false;
      seen = written.now;
    }
  } catch (error) {
    app.log.error('A draft could not be changed.', error);
    await refused(app, kept, whyRefused(error));
    return false;
  }
};

const edited = async (app: App, kept: KeptDraft, written: Exclude<Edited, { kind: 'changed' }>): Promise<boolean> => {
  const { t } = vscode.l10n;
  const { kept: texts } = app.reviews;
  if (written.kind === 'done') {
    await texts.forget(kept);
    return true;
  }
  if (written.kind === 'gone') {
    const words = t('The draft has been published or deleted meanwhile. Send again adds your text as a new draft.');
    await refused(app, { ...kept, key: texts.newKey(kept), draftId: undefined }, words);
    await texts.forget(kept);
    return false;
  }
  const words =
    written.kind === 'notDone'
      ? t('The connection broke: the server has the text from before. {0}', explain(written.cause))
      : t('The connection broke, and it is not known which text the server has. {0}', explain(written.cause));
  await refused(app, kept, words);
  return false;
};

const refused = async (app: App, kept: KeptDraft, refusal: string): Promise<void> => {
  await app.reviews.kept.keep({ ...kept, refusal });
  void vscode.window.showWarningMessage(
    vscode.l10n.t('Your text is kept here, but not saved on the server. {0}', refusal),
  );
};

/** Shows what a draft says on the server by now, and asks which text is to stay. */
const askWhich = async (draft: DraftNote, now: DraftNote, mine: string): Promise<'mine' | 'theirs' | undefined> => {
  const { t } = vscode.l10n;
  const [overwrite, compare, keep] = [t('Save Mine'), t('Compare'), t('Keep the Other')];
  const detail = t('It says now:\n{0}\n\nYours:\n{1}', now.note.slice(0, 1_500), mine.slice(0, 1_500));
  const answer = await vscode.window.showWarningMessage(
    isSameText(draft.note, now.note)
      ? t('This draft was moved to another place meanwhile. Yours would be saved there.')
      : t('This draft was changed elsewhere since you began to edit it.'),
    { modal: true, detail },
    overwrite,
    compare,
    keep,
  );
  if (answer === overwrite) return 'mine';
  if (answer === keep) return 'theirs';
  if (answer !== compare) return undefined;
  const [theirs, own] = await Promise.all(
    [now.note, mine].map((content) => vscode.workspace.openTextDocument({ language: 'markdown', content })),
  );
  if (theirs && own) {
    const title = t('Draft {0}: on the server ↔ yours', draft.id);
    await vscode.commands.executeCommand('vscode.diff', theirs.uri, own.uri, title);
  }
  const after = await vscode.window.showWarningMessage(t('Which text should the draft have?'), overwrite, keep);
  return after === overwrite ? 'mine' : after === keep ? 'theirs' : undefined;
};

/** Deletes a draft after a question. */
export const deleteDraft = async (app: App, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const own = ownText(app, argument) ?? (await chooseOwn(app, 'draft', t('Delete which draft?')));
  if (own?.draft === undefined) return;
  const { draft, store } = own;
  if (app.reviews.saysReadOnly(store.place.account)) return;
  const yes = t('Delete');
  const detail = draft.note.slice(0, 500);
  const answer = await vscode.window.showWarningMessage(t('Delete this draft?'), { modal: true, detail }, yes);
  if (answer !== yes) return;
  const written = await store.remove(draft);
  if (written.kind === 'done') {
    const kept = app.reviews.kept.edit(store.place, draft.id);
    if (kept) await app.reviews.kept.forget(kept);
    return;
  }
  void vscode.window.showWarningMessage(
    written.kind === 'notDone'
      ? t('The connection broke: the draft is still there. {0}', explain(written.cause))
      : t('The connection broke, and it is not known whether the draft is still there. {0}', explain(written.cause)),
  );
};

/** Sends a text the server has not taken; one whose answer was lost is looked for first. */
export const sendAgain = async (app: App, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const own = ownText(app, argument) ?? (await chooseOwn(app, 'kept', t('Send which text?')));
  if (own?.kept === undefined) return;
  const { store, kept } = own;
  if (app.reviews.saysReadOnly(store.place.account)) return;
  const draft = store.drafts.find(({ id }) => id === kept.draftId);
  if (draft) {
    await saveEdit(app, store, draft, kept.text);
    return;
  }
  if (kept.isGuess) {
    const yes = t('Send');
    const where = placeWords(kept);
    const answer = await vscode.window.showWarningMessage(
      t('This was typed and not sent. Add it to the review, on {0}?', where),
      { modal: true, detail: kept.text.slice(0, 500) },
      yes,
    );
    if (answer !== yes) return;
  }
  await sendAndSay(app, store, { ...kept, refusal: undefined, draftId: undefined, isGuess: false });
};

const placeWords = ({ position }: KeptDraft): string => {
  const { t } = vscode.l10n;
  if (position === undefined) return t('the merge request as a whole');
  const line = position.new_line ?? position.old_line;
  const path = position.new_path ?? position.old_path ?? '';
  return line == null ? path : t('line {0} of {1}', line, path);
};

/** Copies a draft or an unsent text. */
export const copyText = async (app: App, argument: unknown): Promise<void> => {
  const own = ownText(app, argument) ?? (await chooseOwn(app, 'any', vscode.l10n.t('Copy which text?')));
  const text = own?.kept?.text ?? own?.draft?.note;
  if (text === undefined) return;
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Text copied'), 2_000);
};

/** Throws a text away that the server has not taken, after a question. */
export const discardText = async (app: App, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const own = ownText(app, argument) ?? (await chooseOwn(app, 'kept', t('Throw which text away?')));
  if (own?.kept === undefined) return;
  if (await mayDiscard(own.kept.text)) await app.reviews.kept.forget(own.kept);
};
