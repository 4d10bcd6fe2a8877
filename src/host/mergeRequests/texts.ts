import * as vscode from '../vscode.ts';
import type { FromConversation, TextPlace, TextState, ToConversation } from '../../messages/conversation.ts';
import type { Handlers } from '../../messages/page.ts';
import type { ReviewDrafts } from '../../model/reviews/drafts.ts';
import type { ReviewsArea } from '../reviews/area.ts';

type Kept = ReturnType<ReviewsArea['reviews']['kept']['onPage']>;

/** The comments written on the page of one merge request: kept while they are typed, sent once. */
export class PageTexts implements vscode.Disposable {
  readonly #area: ReviewsArea;
  readonly #store: ReviewDrafts;
  readonly #post: (message: ToConversation) => void;
  readonly #refresh: () => Promise<void>;

  constructor(
    area: ReviewsArea,
    store: ReviewDrafts,
    page: { readonly post: (message: ToConversation) => void; readonly refresh: () => Promise<void> },
  ) {
    this.#area = area;
    this.#store = store;
    this.#post = page.post;
    this.#refresh = page.refresh;
  }

  /** What the page asks for. */
  readonly handlers: Handlers<FromConversation> = {
    keepText: async ({ place, text }) => {
      const { kept } = this.#area.reviews;
      const known = this.#kept(place);
      if (kept.isSending(known.key)) return;
      if (text.trim() === '' || text === known.base) await kept.forget(known);
      else await kept.keepTyped({ ...known, text });
    },
    sendText: async ({ place, text, form }) => {
      const known = this.#kept(place);
      const isSent = await this.#area.sendText(this.#store, {
        ...known,
        text,
        refusal: undefined,
        isPublic: form !== 'draft',
      });
      const left = isSent ? undefined : this.#area.reviews.kept.get(known.key);
      this.#post({ type: 'textState', place, state: left ? refused(left) : 'gone' });
      const { t } = vscode.l10n;
      const sent = form === 'draft' ? t('$(check) Added to the review') : t('$(check) Comment sent');
      const words = place.kind === 'note' ? t('$(check) Comment saved') : sent;
      if (isSent) vscode.window.setStatusBarMessage(words, 4_000);
      await this.#refresh();
    },
    lookForText: () => this.#refresh(),
    deleteNote: ({ note: { thread, id, base } }) =>
      this.#area.deleteComment(this.#store, { discussionId: thread, id, base }),
    refreshConversation: () => this.#refresh(),
    stopConversation: () => undefined,
  };

  /** Gives the page what was typed before. */
  start(): void {
    const { kept } = this.#area.reviews;
    const texts = kept.allOnPage(this.#store.place).map((each) => {
      kept.boxOpened(each);
      const state: TextState = kept.isSending(each.key)
        ? { kind: 'sending' }
        : each.refusal === undefined
          ? { kind: 'typed', isLeftOver: true }
          : refused(each);
      return { place: placeOf(each), text: each.text, state };
    });
    this.#post({ type: 'texts', texts });
  }

  /** What is left unsent is among the unsaved comments from now on. */
  dispose(): void {
    const { kept } = this.#area.reviews;
    for (const each of kept.allOnPage(this.#store.place)) kept.boxClosed(each);
  }

  #kept(place: TextPlace): Kept {
    const { kept } = this.#area.reviews;
    if (place.kind !== 'note') return kept.onPage(this.#store.place, place.kind === 'thread' ? place.id : undefined);
    return kept.ofNote(this.#store.place, { discussionId: place.thread, id: place.id, base: place.base });
  }
}

const placeOf = ({ discussionId: thread, noteId: id, base = '' }: Kept): TextPlace => {
  if (thread === undefined) return { kind: 'commit' };
  return id === undefined ? { kind: 'thread', id: thread } : { kind: 'note', thread, id, base };
};

const refused = ({ refusal }: Kept): TextState => ({ kind: 'refused', message: refusal ?? '' });
