import * as vscode from '../vscode.ts';
import type { ReviewPlace } from '../../model/reviews/drafts.ts';
import { filePosition } from '../../model/reviews/position.ts';
import { isSameText } from '../../model/reviews/quickActions.ts';
import type { GivenPosition } from '../../wire/notes.ts';
import type { ReviewsArea } from './area.ts';
import { askText, type TextQuestion } from '../kit/askText.ts';
import type { KeptDraft } from './keptDrafts.ts';
import { pickFile, readFiles } from './changedFiles.ts';
import { readReviewFile } from './reviewFiles.ts';
import type { RequestFileItem } from './rows.ts';
import { tooLong } from './send.ts';
import { placeOfReview } from './subject.ts';
import { reviewSubject } from './chooseReview.ts';
import { sendAndReport, unsent } from './sendAndReport.ts';

/** Writes a draft about a file as a whole: for pictures, and for files without lines in the diff. */
export const commentOnFile = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const target = await fileTarget(area, argument);
  if (target) await writeWhole(area, target, vscode.l10n.t('Comment on {0}', target.name));
};

/** Writes a draft about a merge request as a whole. */
export const commentOnRequest = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await reviewSubject(area, argument, t('Comment on which merge request?'));
  if (subject === undefined) return;
  const target = { place: placeOfReview(subject), position: undefined, commitId: undefined };
  await writeWhole(area, target, t('Comment on !{0}', subject.request.iid));
};

/** Asks for a text that stands on no line, and adds it to the review. What is typed is kept from the first letter on. */
const writeWhole = async (
  area: ReviewsArea,
  { place, ...spot }: { readonly place: ReviewPlace } & Pick<KeptDraft, 'position' | 'commitId'>,
  title: string,
): Promise<void> => {
  const { kept: texts, stores } = area.reviews;
  if (area.reviews.saysReadOnly(place.account)) return;
  // what was typed there before and never sent goes on
  const before = texts
    .of(place)
    .find((each) => isTypedOnly(each) && JSON.stringify(spotIn(each)) === JSON.stringify(spotIn(spot)));
  const kept = before ?? { ...unsent(area, place, ''), ...spot };
  let isLonger = false;
  const { t } = vscode.l10n;
  const text = await askKept(area, kept, {
    title,
    prompt: t('Write a draft comment. Markdown supported'),
    value: kept.text,
    more: { tooltip: t('Save Draft and Add Lines'), chosen: () => (isLonger = true) },
  });
  if (text === undefined) return;
  const store = stores.of(place);
  await store.start();
  const known = new Set(store.drafts.map(({ id }) => id));
  const isSent = await sendAndReport(area, store, { ...kept, text });
  const draft = store.drafts.find(({ id, note }) => !known.has(id) && isSameText(note, text));
  if (isLonger && isSent && draft) await vscode.commands.executeCommand('graft.reviews.editDraft', { store, draft });
};

const spotIn = ({ position, commitId }: Pick<KeptDraft, 'position' | 'commitId'>) => ({ position, commitId });

const isTypedOnly = ({ isPublic, discussionId, draftId, maybeSent, isGuess, refusal }: KeptDraft): boolean =>
  !isPublic && !isGuess && discussionId === undefined && draftId === undefined && !maybeSent && refusal === undefined;

/** Asks for a text of one line. What is typed outlives the box, however that closes; it is whoever sends it who forgets it. */
export const askKept = async (
  area: ReviewsArea,
  kept: KeptDraft,
  question: Pick<TextQuestion, 'title' | 'prompt' | 'value' | 'more'>,
): Promise<string | undefined> => {
  const { kept: texts } = area.reviews;
  let now = { ...kept, text: question.value };
  texts.boxOpened(now);
  const text = await askText({
    ...question,
    problem: (each) => (each === '' ? vscode.l10n.t('Write something first.') : tooLong(each)),
    typed: (each) => {
      now = { ...kept, text: each };
      void texts.keepTyped(now);
    },
  });
  texts.boxClosed(now);
  return text;
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
  const uri = vscode.window.activeTextEditor?.document.uri;
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
