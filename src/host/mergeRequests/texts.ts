import * as vscode from '../vscode.ts';
import type { FromConversation, ToConversation } from '../../messages/conversation.ts';
import type { Handlers } from '../../messages/page.ts';
import type { ReviewDrafts } from '../../model/reviews/drafts.ts';
import { filePosition } from '../../model/reviews/newCommentPosition.ts';
import { type PageTexts, pageTexts } from '../kit/texts/pageTexts.ts';
import type { ReviewsArea } from '../reviews/area.ts';

/** Comments typed on a merge request page. */
export const requestTexts = (
  area: ReviewsArea,
  store: ReviewDrafts,
  post: (message: ToConversation) => void,
): Omit<PageTexts, 'handlers'> & { readonly handlers: Handlers<FromConversation> } => {
  const { unsent } = area.reviews;
  const { t } = vscode.l10n;
  const refresh = (): Promise<void> => store.load();
  const { handlers, ...page } = pageTexts(unsent, post, {
    at: (place) => {
      if (place.kind === 'line') {
        const read = area.reviews.changes.known(store.place);
        const text = unsent.ofFile(store.place, place.newPath, read && filePosition({ ...place, refs: read.version }));
        if (text === undefined)
          throw new Error(
            t('GitLab is still preparing the changes of !{0}. Try again in a moment.', String(store.place.iid)),
          );
        return text;
      }
      if (place.kind !== 'note') return unsent.ofThread(store.place, place.kind === 'thread' ? place.id : undefined);
      return unsent.ofNoteEdit(store.place, { discussionId: place.thread, id: place.id, base: place.base });
    },
    all: () => unsent.allOfPage(store.place),
    placeOf: ({ discussionId: thread, noteId: id, base = '', position }) => {
      if (position) {
        const { old_path: oldPath, new_path: newPath } = position;
        return { kind: 'line', oldPath: oldPath ?? '', newPath: newPath ?? '', oldLine: undefined, newLine: undefined };
      }
      if (thread === undefined) return { kind: 'commit' };
      return id === undefined ? { kind: 'thread', id: thread } : { kind: 'note', thread, id, base };
    },
    send: async (text, { place, form }) => {
      const isSent = await area.sendText(store, { ...text, isPublic: form !== 'draft' });
      const sent = form === 'draft' ? t('$(check) Added to the review') : t('$(check) Comment sent');
      const words = place.kind === 'note' ? t('$(check) Comment saved') : sent;
      if (isSent) vscode.window.setStatusBarMessage(words, 4_000);
      else void refresh();
      return undefined;
    },
  });
  return {
    ...page,
    handlers: {
      ...handlers,
      deleteNote: ({ note: { thread, id, base } }) => area.deleteComment(store, { discussionId: thread, id, base }),
      refreshConversation: refresh,
      stopConversation: () => undefined,
    },
  };
};
