import { posix } from 'node:path';
import * as vscode from '../../vscode.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import { filePosition } from '../../../model/reviews/position.ts';
import type { GivenPosition } from '../../../wire/notes.ts';
import type { ReviewsArea } from '../area.ts';
import type { KeptDraft } from '../drafts/keptDrafts.ts';
import { pickFile, readFiles } from './changedFiles.ts';
import { readReviewFile } from './reviewFiles.ts';
import type { RequestFileItem } from '../view/rows.ts';
import { noAccount, tooLong } from '../drafts/send.ts';
import { placeOfReview } from '../subject.ts';
import { reviewSubject, uriInFront } from '../chooseReview.ts';
import { type Manner, sendAndReport, unsent } from '../drafts/sendAndReport.ts';

/** Drafts a comment on a whole file, such as an image or one without diff lines. */
export const commentOnFile = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const target = await fileTarget(area, argument);
  if (target) await writeWhole(area, target, `!${target.place.iid} · ${posix.basename(target.name)}`);
};

/** Drafts a comment on the merge request. */
export const commentOnRequest = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await reviewSubject(area, argument, t('Comment on which merge request?'));
  if (subject === undefined) return;
  const target = { place: placeOfReview(subject), position: undefined, commitId: undefined };
  await writeWhole(area, target, `!${subject.request.iid}`);
};

/** Opens the editor of a comment without a line, with unsaved text if there is any. */
const writeWhole = async (
  area: ReviewsArea,
  { place, ...spot }: { readonly place: ReviewPlace } & Pick<KeptDraft, 'position' | 'commitId'>,
  name: string,
): Promise<void> => {
  const { kept: texts, commentFiles } = area.reviews;
  if (area.reviews.saysReadOnly(place.account)) return;
  const open = commentFiles.open.filter((each) => placeKey(each) === placeKey(place));
  const before = [...open, ...texts.of(place).filter(isTypedOnly)].find(
    (each) => JSON.stringify(spotIn(each)) === JSON.stringify(spotIn(spot)),
  );
  await commentFiles.show(before ?? { ...unsent(area, place, ''), ...spot }, vscode.l10n.t('Comment on {0}', name));
};

const spotIn = ({ position, commitId }: Pick<KeptDraft, 'position' | 'commitId'>) => ({ position, commitId });

const isTypedOnly = ({ isPublic, discussionId, draftId, noteId, maybeSent, isGuess, refusal }: KeptDraft): boolean =>
  !isPublic &&
  !isGuess &&
  [discussionId, draftId, noteId].every((each) => each === undefined) &&
  !maybeSent &&
  refusal === undefined;

/**
 * Sends the focused comment once; its editor closes when the server has it. Resolves to false when no such editor has the
 * focus.
 */
export const sendWritten = async (area: ReviewsArea, { isPublic }: Pick<Manner, 'isPublic'>): Promise<boolean> => {
  const { t } = vscode.l10n;
  const { commentFiles, kept: texts, threads } = area.reviews;
  const document = vscode.window.activeTextEditor?.document;
  const kept = document && commentFiles.get(document.uri);
  if (document === undefined || kept === undefined) return false;
  const store = threads.storeOf(kept);
  if (texts.isSending(kept.key)) return true;
  const text = document.getText().trim();
  const problem = text === '' ? t('Write something first.') : tooLong(text);
  if (problem !== undefined || store === undefined) {
    void vscode.window.showWarningMessage(problem ?? noAccount());
    return true;
  }
  const isSent = await sendAndReport(area, store, { ...kept, text, isPublic, refusal: undefined });
  // keep text typed during sending
  if (!isSent) await commentFiles.writeFile(document.uri, Buffer.from(document.getText()));
  return true;
};

const fileTarget = async (
  area: ReviewsArea,
  argument: unknown,
): Promise<
  { place: ReviewPlace; position: GivenPosition; commitId?: string | undefined; name: string } | undefined
> => {
  const { t } = vscode.l10n;
  if (isFileRow(argument)) {
    const { change, version: refs, parent } = argument;
    const { oldPath, newPath } = change;
    return { place: placeOfReview(parent), position: filePosition({ refs, oldPath, newPath }), name: newPath };
  }
  const uri = uriInFront();
  const file = uri && readReviewFile(uri);
  const store = file && area.reviews.threads.storeOf(file);
  if (file && store) {
    return { place: store.place, position: filePosition(file), commitId: file.commit, name: file.newPath };
  }
  const subject = await reviewSubject(area, argument, t('Comment on a file of which merge request?'));
  const place = subject && placeOfReview(subject);
  const ready = place && (await readFiles(area, place));
  const change = ready && (await pickFile(ready, t('Comment on a file of !{0}', place.iid)));
  if (!place || !change) return undefined;
  const { oldPath, newPath } = change;
  return { place, position: filePosition({ refs: ready.version, oldPath, newPath }), name: newPath };
};

const isFileRow = (argument: unknown): argument is RequestFileItem =>
  typeof argument === 'object' && argument !== null && 'kind' in argument && argument.kind === 'requestFile';
