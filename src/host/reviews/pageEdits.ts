import * as vscode from '../vscode.ts';
import type { DraftView, FromReview, ToReview } from '../../messages/review.ts';
import type { ReviewDrafts } from '../../model/reviews/drafts.ts';
import type { Anchor } from '../../model/reviews/preflightAnchor.ts';
import { isSameText } from '../../model/sameText.ts';
import type { DraftNote } from '../../wire/draftNotes.ts';
import { explain } from '../kit/explain.ts';
import { lostWrite } from '../kit/lostWrites.ts';
import type { Log } from '../shell/log.ts';
import { blankText } from './keptDrafts.ts';
import { draftPlace } from './publishMessages.ts';
import type { Reviews } from './reviewParts.ts';
import { reasonRefused, tooLong, whyRefused } from './send.ts';

/** The page as edits see it. */
interface Page {
  readonly post: (message: ToReview) => void;
  readonly busy: (id: number, state: NonNullable<DraftView['busy']> | undefined) => void;
  readonly anchorOf: (id: number) => Anchor | undefined;
  /** Sends a kept text as a draft; answers whether the server has it. */
  readonly sendLeft: (store: ReviewDrafts, key: string, text: string) => Promise<boolean>;
}

/** What a page changes on drafts. Texts are kept until the server has them. */
export class PageEdits {
  readonly #store: ReviewDrafts;
  readonly #reviews: Reviews;
  readonly #log: Log;
  readonly #page: Page;
  /** Drafts that were deleted here, by the key that brings them back. */
  readonly #deleted = new Map<number, DraftNote>();
  #undoKeys = 0;

  constructor(store: ReviewDrafts, parts: { readonly reviews: Reviews; readonly log: Log }, page: Page) {
    this.#store = store;
    this.#reviews = parts.reviews;
    this.#log = parts.log;
    this.#page = page;
  }

  /** What was typed for a draft and the server does not have. */
  typed(draft: DraftNote): DraftView['typed'] {
    const kept = this.#reviews.kept.edit(this.#store.place, draft.id);
    return kept && kept.text !== draft.note ? { text: kept.text, refusal: kept.refusal } : undefined;
  }

  /** Keeps what is being typed. For a draft that is gone it becomes a text of its own, which is offered again. */
  async keep(id: number, text: string): Promise<void> {
    const draft = this.#draft(id);
    if (draft) {
      await this.#reviews.kept.keep(this.#reviews.kept.editOf(this.#store.place, draft, text));
      return;
    }
    const before = this.#reviews.kept.edit(this.#store.place, id);
    const rest = before ?? { ...blankText(this.#store.place), draftId: id };
    const refusal = vscode.l10n.t('The draft was published or deleted while you were editing it.');
    await this.#reviews.kept.keep({ ...rest, key: this.#reviews.kept.editKey(this.#store.place, id), text, refusal });
  }

  async forget(id: number): Promise<void> {
    const kept = this.#reviews.kept.edit(this.#store.place, id);
    if (kept) await this.#reviews.kept.forget(kept);
  }

  /** Saves a text, once; not over what somebody wrote meanwhile. */
  async save({ id, text, base }: Extract<FromReview, { type: 'save' }>): Promise<void> {
    const { t } = vscode.l10n;
    const draft = this.#draft(id);
    if (draft === undefined) return this.keep(id, text);
    const kept = this.#reviews.kept.editOf(this.#store.place, draft, text);
    const refuse = async (words: string, theirs?: string): Promise<void> => {
      await this.#reviews.kept.keep({ ...kept, refusal: words });
      this.#page.post({ type: 'notSaved', id, words, theirs });
    };
    if (text.trim() === '') return refuse(t('A draft cannot be empty. Delete it instead.'));
    const long = tooLong(text);
    if (long !== undefined) return refuse(long);
    await this.#reviews.kept.keep(kept);
    this.#page.busy(id, 'saving');
    try {
      const written = await this.#store.edit({ ...draft, note: base }, { note: text });
      switch (written.kind) {
        case 'done':
          await this.#reviews.kept.forget(kept);
          this.#page.post({ type: 'saved', id });
          return;
        case 'changed':
          return await (isSameText(written.now.note, base)
            ? refuse(t('The draft has been moved. Save again to save your text at its new place.'))
            : refuse(t('It was changed elsewhere since you began to edit it.'), written.now.note));
        case 'gone':
          await this.keep(id, text);
          this.#page.post({
            type: 'said',
            words: t('The draft has been published or deleted. Your text is stored above.'),
            tone: 'bad',
          });
          return;
        default:
          return await refuse(lostWrite('text', written));
      }
    } catch (error) {
      this.#log.error('A draft could not be changed.', error);
      await refuse(whyRefused(error));
    } finally {
      this.#page.busy(id, undefined);
    }
  }

  /** Deletes a draft, once; it can be brought back. */
  async remove(id: number): Promise<void> {
    const draft = this.#draft(id);
    if (draft === undefined) return;
    const { t } = vscode.l10n;
    this.#page.busy(id, 'deleting');
    try {
      const written = await this.#store.remove(draft);
      if (written.kind === 'done') {
        const undoKey = (this.#undoKeys += 1);
        this.#deleted.set(undoKey, draft);
        await this.forget(id);
        this.#page.post({ type: 'deleted', undoKey, what: t('Deleted the draft: {0}.', draftPlace(draft)) });
      } else {
        this.#page.post({ type: 'said', words: lostWrite('draftDeletion', written), tone: 'bad' });
      }
    } catch (error) {
      this.#log.error('A draft could not be deleted.', error);
      this.#page.post({ type: 'said', words: t('Not deleted. {0}', explain(error)), tone: 'bad' });
    } finally {
      this.#page.busy(id, undefined);
    }
  }

  /** Writes a draft again that was deleted here. What the server does not take is kept and offered again. */
  async undoRemove(undoKey: number): Promise<void> {
    const draft = this.#deleted.get(undoKey);
    if (draft === undefined || !this.#deleted.delete(undoKey)) return;
    const key = this.#reviews.kept.newKey(this.#store.place);
    const known = new Set(this.#store.drafts.map(({ id }) => id));
    await this.#reviews.kept.keep({
      ...this.#reviews.kept.editOf(this.#store.place, draft, draft.note),
      key,
      draftId: undefined,
    });
    if (!(await this.#page.sendLeft(this.#store, key, draft.note))) return;
    const back = this.#store.drafts.find(({ id, note }) => !known.has(id) && isSameText(note, draft.note));
    if (back) this.#page.post({ type: 'reveal', id: back.id });
  }

  /** Moves a draft to where its lines are in the newest diff. */
  async move(id: number): Promise<void> {
    const [draft, anchor] = [this.#draft(id), this.#page.anchorOf(id)];
    if (draft === undefined || anchor === undefined) return;
    const { t } = vscode.l10n;
    const say = (words: string, tone: 'good' | 'bad'): void => this.#page.post({ type: 'said', words, tone });
    this.#page.busy(id, 'saving');
    try {
      const written = await this.#store.edit(draft, { note: draft.note, position: anchor.position });
      if (written.kind === 'done') say(t('Moved to the latest diff.'), 'good');
      else if (written.kind === 'changed') say(t('Not moved: the draft was changed elsewhere. Check it again.'), 'bad');
      else if (written.kind === 'gone') say(t('The draft has been published or deleted.'), 'bad');
      else say(lostWrite('draftMove', written), 'bad');
    } catch (error) {
      this.#log.error('A draft could not be moved.', error);
      say(t('Not moved. {0}', reasonRefused(error)), 'bad');
    } finally {
      this.#page.busy(id, undefined);
    }
  }

  #draft(id: number): DraftNote | undefined {
    return this.#store.drafts.find((draft) => draft.id === id);
  }
}
