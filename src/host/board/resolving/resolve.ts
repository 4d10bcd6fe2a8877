import * as vscode from '../../vscode.ts';
import type { CellPlace, ResolutionView } from '../../../messages/board.ts';
import {
  carriedOver,
  type Choice,
  type FileInConflict,
  freshFile,
  hasMarks,
  isDone,
  isTextConflict,
  type PickMerge,
  type Resolution,
  type ResolvedFile,
  withoutLabels,
} from '../../../model/composer/resolution.ts';
import { explain } from '../../kit/explain.ts';
import { shortSha, visible } from '../../kit/format.ts';
import { cancellable } from '../../kit/progress.ts';
import type { BoardArea } from '../area.ts';
import type { BoardSession } from '../session.ts';
import { putSides } from './sides.ts';
import { closeEditors, resolvedUri, saveEditors } from './files.ts';
import { nameOf } from './kept.ts';
import { readMerge } from './merges.ts';
import { mergeTexts } from './threeWay.ts';

const ofPlace = ({ open }: BoardSession, { sha, branch }: CellPlace) => ({
  account: open.account.id,
  project: open.project.id,
  sha,
  branch,
});

/** Names the message of a resolution among those that are being written. */
export const messageName = ({ open }: BoardSession, { sha, branch }: CellPlace) => ({
  account: open.account.id,
  pick: { action: 'cherryPick', project: open.project.id, sha, branch } as const,
});

/** Where the message of a resolution is written. */
export const messageUri = (area: BoardArea, session: BoardSession, place: CellPlace): vscode.Uri =>
  area.messageDrafts.uriOf({ ...messageName(session, place), resolvedOn: '' });

/** What was decided so far for a cell. */
export const resolutionOf = (area: BoardArea, session: BoardSession, place: CellPlace): Resolution | undefined =>
  area.boards.resolutions.get(nameOf(ofPlace(session, place)));

/** Keeps what was decided for a cell, and shows it. */
export const keepResolution = async (
  area: BoardArea,
  session: BoardSession,
  resolution: Resolution,
): Promise<Resolution> => {
  await area.boards.resolutions.keep(resolution);
  tellResolution(area, session, resolution);
  return resolution;
};

/** Shows what was decided for a cell. */
export const tellResolution = (area: BoardArea, session: BoardSession, place: CellPlace): void => {
  const { sha, branch } = place;
  const resolution = resolutionOf(area, session, place);
  session.tellResolution({ sha, branch }, resolution && resolutionView(resolution));
};

const resolutionView = ({ files, madeOn }: Resolution): ResolutionView => ({
  files: files.map((file) => ({ path: file.path, isDone: isDone(file), canMark: canMark(file), note: noteOf(file) })),
  madeOn,
});

/** Whether a file is a text without conflict marks that nobody has marked as resolved yet. */
export const canMark = ({ choice, text, isResolved }: ResolvedFile): boolean =>
  choice === 'text' && !isResolved && !hasMarks(text ?? '');

const noteOf = ({ choice, text, isResolved, note }: ResolvedFile): string => {
  const { t } = vscode.l10n;
  if (choice === 'text') {
    if (hasMarks(text ?? '')) return t('has conflict marks');
    if (isResolved) return t('resolved');
    if (note === 'moved') return t('the branch has another version now: check it');
    return note === 'remembered' ? t('resolved as before, like git rerere: check it') : t('not marked as resolved');
  }
  if (!isResolved) return t('to be chosen');
  return choice === 'ours' ? t('as on the branch') : choice === 'theirs' ? t('as in the commit') : t('deleted');
};

/** What was decided for a cell, tried on the branch at `tip`, and what merges there. */
export const settle = async (
  area: BoardArea,
  session: BoardSession,
  { place, tip }: { readonly place: CellPlace; readonly tip: string },
  signal: AbortSignal,
): Promise<{ readonly resolution: Resolution; readonly merge: PickMerge }> => {
  const merge = await readMerge(area, { open: session.open, place, tip }, signal);
  const fresh = [];
  for (const conflict of merge.conflicts) fresh.push(await begin(area, session, conflict, signal));
  const known = resolutionOf(area, session, place);
  const files = carriedOver(known?.files ?? [], fresh);
  const begunAtMs = known?.begunAtMs ?? Date.now();
  const resolution = { ...ofPlace(session, place), tip, files, begunAtMs, madeOn: known?.madeOn };
  await keepResolution(area, session, resolution);
  // open editors may show the text from before
  if (known !== undefined && known.tip !== tip) area.boards.resolved.renew(resolution);
  return { resolution, merge };
};

/** A conflict that was resolved before begins as it was resolved, with what is different around it: git's rerere. */
const begin = async (
  area: BoardArea,
  session: BoardSession,
  conflict: FileInConflict,
  signal: AbortSignal,
): Promise<ResolvedFile> => {
  if (!isTextConflict(conflict) || conflict.marked === undefined) return freshFile(conflict, undefined);
  const { account, project } = session.open;
  const known = area.boards.resolutions.recall({ account: account.id, project: project.id }, conflict.marked);
  if (known === undefined) return freshFile(conflict, undefined);
  const texts = { base: known.before, ours: withoutLabels(conflict.marked), theirs: known.after };
  if (texts.base === texts.ours) return freshFile(conflict, known.after);
  const { text, isClean } = await mergeTexts(area.repositories, { ...texts, labels: ['', ''] }, signal);
  return freshFile(conflict, isClean && !hasMarks(text) ? text : undefined);
};

/**
 * Opens a file in conflict to be resolved: in the merge editor, or as a question. Without a path the next one. True once a
 * question has decided it.
 */
export const resolveConflict = async (
  area: BoardArea,
  session: BoardSession,
  place: CellPlace,
  path: string | undefined,
): Promise<boolean> => {
  const { t } = vscode.l10n;
  const known = resolutionOf(area, session, place);
  if (known && !(await saveEditors(known))) return false;
  const column = session.board.column(place.branch);
  const tip = column.kind === 'read' ? column.tip : session.board.cell(place).result?.tip;
  if (tip === undefined) {
    void vscode.window.showInformationMessage(t('Test the cell again first.'));
    return false;
  }
  const settled = await cancellable(t('Reading the conflict…'), (signal) =>
    settle(area, session, { place, tip }, signal),
  );
  if (settled === undefined) return false;
  const { resolution, merge } = settled;
  const wanted = path ?? (resolution.files.find((file) => !isDone(file)) ?? resolution.files[0])?.path;
  const conflict = merge.conflicts.find((each) => each.path === wanted);
  if (conflict === undefined) {
    void vscode.window.showInformationMessage(t('No file is in conflict any more. Test the cell again.'));
    return false;
  }
  if (isTextConflict(conflict)) {
    await openEditor(area, resolution, conflict);
    return false;
  }
  const choice = await askChoice(conflict);
  if (choice === undefined) return false;
  await change(area, session, place, conflict.path, (file) => ({ ...file, choice, isResolved: true }));
  return true;
};

const openEditor = async (area: BoardArea, resolution: Resolution, conflict: FileInConflict): Promise<void> => {
  const { t } = vscode.l10n;
  const { sha, branch } = resolution;
  const { base, ours, theirs } = putSides(area.boards.documents, resolution, conflict);
  const output = resolvedUri(resolution, conflict.path);
  try {
    await vscode.commands.executeCommand('_open.mergeEditor', {
      base,
      input1: { uri: ours, title: visible(branch), description: t('on the branch') },
      input2: { uri: theirs, title: shortSha(sha), description: t('with the commit') },
      output,
    });
  } catch (error) {
    area.log.info(`The merge editor was not opened: ${explain(error)}`);
    await vscode.window.showTextDocument(output, { preview: false });
  }
};

const askChoice = async ({ path, ours, theirs }: FileInConflict): Promise<Choice | undefined> => {
  const { t } = vscode.l10n;
  const rows: (vscode.QuickPickItem & { readonly choice: Choice })[] = [];
  if (ours) rows.push({ label: t('Keep the branch’s version'), choice: 'ours' });
  if (theirs) rows.push({ label: t('Take the commit’s version'), choice: 'theirs' });
  if (ours && theirs) rows.push({ label: t('Delete the file'), choice: 'delete' });
  if (!ours) rows.push({ label: t('Leave it deleted'), description: t('as on the branch'), choice: 'ours' });
  if (!theirs) rows.push({ label: t('Delete the file'), description: t('as in the commit'), choice: 'delete' });
  const placeHolder = !ours
    ? t('The branch does not have this file. Nothing is sent before you commit the resolution.')
    : !theirs
      ? t('The commit does not have this file. Nothing is sent before you commit the resolution.')
      : t('This file cannot be merged as text. Nothing is sent before you commit the resolution.');
  return (await vscode.window.showQuickPick(rows, { title: t('Resolve {0}', visible(path)), placeHolder }))?.choice;
};

const change = async (
  area: BoardArea,
  session: BoardSession,
  place: CellPlace,
  path: string,
  how: (file: ResolvedFile) => ResolvedFile,
): Promise<void> => {
  const now = resolutionOf(area, session, place);
  if (now === undefined) return tellResolution(area, session, place);
  const files = now.files.map((file) => (file.path === path ? how(file) : file));
  await keepResolution(area, session, { ...now, files });
};

/** Marks a file as resolved, as it stands in the editor. */
export const markResolved = async (
  area: BoardArea,
  session: BoardSession,
  place: CellPlace,
  path: string,
): Promise<void> => {
  const known = resolutionOf(area, session, place);
  if (known && !(await saveEditors(known))) return;
  const file = resolutionOf(area, session, place)?.files.find((each) => each.path === path);
  if (file && hasMarks(file.text ?? '')) {
    void vscode.window.showInformationMessage(vscode.l10n.t('{0} still has conflict marks.', visible(path)));
    return;
  }
  await change(area, session, place, path, (each) => ({ ...each, isResolved: true }));
};

/** Forgets what was decided for a cell, after asking. */
export const discardResolution = async (area: BoardArea, session: BoardSession, place: CellPlace): Promise<void> => {
  const { t } = vscode.l10n;
  const resolution = resolutionOf(area, session, place);
  if (resolution === undefined) return tellResolution(area, session, place);
  const discard = t('Discard Resolution');
  const message = messageUri(area, session, place);
  const also = area.messageDrafts.get(message) === undefined ? [] : ['', t('Its commit message is discarded, too.')];
  const detail = [...resolution.files.map(({ path }) => visible(path)), ...also].join('\n');
  const question = t('Discard what you have resolved of {0} on {1}?', shortSha(place.sha), visible(place.branch));
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, discard)) !== discard) return;
  await closeEditors(resolution);
  await area.messages.close(message);
  await area.boards.resolutions.forget(nameOf(resolution));
  tellResolution(area, session, place);
};
