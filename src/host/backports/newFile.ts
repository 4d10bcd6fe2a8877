import * as vscode from '../vscode.ts';
import { projectFilePath } from '../../model/backports/projectFile.ts';
import type { OpenProject } from '../shell/currentProject.ts';

const example = `# Which merged merge requests go to which branches. Graft reads this file from the default branch.
backports:
  labels:
    # a label, and the branch or branches it stands for
    backport-2.0: release/2.0
    backport-1.x: [release/1.9, release/1.8]
  milestones:
    "2.0.1": release/2.0
  # a merge request with this label needs no backport
  notNeeded: no-backport
  # how far back merged merge requests are read
  since: 90 days
# what merge requests of cherry-picks look like, as the settings graft.mergeRequests.*
# mergeRequests:
#   branch: "cherry-pick/{branch}/{original}"
#   title: "{title} ({branch})"
#   labels: [backport]
`;

/** Opens a new project file with an example: in the clone if there is one, unsaved. */
export const newFile = async (open: OpenProject): Promise<void> => {
  const { t } = vscode.l10n;
  const uri = open.root && vscode.Uri.joinPath(open.root, projectFilePath);
  const isThere =
    uri !== undefined &&
    (await vscode.workspace.fs.stat(uri).then(
      () => true,
      () => false,
    ));
  if (isThere) {
    await vscode.window.showTextDocument(uri);
    void vscode.window.showInformationMessage(
      t('{0} is in your clone and not on the default branch of the server yet. Push it there.', projectFilePath),
    );
    return;
  }
  const document =
    uri === undefined
      ? await vscode.workspace.openTextDocument({ language: 'yaml', content: example })
      : await vscode.workspace.openTextDocument(uri.with({ scheme: 'untitled' }));
  const editor = await vscode.window.showTextDocument(document);
  if (uri !== undefined) await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), example));
  void vscode.window.showInformationMessage(
    t('Commit {0} to the default branch, then refresh the backport queue.', projectFilePath),
  );
};
