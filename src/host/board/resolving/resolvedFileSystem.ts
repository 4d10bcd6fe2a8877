import * as vscode from '../../vscode.ts';
import { type Resolution, withText } from '../../../model/composer/resolution.ts';
import { FlatFiles } from '../../kit/pages/flatFileSystem.ts';
import { saveDocument } from '../../kit/pages/saveDocument.ts';
import { hiddenPath, visible } from '../../visible.ts';
import { conflictScheme, versionsOf } from './conflictDocuments.ts';
import { type SavedResolutions, nameOf } from './savedResolutions.ts';

/** Scheme of resolved files. */
export const resolveScheme = 'graft-resolve';

/** Side name of result versions; see {@link closeResult}. */
export const resultSide = 'resolved';

/** `byHand` when the user saved explicitly. */
export interface SavedFile {
  readonly resolution: Resolution;
  readonly path: string;
  readonly byHand: boolean;
}

/** Resolved files as an editable file system; saved text is stored until committed. */
export class ResolvedFiles extends FlatFiles {
  readonly #stored: SavedResolutions;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #saved = new vscode.EventEmitter<SavedFile>();
  readonly #changedAt = new Map<string, number>();
  /** Files being saved explicitly. */
  readonly #byHand = new Set<string>();
  #isSaving = false;
  override readonly onDidChangeFile = this.#changed.event;
  readonly onDidSave = this.#saved.event;

  constructor(saved: SavedResolutions) {
    super();
    this.#stored = saved;
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
      files: resolution.files.map((file) => (file.path === path ? withText(file, text) : file)),
    };
    await this.#stored.save(next);
    this.#saved.fire({ resolution: next, path, byHand: this.#byHand.delete(uri.toString()) });
  }

  /** Records the save reason, which `writeFile` doesn't receive. */
  willSave({ document: { uri }, reason }: vscode.TextDocumentWillSaveEvent): void {
    const isByHand = reason === vscode.TextDocumentSaveReason.Manual && !this.#isSaving;
    if (uri.scheme === resolveScheme && isByHand) this.#byHand.add(uri.toString());
    else this.#byHand.delete(uri.toString());
  }

  /** Saves the dirty editors of a resolution; false when one fails. */
  async save(resolution: Resolution): Promise<boolean> {
    const uris = urisOf(resolution);
    const typed = vscode.workspace.textDocuments.filter(({ uri, isDirty }) => isDirty && uris.has(uri.toString()));
    this.#isSaving = true;
    try {
      for (const document of typed) if (!(await saveDocument(document))) return false;
    } finally {
      this.#isSaving = false;
    }
    return true;
  }

  /** The resolved file in the active editor. */
  front(): Omit<SavedFile, 'byHand'> | undefined {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const uri = activeTab && shownIn(activeTab).find(({ scheme }) => scheme === resolveScheme);
    const resolution = uri && this.#resolution(uri);
    return resolution && { resolution, path: readUri(uri).path };
  }

  #resolution(uri: vscode.Uri): Resolution | undefined {
    const { name, begun } = readUri(uri);
    const resolution = this.#stored.get(name);
    return resolution?.begunAtMs === begun ? resolution : undefined;
  }

  /** Notifies open editors of changed files. */
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

export const resolvedUri = (resolution: Resolution, path: string): vscode.Uri =>
  vscode.Uri.from({
    scheme: resolveScheme,
    path: `/${visible(path)}`,
    // `begun` invalidates editors of a discarded resolution
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

export const hasEditors = (resolution: Resolution): boolean => {
  const uris = urisOf(resolution);
  return [
    ...vscode.workspace.textDocuments.map(({ uri }) => uri),
    ...vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(shownIn)),
  ].some((uri) => uris.has(uri.toString()));
};

const urisOf = (resolution: Resolution): ReadonlySet<string> =>
  new Set(resolution.files.map(({ path }) => resolvedUri(resolution, path).toString()));

/** Documents of a tab; the right side of diffs. */
const shownIn = ({ input }: vscode.Tab): readonly vscode.Uri[] => {
  // the API has no types for inputs of merge and multi-diff editors
  const {
    uri,
    result,
    textDiffs = [],
  } = (input ?? {}) as {
    readonly uri?: vscode.Uri;
    readonly result?: vscode.Uri;
    readonly textDiffs?: readonly { readonly modified?: vscode.Uri }[];
  };
  return [uri, result, ...textDiffs.map(({ modified }) => modified)].filter((each) => each !== undefined);
};

/** Closes the editors of a finished resolution, except dirty ones. */
export const closeEditors = async (resolution: Resolution): Promise<void> => {
  const uris = urisOf(resolution);
  await closeTabs((uri) => uris.has(uri.toString()) || isResultOf(resolution, uri));
};

/** Closes the diff of the result. */
export const closeResult = (resolution: Resolution): Promise<void> => closeTabs((uri) => isResultOf(resolution, uri));

const isResultOf = (resolution: Resolution, { scheme, authority, query }: vscode.Uri): boolean =>
  scheme === conflictScheme && authority === resultSide && query === versionsOf(resolution);

const closeTabs = async (isWanted: (uri: vscode.Uri) => boolean): Promise<void> => {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(tabs.filter((tab) => !tab.isDirty && shownIn(tab).some(isWanted)));
};
