import * as vscode from '../../vscode.ts';
import { hasMarks, type Resolution } from '../../../model/composer/resolution.ts';
import { FlatFiles } from '../../kit/flatFiles.ts';
import { saveDocument } from '../../kit/saveDocument.ts';
import { hiddenPath, visible } from '../../visible.ts';
import { type KeptResolutions, nameOf } from './kept.ts';

/** Scheme of files as a resolution leaves them. */
export const resolveScheme = 'graft-resolve';

/** Files in conflict as they are to be, to be written in an editor. What is saved is kept until the commit is made. */
export class ResolvedFiles extends FlatFiles {
  readonly #kept: KeptResolutions;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #saved = new vscode.EventEmitter<Resolution>();
  readonly #changedAt = new Map<string, number>();
  override readonly onDidChangeFile = this.#changed.event;
  /** Fires with a resolution one of whose files was saved. */
  readonly onDidSave = this.#saved.event;

  constructor(kept: KeptResolutions) {
    super();
    this.#kept = kept;
  }

  override stat(uri: vscode.Uri): vscode.FileStat {
    const size = this.readFile(uri).length;
    const mtime = this.#changedAt.get(uri.toString()) ?? 0;
    return { type: vscode.FileType.File, ctime: 0, mtime, size };
  }

  override readFile(uri: vscode.Uri): Uint8Array {
    const { path } = readUri(uri);
    const text = this.#resolution(uri)?.files.find((file) => file.path === path)?.text;
    if (text === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return Buffer.from(text);
  }

  override async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const { path } = readUri(uri);
    const resolution = this.#resolution(uri);
    if (resolution?.files.some((file) => file.path === path && file.text !== undefined) !== true) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    const text = Buffer.from(content).toString('utf8');
    this.#changedAt.set(uri.toString(), Date.now());
    const next = {
      ...resolution,
      files: resolution.files.map((file) =>
        file.path === path ? { ...file, text, isResolved: file.isResolved && !hasMarks(text) } : file,
      ),
    };
    await this.#kept.keep(next);
    this.#saved.fire(next);
  }

  #resolution(uri: vscode.Uri): Resolution | undefined {
    const { name, begun } = readUri(uri);
    const resolution = this.#kept.get(name);
    return resolution?.begunAtMs === begun ? resolution : undefined;
  }

  /** Tells open editors that a resolution's files are others now. */
  renew(resolution: Resolution): void {
    this.#changed.fire(
      resolution.files.map(({ path }) => {
        const uri = resolvedUri(resolution, path);
        this.#changedAt.set(uri.toString(), Date.now());
        return { type: vscode.FileChangeType.Changed, uri };
      }),
    );
  }
}

/** The address of a file of a resolution. */
export const resolvedUri = (resolution: Resolution, path: string): vscode.Uri =>
  vscode.Uri.from({
    scheme: resolveScheme,
    path: `/${visible(path)}`,
    // an editor may still have a file of a resolution that was discarded
    query: JSON.stringify({ name: nameOf(resolution), begun: resolution.begunAtMs, path: hiddenPath(path) }),
  });

const readUri = (uri: vscode.Uri): { readonly name: string; readonly begun: number; readonly path: string } => {
  const { path, ...query } = JSON.parse(uri.query) as {
    readonly name: string;
    readonly begun: number;
    readonly path?: string;
  };
  return { ...query, path: path ?? uri.path.slice(1) };
};

/** Whether an editor shows a file of a resolution. */
export const hasEditors = (resolution: Resolution): boolean => {
  const uris = urisOf(resolution);
  return [
    ...vscode.workspace.textDocuments.map(({ uri }) => uri.toString()),
    ...vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(shownIn)),
  ].some((uri) => uris.has(uri));
};

const urisOf = (resolution: Resolution): ReadonlySet<string> =>
  new Set(resolution.files.map(({ path }) => resolvedUri(resolution, path).toString()));

/** The documents of a tab. */
const shownIn = ({ input }: vscode.Tab): readonly string[] => {
  // the merge editor's input has no name in the editor's interface yet
  const { uri, result } = (input ?? {}) as { readonly uri?: vscode.Uri; readonly result?: vscode.Uri };
  return [uri, result].flatMap((each) => each?.toString() ?? []);
};

/** Saves what is typed into the editors of a resolution; false when one of them could not be saved. */
export const saveEditors = async (resolution: Resolution): Promise<boolean> => {
  const uris = urisOf(resolution);
  const typed = vscode.workspace.textDocuments.filter(({ uri, isDirty }) => isDirty && uris.has(uri.toString()));
  for (const document of typed) if (!(await saveDocument(document))) return false;
  return true;
};

/** Closes the editors of a resolution that is over; one with unsaved text stays. */
export const closeEditors = async (resolution: Resolution): Promise<void> => {
  const uris = urisOf(resolution);
  const isOfResolution = (tab: vscode.Tab): boolean => !tab.isDirty && shownIn(tab).some((uri) => uris.has(uri));
  await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isOfResolution)));
};
