import * as vscode from '../../vscode.ts';
import type { ResolutionView } from '../../../messages/board.ts';
import {
  canMark,
  carriedOver,
  type Choice,
  type FileInConflict,
  type FileVersion,
  freshFile,
  hasMarks,
  isDone,
  type PickMerge,
  type Resolution,
  type ResolvedFile,
  undecidedIn,
} from '../../../model/composer/resolution.ts';
import { lfsObject } from '../../../model/composer/wholeFile.ts';
import { markedText } from '../../../model/text/textMerge.ts';
import { bytesText, shortSha, visible } from '../../kit/words/format.ts';
import { pickRow } from '../../kit/questions/pickRow.ts';
import { cancellable } from '../../kit/progress.ts';
import type { BoardArea } from '../area.ts';
import { theirsLabel } from './localMerge.ts';
import { openMergeEditor } from './mergeEditor.ts';
import { type ConflictPick, resolutionName, seenTip } from './conflictPick.ts';
import { putSides } from './sides.ts';
import { closeEditors, resolvedUri } from './resolvedFileSystem.ts';
import { nameOf } from './savedResolutions.ts';
import { readMerge } from './merges.ts';

/** Key of the message draft. */
export const messageName = ({ open: { account, project }, action, sha, branch }: ConflictPick) => ({
  account: account.id,
  pick: { action, project: project.id, sha, branch } as const,
});

export const messageUri = (area: BoardArea, pick: ConflictPick): vscode.Uri =>
  area.messageDrafts.uriOf({ ...messageName(pick), resolvedOn: '' });

/** The stored resolution of a pick. */
export const resolutionOf = (area: BoardArea, pick: ConflictPick): Resolution | undefined =>
  area.boards.resolutions.get(nameOf(resolutionName(pick)));

/** Stores the resolution and shows it. */
export const keepResolution = async (
  area: BoardArea,
  pick: ConflictPick,
  resolution: Resolution,
): Promise<Resolution> => {
  await area.boards.resolutions.save(resolution);
  postResolution(area, pick);
  return resolution;
};

export const postResolution = (area: BoardArea, pick: ConflictPick): void => {
  const { session, sha, branch } = pick;
  session?.postResolution({ sha, branch }, resolutionView(area, pick));
};

export const resolutionView = (area: BoardArea, pick: ConflictPick): ResolutionView | undefined => {
  const resolution = resolutionOf(area, pick);
  return resolution && viewOf(resolution);
};

const viewOf = ({ action, files, madeOn }: Resolution): ResolutionView => ({
  files: files.map((file) => ({
    path: file.path,
    isDone: isDone(file),
    canMark: canMark(file),
    note: noteOf(file, action),
  })),
  madeOn,
});

const noteOf = (file: ResolvedFile, action: Resolution['action']): string => {
  const { many, t } = vscode.l10n;
  const { choice, text, isResolved, note } = file;
  if (choice === 'text') {
    if (hasMarks(text ?? '')) return t('has conflict marks');
    if (isResolved) return t('resolved');
    if (note === 'moved') return t('the branch has another version now: check it');
    const { length } = undecidedIn(file);
    if (length > 0) return many(length, '{0} unresolved conflict', '{0} unresolved conflicts');
    return note === 'remembered' ? t('resolved as before, like git rerere: check it') : t('not marked as resolved');
  }
  if (!isResolved) return t('to be chosen');
  if (choice === 'ours') return t('as on the branch');
  return choice === 'delete' ? t('deleted') : asIn(action);
};

const asIn = (action: Resolution['action']): string =>
  action === 'revert' ? vscode.l10n.t('as before the commit') : vscode.l10n.t('as in the commit');

/** Applies the stored decisions to the merge at `tip`. */
export const readResolution = async (
  area: BoardArea,
  pick: ConflictPick & { readonly tip: string },
  signal: AbortSignal,
): Promise<{ readonly resolution: Resolution; readonly merge: PickMerge }> => {
  const { tip } = pick;
  const merge = await readMerge(area, pick, signal);
  const known = resolutionOf(area, pick);
  // like git's rerere: a conflict resolved before starts with that resolution
  const fresh = merge.conflicts.map((conflict) =>
    freshFile(conflict, (start) => area.boards.resolutions.recall(resolutionName(pick), start)),
  );
  const files = carriedOver(known?.files ?? [], fresh);
  const begunAtMs = known?.begunAtMs ?? Date.now();
  const resolution = { ...resolutionName(pick), tip, files, begunAtMs, madeOn: known?.madeOn };
  await keepResolution(area, pick, resolution);
  // open editors may show the old text
  if (known !== undefined && known.tip !== tip) area.boards.resolved.renew(resolution);
  return { resolution, merge };
};

/** Opens a file (by default the next unresolved) in the merge editor or as a question. True if a question resolved it. */
export const resolveConflict = async (
  area: BoardArea,
  pick: ConflictPick,
  path: string | undefined,
): Promise<boolean> => {
  const { t } = vscode.l10n;
  const known = resolutionOf(area, pick);
  if (known && !(await area.boards.resolved.save(known))) return false;
  const tip = seenTip(pick);
  if (tip === undefined) {
    void vscode.window.showInformationMessage(t('Test the cell again first.'));
    return false;
  }
  const ready = await cancellable(t('Reading the conflict…'), (signal) =>
    readResolution(area, { ...pick, tip }, signal),
  );
  if (ready === undefined) return false;
  const { resolution, merge } = ready;
  const wanted = path ?? (resolution.files.find((file) => !isDone(file)) ?? resolution.files[0])?.path;
  const conflict = merge.conflicts.find((each) => each.path === wanted);
  if (conflict === undefined) {
    void vscode.window.showInformationMessage(t('No file is in conflict any more. Test the cell again.'));
    return false;
  }
  if (resolution.files.some((file) => file.path === wanted && file.choice === 'text')) {
    await openEditor(area, pick, resolution, conflict);
    return false;
  }
  const choice = await askChoice(conflict, pick.action);
  if (choice === undefined) return false;
  await change(area, pick, conflict.path, (file) => ({ ...file, choice, isResolved: true }));
  return true;
};

const openEditor = async (
  area: BoardArea,
  pick: ConflictPick,
  resolution: Resolution,
  conflict: FileInConflict,
): Promise<void> => {
  const output = resolvedUri(resolution, conflict.path);
  const versions = { ...putSides(area.boards.documents, resolution, conflict), output };
  if (await openMergeEditor(area.log, resolution, versions)) return;
  const labels = [visible(pick.branch), theirsLabel(pick)] as const;
  await change(area, pick, conflict.path, (file) =>
    file.start && file.text === file.start.text ? { ...file, text: markedText(file.start, labels) } : file,
  );
  await vscode.window.showTextDocument(output, { preview: false });
};

const askChoice = async (
  { path, ours, theirs }: FileInConflict,
  action: Resolution['action'],
): Promise<Choice | undefined> => {
  const { t } = vscode.l10n;
  const isRevert = action === 'revert';
  const rows: (vscode.QuickPickItem & { readonly choice: Choice })[] = [];
  if (ours) rows.push({ label: t('Keep the branch’s version'), description: versionWords(ours), choice: 'ours' });
  if (theirs) {
    const label = isRevert ? t('Take the version before the commit') : t('Take the commit’s version');
    rows.push({ label, description: versionWords(theirs), choice: 'theirs' });
  }
  if (ours && theirs) rows.push({ label: t('Delete the file'), choice: 'delete' });
  if (!ours) rows.push({ label: t('Leave it deleted'), description: t('as on the branch'), choice: 'ours' });
  if (!theirs) rows.push({ label: t('Delete the file'), description: asIn(action), choice: 'delete' });
  const placeholder = !ours
    ? t('The branch does not have this file. Nothing is sent before you commit the resolution.')
    : !theirs
      ? isRevert
        ? t('The file was not there before the commit. Nothing is sent before you commit the resolution.')
        : t('The commit does not have this file. Nothing is sent before you commit the resolution.')
      : t('This file cannot be merged as text. Nothing is sent before you commit the resolution.');
  return (await pickRow(rows, { title: t('Resolve {0}', visible(path)), placeholder }))?.choice;
};

/** Type and size of a version. */
const versionWords = ({ hash, mode, content }: FileVersion): string => {
  const { t } = vscode.l10n;
  if (mode === '160000') return t('submodule at {0}', shortSha(hash));
  if (mode === '120000') return t('symbolic link to {0}', visible(Buffer.from(content).toString('utf8')));
  const object = lfsObject(content);
  return object
    ? t('Git LFS object {0}, {1}', shortSha(object.oid), bytesText(object.bytes))
    : bytesText(content.length);
};

const change = async (
  area: BoardArea,
  pick: ConflictPick,
  path: string,
  how: (file: ResolvedFile) => ResolvedFile,
): Promise<void> => {
  const now = resolutionOf(area, pick);
  if (now === undefined) return postResolution(area, pick);
  area.boards.confirmed = undefined;
  const files = now.files.map((file) => (file.path === path ? how(file) : file));
  await keepResolution(area, pick, { ...now, files });
};

/** Saves a file and marks it as resolved; asks when a conflict still has the base text. */
export const markResolved = async (area: BoardArea, pick: ConflictPick, path: string): Promise<boolean> => {
  const { many, t } = vscode.l10n;
  const known = resolutionOf(area, pick);
  if (known && !(await area.boards.resolved.save(known))) return false;
  const file = resolutionOf(area, pick)?.files.find((each) => each.path === path);
  if (file === undefined || isDone(file)) return file !== undefined;
  if (!canMark(file)) {
    void vscode.window.showInformationMessage(t('{0} still has conflict marks.', visible(path)));
    return false;
  }
  const { length } = undecidedIn(file);
  if (length > 0) {
    const question = many(
      length,
      'Keep the base text of {0} conflict in {1}?',
      'Keep the base text of {0} conflicts in {1}?',
      visible(path),
    );
    const detail = t('Neither the change of the branch nor that of the commit is in the result there.');
    const keep = t('Keep Base Text');
    if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, keep)) !== keep) return false;
  }
  // the file may have been saved during the question
  await change(area, pick, path, (each) => (each.text === file.text ? { ...each, isResolved: true } : each));
  return resolutionOf(area, pick)?.files.some((each) => each.path === path && isDone(each)) === true;
};

/** Discards a resolution, after a question. */
export const discardResolution = async (area: BoardArea, pick: ConflictPick): Promise<void> => {
  const { t } = vscode.l10n;
  const resolution = resolutionOf(area, pick);
  if (resolution === undefined) return postResolution(area, pick);
  const discard = t('Discard Resolution');
  const message = messageUri(area, pick);
  const also = area.messageDrafts.get(message) === undefined ? [] : ['', t('Its commit message is discarded, too.')];
  const detail = [...resolution.files.map(({ path }) => visible(path)), ...also].join('\n');
  const question = t('Discard what you have resolved of {0} on {1}?', shortSha(pick.sha), visible(pick.branch));
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, discard)) !== discard) return;
  area.boards.lastMerge = undefined;
  await closeEditors(resolution);
  await area.messages.close(message);
  await area.boards.resolutions.delete(nameOf(resolution));
  postResolution(area, pick);
};
