import * as vscode from '../../vscode.ts';
import type { DraftView, FromReview, ToReview } from '../../../messages/review.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import type { Anchor } from '../../../model/reviews/preflightAnchor.ts';
import { isSameText } from '../../../model/text/sameText.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import { explain } from '../../kit/words/explain.ts';
import { lostWriteMessage } from '../../kit/words/lostWrites.ts';
import type { Log } from '../../shell/log.ts';
import { blankText } from '../drafts/unsentComments.ts';
import { draftPlace } from '../publish/checkMessages.ts';
import type { Reviews } from '../reviewState.ts';
import { saveDraftText } from '../drafts/sendDraftEdit.ts';
import { refusalReason } from '../drafts/sendComment.ts';

/** The page, as edits use it. */
interface Page {
  readonly post: (message: ToReview) => void;
  readonly busy: (id: number, state: NonNullable<DraftView['busy']> | undefined) => void;
  readonly anchorOf: (id: number) => Anchor | undefined;
  /** Sends an unsaved text as a draft; resolves to whether the server has it. */
  readonly sendLeft: (store: ReviewDrafts, key: string, text: string) => Promise<boolean>;
}

/** Draft edits on the page. Texts are stored until the server has them. */
export const pageEdits = (
  store: ReviewDrafts,
  { reviews, log }: { readonly reviews: Reviews; readonly log: Log },
  page: Page,
) => {
  const { unsent: texts } = reviews;
  /** Deleted drafts by undo key. */
  const deleted = new Map<number, DraftNote>();
  let undoKeys = 0;
  const draftOf = (id: number): DraftNote | undefined => store.drafts.find((draft) => draft.id === id);

  /** Unsaved text of a draft. */
  const typed = (draft: DraftNote): DraftView['typed'] => {
    const unsent = texts.edit(store.place, draft.id);
    return unsent && unsent.text !== draft.note ? { text: unsent.text, refusal: unsent.refusal } : undefined;
  };

  /** Stores text while typing. If its draft is gone, it becomes an unsaved text of its own. */
  const keep = async (id: number, text: string): Promise<void> => {
    const draft = draftOf(id);
    if (draft) {
      await texts.save(texts.ofDraftEdit(store.place, draft, text));
      return;
    }
    const before = texts.edit(store.place, id);
    const rest = before ?? { ...blankText(store.place), draftId: id };
    const refusal = vscode.l10n.t('The draft was published or deleted while you were editing it.');
    await texts.save({ ...rest, key: texts.editKey(store.place, id), text, refusal });
  };

  const deleteText = async (id: number): Promise<void> => {
    const unsent = texts.edit(store.place, id);
    if (unsent) await texts.remove(unsent);
  };

  /** Saves a text once; never overwrites a change made elsewhere. */
  const save = async ({ id, text, base }: Extract<FromReview, { type: 'save' }>): Promise<void> => {
    const { t } = vscode.l10n;
    const draft = draftOf(id);
    if (draft === undefined) return keep(id, text);
    page.busy(id, 'saving');
    let theirs: string | undefined;
    const seen = { ...draft, note: base };
    const outcome = await saveDraftText({ reviews, log }, store, { draft: seen, text }, async (now) => {
      if (isSameText(now.note, base))
        return t('The draft has been moved. Save again to save your text at its new place.');
      theirs = now.note;
      return t('It was changed elsewhere since you began to edit it.');
    });
    page.busy(id, undefined);
    if (outcome?.kind === 'done') page.post({ type: 'saved', id });
    else if (outcome && 'refusal' in outcome) page.post({ type: 'notSaved', id, words: outcome.refusal, theirs });
  };

  /** Deletes a draft once; can be undone. */
  const remove = async (id: number): Promise<void> => {
    const draft = draftOf(id);
    if (draft === undefined) return;
    const { t } = vscode.l10n;
    page.busy(id, 'deleting');
    try {
      const written = await store.remove(draft);
      if (written.kind === 'done') {
        const undoKey = (undoKeys += 1);
        deleted.set(undoKey, draft);
        await deleteText(id);
        page.post({ type: 'deleted', undoKey, what: t('Deleted the draft: {0}.', draftPlace(draft)) });
      } else {
        page.post({ type: 'said', words: lostWriteMessage('draftDeletion', written), tone: 'bad' });
      }
    } catch (error) {
      log.error('A draft could not be deleted.', error);
      page.post({ type: 'said', words: t('Not deleted. {0}', explain(error)), tone: 'bad' });
    } finally {
      page.busy(id, undefined);
    }
  };

  /** Recreates a draft deleted here. If refused, its text stays as an unsaved one. */
  const undoRemove = async (undoKey: number): Promise<void> => {
    const draft = deleted.get(undoKey);
    if (draft === undefined || !deleted.delete(undoKey)) return;
    const key = texts.newKey(store.place);
    const known = new Set(store.drafts.map(({ id }) => id));
    await texts.save({ ...texts.ofDraftEdit(store.place, draft, draft.note), key, draftId: undefined });
    if (!(await page.sendLeft(store, key, draft.note))) return;
    const back = store.drafts.find(({ id, note }) => !known.has(id) && isSameText(note, draft.note));
    if (back) page.post({ type: 'reveal', id: back.id });
  };

  /** Moves a draft to its lines in the latest diff. */
  const move = async (id: number): Promise<void> => {
    const [draft, anchor] = [draftOf(id), page.anchorOf(id)];
    if (draft === undefined || anchor === undefined) return;
    const { t } = vscode.l10n;
    const show = (words: string, tone: 'good' | 'bad'): void => page.post({ type: 'said', words, tone });
    page.busy(id, 'saving');
    try {
      const written = await store.edit(draft, { note: draft.note, position: anchor.position });
      if (written.kind === 'done') show(t('Moved to the latest diff.'), 'good');
      else if (written.kind === 'changed')
        show(t('Not moved: the draft was changed elsewhere. Check it again.'), 'bad');
      else if (written.kind === 'gone') show(t('The draft has been published or deleted.'), 'bad');
      else show(lostWriteMessage('draftMove', written), 'bad');
    } catch (error) {
      log.error('A draft could not be moved.', error);
      show(t('Not moved. {0}', refusalReason(error)), 'bad');
    } finally {
      page.busy(id, undefined);
    }
  };

  return { typed, keep, forget: deleteText, save, remove, undoRemove, move };
};
