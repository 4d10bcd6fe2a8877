import * as vscode from '../../vscode.ts';
import { basename } from '../../kit/words/format.ts';
import { projectIn } from '../../kit/git/otherRepository.ts';
import { requireProject } from '../../kit/requireProject.ts';
import type { ReviewsArea } from '../area.ts';
import { placeOfReview } from '../subject.ts';
import { readFiles } from './openChangedFiles.ts';
import { mergeRequestOfCurrentBranch } from './openReview.ts';

/** Draws the branch's merge request in a file on disk; shows a message and returns false if it does not change the file. */
export const drawOnDisk = async (area: ReviewsArea, document: vscode.TextDocument): Promise<boolean> => {
  const { t } = vscode.l10n;
  const say = (words: string): false => {
    void vscode.window.showInformationMessage(words);
    return false;
  };
  const shown = await requireProject(area);
  if (!shown) return false;
  const name = basename(document.uri.path);
  const work = await area.repositories.at(document.uri);
  if (work === undefined) return say(t('{0} is not in a git repository of the open folder.', name));
  const open = await projectIn(area.project, shown, work.root, name);
  const subject = open && (await mergeRequestOfCurrentBranch(area, open));
  if (subject === undefined || (await readFiles(area, placeOfReview(subject))) === undefined) return false;
  const isDrawn = await area.reviews.threads.openOnDisk(document, subject);
  return isDrawn || say(t('!{0} does not change {1}.', subject.request.iid, name));
};
