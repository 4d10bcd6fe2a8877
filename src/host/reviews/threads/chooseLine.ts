import * as vscode from '../../vscode.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import { numberOn } from '../../../model/reviews/diffLines.ts';
import { filePosition, positionAmong } from '../../../model/reviews/newCommentPosition.ts';
import { type CodeLine, codeLines } from '../../../model/reviews/preflightAnchor.ts';
import type { GivenPosition } from '../../../wire/notes.ts';
import type { ReviewsArea } from '../area.ts';
import { visibleLabel } from '../../kit/words/format.ts';
import { chooseUnpublished } from '../drafts/chooseUnpublished.ts';
import { pickFile, readFiles, type ReadyFiles } from '../files/openChangedFiles.ts';
import { sendAndReport } from '../drafts/sendAndReport.ts';

/** Asks for the line of an unsaved comment and adds it to the review there. */
export const chooseLine = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const own = await chooseUnpublished(area, argument, 'kept', t('Choose a line for which text?'));
  if (own?.kept === undefined) return;
  const { store, kept: unsent } = own;
  if (area.reviews.isReadOnly(store.place.account)) return;
  const ready = await readFiles(area, store.place);
  const change = ready && (await pickFile(ready, t('Choose a Line of !{0}', store.place.iid)));
  const position = change && (await pickPosition(ready, change));
  if (position === undefined) return;
  await store.start();
  const placed = {
    ...unsent,
    position,
    commitId: undefined,
    discussionId: undefined,
    draftId: undefined,
    noteId: undefined,
    base: undefined,
    isGuess: false,
    refusal: undefined,
  };
  await sendAndReport(area, store, placed);
};

type PositionRow = vscode.QuickPickItem & { readonly position: () => GivenPosition | undefined };

/** Asks for a line of the diff, or the whole file. */
const pickPosition = async ({ version }: ReadyFiles, change: FileChange): Promise<GivenPosition | undefined> => {
  const { t } = vscode.l10n;
  const file = { refs: version, oldPath: change.oldPath, newPath: change.newPath };
  const whole: PositionRow = { label: t('The whole file'), position: () => filePosition(file) };
  const lines = codeLines(change.diff);
  const rows = lines.map((line): PositionRow => {
    const side = line.kind === 'removed' ? 'old' : 'new';
    const number = numberOn(line, side);
    const span = { side, first: number, last: number } as const;
    return { label: lineLabel(line, number), position: () => positionAmong(file, lines, span) };
  });
  const options = { title: visibleLabel(change.newPath), placeHolder: t('Which line?') };
  return (await vscode.window.showQuickPick([whole, ...rows], options))?.position();
};

const signs: Readonly<Record<CodeLine['kind'], string>> = { added: '+', removed: '−', context: ' ' };

const lineLabel = ({ kind, text }: CodeLine, number: number): string =>
  `${number} ${signs[kind]} ${visibleLabel(text.trim())}`;
