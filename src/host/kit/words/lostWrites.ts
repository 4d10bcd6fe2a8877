import * as vscode from '../../vscode.ts';
import type { WriteOutcome } from '../../../model/writeOnce.ts';
import { explain } from './explain.ts';

/** A write whose response was lost and that wasn't found to be done. */
export type Lost = Exclude<WriteOutcome<unknown>, { readonly kind: 'done' }>;

export type LostWrite = keyof ReturnType<typeof effects>;

/** The known effect of a lost write, then the cause. */
export const lostWriteMessage = (what: LostWrite, { kind, cause }: Lost): string =>
  `${effects()[what][kind]} ${explain(cause)}`;

export const storedHereMessage = (refusal: string): string =>
  vscode.l10n.t('{0} Your comment is stored here.', refusal);

const effects = () => {
  const { t } = vscode.l10n;
  return {
    text: {
      notDone: t('The server still has the previous text.'),
      unknown: t('It is unknown which text the server has.'),
    },
    comment: {
      notDone: t('The comment has not appeared on the server. Sending again checks the server first.'),
      unknown: t('It is unknown whether the server has the comment. Sending again checks the server first.'),
    },
    commentDeletion: {
      notDone: t('The comment is still there.'),
      unknown: t('It is unknown whether the comment was deleted.'),
    },
    draftDeletion: {
      notDone: t('The draft was not deleted.'),
      unknown: t('It is unknown whether the draft was deleted.'),
    },
    draftMove: { notDone: t('The draft was not moved.'), unknown: t('It is unknown whether the draft was moved.') },
    thread: { notDone: t('The thread is unchanged.'), unknown: t('It is unknown whether the thread was changed.') },
    suggestion: { notDone: t('Nothing was applied.'), unknown: t('It is unknown whether anything was applied.') },
    summary: {
      notDone: t(
        'The comment has not appeared yet. The text is still below; the server is checked before you send it again.',
      ),
      unknown: t(
        'It is unknown whether the comment was published. The text is still below; the server is checked before you send it again.',
      ),
    },
    job: { notDone: t('Nothing was started.'), unknown: t('It is unknown whether it has started; Graft checks that.') },
    mergeRequest: {
      notDone: t('No merge request was created.'),
      unknown: t('It is unknown whether the merge request was created; it is looked for before you create it again.'),
    },
    approval: {
      notDone: t('It is not approved so far. Check the merge request.'),
      unknown: t('It is unknown whether it was approved. Check the merge request.'),
    },
  };
};
