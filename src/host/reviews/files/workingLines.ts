import path from 'node:path';
import * as vscode from '../../vscode.ts';
import { basename, visible } from '../../kit/words/format.ts';
import { projectIn } from '../../kit/git/otherRepository.ts';
import { requireProject } from '../../kit/requireProject.ts';
import { soon } from '../../soon.ts';
import type { ReviewsArea } from '../area.ts';
import { readFiles, showFile } from './changedFiles.ts';
import { requestOfCurrentBranch } from './openReview.ts';
import { readReviewFile } from './reviewFiles.ts';
import { linesAt, selectedLines } from '../../kit/pages/selectedLines.ts';
import { placeOfReview } from '../subject.ts';
import { call } from '../../kit/areaCommands.ts';

/** Selects a file's selected lines in the branch's merge request and offers to comment on them; explains when it can't. */
export const showWorkingLines = async (
  area: ReviewsArea,
  { document, selection }: vscode.TextEditor,
): Promise<void> => {
  const { t } = vscode.l10n;
  const say = (words: string): void => void vscode.window.showInformationMessage(words);
  const shown = await requireProject(area);
  if (!shown) return;
  const name = basename(document.uri.path);
  const work = await area.repositories.at(document.uri);
  if (work === undefined) return say(t('{0} is not in a git repository of the open folder.', name));
  const open = await projectIn(area.project, shown, work.root, name);
  if (open === undefined) return;
  const subject = await requestOfCurrentBranch(area, open);
  if (subject === undefined) return;
  if (document.isDirty) return say(t('Save the file first: comments are about what the merge request has.'));
  const place = placeOfReview(subject);
  const ready = await readFiles(area, place);
  if (ready === undefined) return;
  const file = path.posix.relative(work.root.path, document.uri.path);
  const change = ready.files.find(({ newPath, kind }) => newPath === file && kind !== 'deleted');
  if (change === undefined) return say(t('!{0} does not change {1}.', place.iid, visible(file)));
  const at = { sha: ready.version.headSha, path: file };
  const { hasCommit, there: lines } = await linesAt(work, at, selectedLines(selection));
  if (!hasCommit) return say(t('Your clone does not have the newest commit of !{0}. Pull, and try again.', place.iid));
  if (lines === undefined) return say(t('You have changed these lines: !{0} does not have them.', place.iid));
  await showFile(place, ready, change, { side: 'new', line: lines.first });
  const editor = await soon(() => {
    const { activeTextEditor: active } = vscode.window;
    return active && readReviewFile(active.document.uri)?.newPath === file ? active : undefined;
  });
  if (editor === undefined) return;
  const { range } = editor.document.lineAt(lines.last - 1);
  editor.selection = new vscode.Selection(new vscode.Position(lines.first - 1, 0), range.end);
  const comment = t('Comment');
  const words =
    lines.first === lines.last
      ? t('Line {0} of !{1} is selected.', lines.first, place.iid)
      : t('Lines {0} to {1} of !{2} are selected.', lines.first, lines.last, place.iid);
  if ((await vscode.window.showInformationMessage(words, comment)) === comment) await call('graft.reviews.comment');
};
