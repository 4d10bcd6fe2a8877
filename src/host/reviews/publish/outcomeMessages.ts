import * as vscode from '../../vscode.ts';
import type { OutcomeView } from '../../../messages/review.ts';
import type { Outcome } from '../../../model/reviews/outcomes.ts';
import { pathOf } from '../../../model/reviews/samePlace.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import { explain } from '../../kit/words/explain.ts';
import { basename } from '../../kit/words/format.ts';
import { lostWriteMessage } from '../../kit/words/lostWrites.ts';
import { refusalReason } from '../drafts/sendComment.ts';
import { noteTitle } from '../threads/noteTitle.ts';
import { draftPlace } from './checkMessages.ts';

type Said = readonly [tone: OutcomeView['tone'], words: string, advice?: string];

type Words<Result extends { readonly kind: string }> = {
  readonly [Kind in Result['kind']]: (outcome: Extract<Result, { readonly kind: Kind }>) => Said;
};

type AllWords = {
  readonly [Of in Outcome['of']]: Words<Extract<Outcome, { readonly of: Of }>['outcome']>;
};

/** Undefined for an outcome of another version of Graft. */
export const outcomeMessage = (
  one: Outcome,
): Pick<OutcomeView, 'what' | 'text' | 'tone' | 'words' | 'advice'> | undefined => {
  const { t } = vscode.l10n;
  const byKind = allWords()[one.of] as unknown as Partial<Record<string, (outcome: Outcome['outcome']) => Said>>;
  const [tone, words, advice] = byKind[one.outcome.kind]?.(one.outcome) ?? [];
  if (tone === undefined || words === undefined) return undefined;
  const names = { summary: t('Summary'), state: t('Review'), approval: t('Approval') };
  const what = one.of === 'draft' ? placeAndFile(one.draft) : names[one.of];
  const text = one.of === 'draft' ? one.draft.note : 'text' in one ? one.text : '';
  return { what, text: noteTitle(text), tone, words, advice };
};

export const isGood = (one: Outcome): boolean => outcomeMessage(one)?.tone === 'good';

/** URL of the comment, or of the page to approve by hand. */
export const outcomeLink = ({ outcome }: Outcome, webUrl: string): string | undefined => {
  if (outcome.kind === 'passwordWanted') return webUrl;
  const note = 'note' in outcome ? outcome.note : 'value' in outcome ? outcome.value : outcome;
  const noteId = note && 'noteId' in note ? note.noteId : undefined;
  return noteId === undefined ? undefined : `${webUrl}#note_${noteId}`;
};

/** Place of a draft, with the file name. */
export const placeAndFile = (draft: DraftNote): string => {
  const path = pathOf(draft.position);
  const place = draftPlace(draft);
  return path === undefined ? place : vscode.l10n.t('{0} of {1}', place, basename(path));
};

const allWords = (): AllWords => {
  const { t } = vscode.l10n;
  const stillDraft = t('It is still a draft.');
  const stopped = t('Not sent: publishing stopped earlier.');
  const carriedOut = (): Said => ['good', t('Quick actions run. They leave no comment.')];
  const textIsStored = t('Check the merge request in the browser. The text is stored below and can be saved again.');
  const readAgain = t('Refresh before you publish again: drafts still listed then were not published.');
  return {
    draft: {
      published: ({ confirmed }) => {
        const words = {
          answered: t('Published.'),
          found: t('Published (connection dropped; confirmed on the server).'),
          elsewhere: t('Published: your comment with this text is already there.'),
        };
        return ['good', words[confirmed]];
      },
      carriedOut,
      leftOver: () => [
        'warning',
        t('The comment is published, but the draft still exists.'),
        t('Delete the draft: publishing it again would duplicate the comment.'),
      ],
      stillDraft: () => [
        'warning',
        t('The server reported it as published, but it is still a draft.'),
        t('Check the merge request before you publish it again.'),
      ],
      pending: ({ cause }) => [
        'warning',
        cause === undefined
          ? t('The window closed before it was published: it is still a draft.')
          : t('It is still a draft. {0}', explain(cause)),
        t('You can publish it again; the server is checked first.'),
      ],
      refused: ({ cause }) => ['bad', t('Not published. {0}', refusalReason(cause)), stillDraft],
      gone: () => ['quiet', t('The draft no longer exists: it was published or deleted elsewhere.')],
      changed: () => [
        'warning',
        t('Not published: the draft was changed elsewhere.'),
        t('Check it and publish it again.'),
      ],
      notSent: () => ['quiet', stopped, stillDraft],
      noComment: () => [
        'bad',
        t('Not published: the server deleted the draft without creating a comment.'),
        t(
          'This happens when the server can’t find the line. The text is stored below: choose another line, or save it without one.',
        ),
      ],
      unknown: ({ seen }) => {
        const words = {
          draftGone: t('The draft no longer exists, and no comment with its text was found. The connection dropped.'),
          unclear: t('The server accepted it, but none of your new comments can be identified as this one.'),
          answer: t('The server accepted it, but its comment could not be read.'),
          nothing: t('It is unknown whether it was published: the connection dropped, and checking failed.'),
        };
        return ['bad', words[seen], seen === 'draftGone' || seen === 'unclear' ? textIsStored : readAgain];
      },
    },
    summary: {
      done: ({ confirmed }) => [
        'good',
        confirmed === 'answered' ? t('Sent.') : t('Sent (connection dropped; confirmed on the server).'),
      ],
      carriedOut,
      earlierIsThere: () => [
        'warning',
        t('Not sent: an earlier version of the text is already there. Send again to add this one too.'),
      ],
      notDone: (lost) => ['warning', lostWriteMessage('summary', lost)],
      unknown: (lost) => ['bad', lostWriteMessage('summary', lost)],
      notSent: () => ['quiet', stopped],
      refused: ({ cause }) => ['bad', t('Not sent. {0} It is still below.', refusalReason(cause))],
      interrupted: () => [
        'warning',
        t(
          'Not confirmed: the window closed before the comment appeared. The text is still below; the server is checked before you send it again.',
        ),
      ],
      missing: () => [
        'warning',
        t(
          'The server accepted it, but the comment is missing. The text is still below; the server is checked before you send it again.',
        ),
      ],
    },
    state: {
      done: ({ state }) => ['good', state === 'reviewed' ? t('Marked as reviewed.') : t('Changes requested.')],
      unclear: () => ['bad', t('The server did not confirm it. Check the merge request.')],
      notAlone: () => [
        'warning',
        t('Not sent: since GitLab 18.0, the server accepts it only together with all your drafts.'),
      ],
      notSent: () => ['quiet', stopped],
      interrupted: () => ['warning', t('The window closed before the server confirmed it. Check the merge request.')],
    },
    approval: {
      done: ({ confirmed }) => [
        'good',
        confirmed === 'answered' ? t('Approved.') : t('Approved (connection dropped; confirmed on the server).'),
      ],
      mayNot: () => ['bad', t('Not approved: you have already approved, or you may not approve.')],
      passwordWanted: () => [
        'bad',
        t('Not approved: this project asks for your password with each approval. Approve in the browser.'),
      ],
      moved: () => ['warning', t('Not approved: new commits were pushed. Check them, then approve again.')],
      notDone: (lost) => ['bad', lostWriteMessage('approval', lost)],
      unknown: (lost) => ['bad', lostWriteMessage('approval', lost)],
      notSent: () => ['quiet', stopped],
      refused: ({ cause }) => ['bad', t('Not approved. {0}', explain(cause))],
      interrupted: () => [
        'warning',
        t('The window closed before the server confirmed the approval. Check the merge request.'),
      ],
    },
  };
};
