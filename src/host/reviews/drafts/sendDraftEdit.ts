import * as vscode from '../../vscode.ts';
import type { Delivery } from '../../../model/outbox.ts';
import type { ReviewDrafts } from '../../../model/reviews/drafts.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import { storedHereMessage } from '../../kit/words/lostWrites.ts';
import { fail, tooLongMessage, refusalMessage, type SendDeps } from './sendComment.ts';

/**
 * Saves a draft's new text once. `changed` decides about a draft that was changed elsewhere since it was seen: `mine`
 * overwrites it, `theirs` drops the text, other words refuse it. Undefined while it is being saved already.
 */
export const saveDraftText = async (
  { reviews: { unsent: texts }, log }: Pick<SendDeps, 'reviews' | 'log'>,
  store: ReviewDrafts,
  { draft, text }: { readonly draft: DraftNote; readonly text: string },
  changed: (now: DraftNote, seen: DraftNote) => Promise<string>,
): Promise<Delivery<DraftNote> | undefined> => {
  const { t } = vscode.l10n;
  const stored = texts.ofDraftEdit(store.place, draft, text);
  const outcome = await texts.send<DraftNote>(stored, {
    what: 'text',
    explainRefusal: refusalMessage,
    findEarlier: async () => 'absent',
    prepare: async () => {
      const problem = text.trim() === '' ? t('A draft cannot be empty. Delete it instead.') : tooLongMessage(text);
      return problem === undefined ? undefined : fail(problem);
    },
    write: async () => {
      let seen = draft;
      for (;;) {
        const written = await store.edit(seen, { note: text });
        if (written.kind === 'gone') {
          const refusal = t('The draft has been published or deleted. Sending again adds your text as a new draft.');
          await texts.save({ ...stored, key: texts.newKey(stored), draftId: undefined, refusal });
          void vscode.window.showWarningMessage(storedHereMessage(refusal));
          return { kind: 'left' };
        }
        if (written.kind !== 'changed') return written;
        const answer = await changed(written.now, seen);
        if (answer === 'theirs') return { kind: 'left' };
        if (answer !== 'mine') fail(answer);
        seen = written.now;
      }
    },
  });
  if (outcome && 'cause' in outcome) log.error('A draft could not be changed.', outcome.cause);
  return outcome;
};
