import { randomUUID } from 'node:crypto';
import * as vscode from '../../vscode.ts';
import type { Approved, SummaryOutcome } from '../../../model/reviews/publishVerdict.ts';
import type { PublishedDraft } from '../../../model/reviews/publish.ts';
import { pathOf } from '../../../model/reviews/samePlace.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import { basename } from '../../kit/words/format.ts';
import { lostWrite } from '../../kit/words/lostWrites.ts';
import type { KeptOutcome } from './publishReports.ts';
import { noteTitle } from '../threads/noteTitle.ts';
import { draftPlace, outcomeMessage } from './publishMessages.ts';

export const reported = (what: string, text: string, tone: KeptOutcome['tone'], words: string): KeptOutcome => ({
  key: randomUUID(),
  what,
  text: text.trim() === '' ? '' : noteTitle(text),
  tone,
  words,
});

export const notSent = (what: string, text: string): KeptOutcome =>
  reported(what, text, 'quiet', vscode.l10n.t('Not sent: publishing stopped earlier.'));

/** Place of a draft, with the file name. */
export const placeAndFile = (draft: DraftNote): string => {
  const path = pathOf(draft.position);
  const place = draftPlace(draft);
  return path === undefined ? place : vscode.l10n.t('{0} of {1}', place, basename(path));
};

export const draftOutcome = ({ draft, outcome }: PublishedDraft, webUrl: string): KeptOutcome => {
  const { tone, words, advice } = outcomeMessage(outcome);
  const note = 'note' in outcome ? outcome.note : undefined;
  return {
    ...reported(placeAndFile(draft), draft.note, tone, words),
    draftId: draft.id,
    ...(advice === undefined ? {} : { advice }),
    ...(note === undefined ? {} : { link: linkTo(webUrl, note.noteId) }),
  };
};

export const summaryOutcome = (outcome: SummaryOutcome, text: string, webUrl: string): KeptOutcome => {
  const { t } = vscode.l10n;
  const said = (tone: KeptOutcome['tone'], words: string): KeptOutcome => reported(t('Summary'), text, tone, words);
  switch (outcome.kind) {
    case 'done': {
      const words =
        outcome.confirmed === 'answered' ? t('Sent.') : t('Sent (connection dropped; confirmed on the server).');
      return { ...said('good', words), link: linkTo(webUrl, outcome.value.noteId) };
    }
    case 'carriedOut':
      return said('good', t('Quick actions run. They leave no comment.'));
    case 'earlierIsThere': {
      const words = t('Not sent: an earlier version of the text is already there. Send again to add this one too.');
      return { ...said('warning', words), link: linkTo(webUrl, outcome.noteId) };
    }
    default:
      return said(outcome.kind === 'notDone' ? 'warning' : 'bad', lostWrite('summary', outcome));
  }
};

export const approvalOutcome = (approved: Approved, webUrl: string): KeptOutcome => {
  const { t } = vscode.l10n;
  const said = (tone: KeptOutcome['tone'], words: string): KeptOutcome => reported(t('Approval'), '', tone, words);
  switch (approved.kind) {
    case 'done':
      return said(
        'good',
        approved.confirmed === 'answered'
          ? t('Approved.')
          : t('Approved (connection dropped; confirmed on the server).'),
      );
    case 'mayNot':
      return said('bad', t('Not approved: you have already approved, or you may not approve.'));
    case 'passwordWanted': {
      const words = t('Not approved: this project asks for your password with each approval. Approve in the browser.');
      return { ...said('bad', words), link: webUrl };
    }
    case 'moved':
      return said('warning', t('Not approved: new commits were pushed. Check them, then approve again.'));
    default:
      return said('bad', lostWrite('approval', approved));
  }
};

const linkTo = (webUrl: string, noteId: number): string => `${webUrl}#note_${noteId}`;
