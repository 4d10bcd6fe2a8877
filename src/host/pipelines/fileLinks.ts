import * as vscode from '../vscode.ts';
import { pathMeant, placesIn } from '../../model/pipelines/logPlaces.ts';
import { cloneOf } from '../kit/git/clone.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';

/** `project`: that of the pipeline. */
type Place = { readonly open: OpenProject; readonly project: number };

/** Most different paths of a document that are looked for in the clone. */
const maxPaths = 300;

/** Finds the file of the clone that a path in a log means; undefined without a clone of the project. */
export const filesMeant = async ({ repositories }: Shell, { open, project }: Place) => {
  const clone = project === open.project.id ? await cloneOf(repositories, open) : undefined;
  const files = new Map<string, Promise<vscode.Uri | undefined>>();
  const find = async (path: string): Promise<vscode.Uri | undefined> => {
    const meant = pathMeant(path, open.project.path_with_namespace);
    if (!clone || meant === undefined || (!files.has(meant) && files.size >= maxPaths)) return undefined;
    const looking = files.get(meant) ?? fileAt(vscode.Uri.joinPath(clone.root, meant));
    files.set(meant, looking);
    return looking;
  };
  return clone && find;
};

/** Links of `path:line` in a document to files of the clone. */
export const fileLinks = async (
  shell: Shell,
  of: Place,
  document: vscode.TextDocument,
): Promise<vscode.DocumentLink[]> => {
  const find = await filesMeant(shell, of);
  const links: vscode.DocumentLink[] = [];
  for (let number = 0; find !== undefined && number < document.lineCount; number += 1) {
    for (const { start, end, path, line, column = 1 } of placesIn(document.lineAt(number).text)) {
      const target = (await find(path))?.with({ fragment: `L${line},${column}` });
      if (target) links.push(new vscode.DocumentLink(new vscode.Range(number, start, number, end), target));
    }
  }
  return links;
};

const fileAt = (uri: vscode.Uri): Promise<vscode.Uri | undefined> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    ({ type }) => (type === vscode.FileType.File ? uri : undefined),
    () => undefined,
  );
