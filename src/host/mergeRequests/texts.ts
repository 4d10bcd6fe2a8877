import * as vscode from '../vscode.ts';
import type { FromConversation, TextPlace, TextState, ToConversation } from '../../messages/conversation.ts';
import type { Handlers } from '../../messages/page.ts';
import type { ReviewDrafts } from '../../model/reviews/drafts.ts';
import type { ReviewsArea } from '../reviews/area.ts';

type Kept = ReturnType<ReviewsArea['reviews']['kept']['onPage']>;

/** Comments typed on a merge request page: stored while typing, sent once. */
export const pageTexts = (
  area: ReviewsArea,
  store: ReviewDrafts,
  post: (message: ToConversation) => void,
): vscode.Disposable & { readonly handlers: Handlers<FromConversation>; readonly start: () => void } => {
  const { kept } = area.reviews;
  const refresh = (): Promise<void> => store.load();
  const keptAt = (place: TextPlace): Kept => {
    if (place.kind !== 'note') return kept.onPage(store.place, place.kind === 'thread' ? place.id : undefined);
    return kept.ofNote(store.place, { discussionId: place.thread, id: place.id, base: place.base });
  };
  return {
    handlers: {
      keepText: async ({ place, text }) => {
        const known = keptAt(place);
        if (kept.isSending(known.key)) return;
        if (text.trim() === '' || text === known.base) await kept.forget(known);
        else await kept.keepTyped({ ...known, text });
      },
      sendText: async ({ place, text, form }) => {
        const known = keptAt(place);
        const wish = { ...known, text, refusal: undefined, isPublic: form !== 'draft' };
        const isSent = await area.sendText(store, wish);
        const left = isSent ? undefined : kept.get(known.key);
        post({ type: 'textState', place, state: left ? refused(left) : 'gone' });
        const { t } = vscode.l10n;
        const sent = form === 'draft' ? t('$(check) Added to the review') : t('$(check) Comment sent');
        const words = place.kind === 'note' ? t('$(check) Comment saved') : sent;
        if (isSent) vscode.window.setStatusBarMessage(words, 4_000);
        await refresh();
      },
      lookForText: refresh,
      deleteNote: ({ note: { thread, id, base } }) => area.deleteComment(store, { discussionId: thread, id, base }),
      refreshConversation: refresh,
      stopConversation: () => undefined,
    },
    /** Sends stored texts to the page. */
    start() {
      const texts = kept.allOnPage(store.place).map((each) => {
        kept.boxOpened(each);
        const state: TextState = kept.isSending(each.key)
          ? { kind: 'sending' }
          : each.refusal === undefined
            ? { kind: 'typed', isLeftOver: true }
            : refused(each);
        return { place: placeOf(each), text: each.text, state };
      });
      post({ type: 'texts', texts });
    },
    /** Unsent texts become unsaved comments. */
    dispose() {
      for (const each of kept.allOnPage(store.place)) kept.boxClosed(each);
    },
  };
};

const placeOf = ({ discussionId: thread, noteId: id, base = '' }: Kept): TextPlace => {
  if (thread === undefined) return { kind: 'commit' };
  return id === undefined ? { kind: 'thread', id: thread } : { kind: 'note', thread, id, base };
};

const refused = ({ refusal }: Kept): TextState => ({ kind: 'refused', message: refusal ?? '' });
