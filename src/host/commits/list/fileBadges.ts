import * as vscode from '../../vscode.ts';
import { fileScheme } from '../../kit/pages/fileVersions.ts';

const badges = new Map<string, readonly [letter: string, color: string]>([
  ['added', ['A', 'gitDecoration.addedResourceForeground']],
  ['deleted', ['D', 'gitDecoration.deletedResourceForeground']],
  ['renamed', ['R', 'gitDecoration.renamedResourceForeground']],
  ['modified', ['M', 'gitDecoration.modifiedResourceForeground']],
]);

/** Adds git's status letters to the files of a commit. */
export const registerFileBadges = (): vscode.Disposable =>
  vscode.window.registerFileDecorationProvider({
    provideFileDecoration(uri) {
      const badge = uri.scheme === fileScheme ? badges.get(uri.fragment) : undefined;
      return badge && new vscode.FileDecoration(badge[0], undefined, new vscode.ThemeColor(badge[1]));
    },
  });
