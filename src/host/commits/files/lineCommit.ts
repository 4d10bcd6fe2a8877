import * as vscode from '../../vscode.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import type { BlamedLine } from '../../../model/commits/blame.ts';
import { instanceName } from '../../../model/account.ts';
import type { CommitsArea } from '../area.ts';
import { shortSha, visible } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import { blameLine, inProject } from './localFile.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { requireProject } from '../../kit/requireProject.ts';

/** Opens the page of the commit that last changed a line: at the cursor, or of the clicked line number. */
export const openLineCommit = async (area: CommitsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const open = await requireProject(area);
  if (!open) return;
  const at = await lineOf(argument);
  if (at === undefined) {
    void vscode.window.showInformationMessage(t('No file is open. Open one and go to the line.'));
    return;
  }
  const found = await inProject(area, open, at.document.uri);
  if (found === undefined) return;
  const title = t('Finding the commit of line {0}…', at.line);
  await cancellable(title, async (signal) => {
    const blamed = await blameLine(found, at, signal);
    if (blamed === 'untracked') {
      void vscode.window.showInformationMessage(t('No commit has {0} yet.', visible(found.path)));
    } else if (blamed === 'uncommitted') {
      void vscode.window.showInformationMessage(t('Line {0} is not committed yet.', at.line));
    } else {
      await openBlamed(area, found.open, blamed, signal);
    }
  });
};

const openBlamed = async (
  area: CommitsArea,
  open: OpenProject,
  blamed: BlamedLine,
  signal: AbortSignal,
): Promise<void> => {
  const { sha, path, line } = blamed;
  const place = { client: open.client, account: open.account.id, project: open.project.id, sha };
  try {
    await area.details.read(place, { signal });
  } catch (error) {
    if (!requestErrorFacts(error, 'notFound')) throw error;
    const words = vscode.l10n.t(
      'The line comes from commit {0} “{1}” by {2}. {3} on {4} does not have this commit. It may not be pushed yet.',
      shortSha(sha),
      visible(blamed.title),
      visible(blamed.author),
      open.project.path_with_namespace,
      instanceName(open.account.baseUrl),
    );
    void vscode.window.showInformationMessage(words);
    return;
  }
  area.commitPages.show({ open, sha }, { path, line, side: 'new' });
};

const lineOf = async (
  argument: unknown,
): Promise<{ readonly document: vscode.TextDocument; readonly line: number } | undefined> => {
  if (isLinePlace(argument)) {
    const uri = vscode.Uri.from(argument.uri);
    return { document: await vscode.workspace.openTextDocument(uri), line: argument.lineNumber };
  }
  const editor = vscode.window.activeTextEditor;
  return editor && { document: editor.document, line: editor.selection.active.line + 1 };
};

/** Argument of the line number's context menu. */
export const isLinePlace = (
  argument: unknown,
): argument is { readonly lineNumber: number; readonly uri: { readonly scheme: string } } =>
  typeof argument === 'object' &&
  argument !== null &&
  'lineNumber' in argument &&
  typeof argument.lineNumber === 'number' &&
  'uri' in argument &&
  typeof argument.uri === 'object' &&
  argument.uri !== null &&
  'scheme' in argument.uri;
