import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The checkout. */
export const rootFolder = path.dirname(path.dirname(import.meta.dirname));

/** What a run leaves behind: built suites, screenshots, results. Not under version control. */
export const outFolder = path.join(rootFolder, 'out');

/** The install that holds the editor, its Node and its browser. */
export const editorFolder = path.join(import.meta.dirname, 'editor');

/** The fields of the extension's manifest that the harness uses. */
export type Manifest = { readonly name: string; readonly publisher: string; readonly version: string };

/** The extension's manifest. */
export function readManifest(folder: string = rootFolder): Manifest {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** A new empty folder with a short path, for one run; whoever makes it removes it. */
export function temporaryFolder(purpose: string): string {
  return mkdtempSync(path.join(realpathSync(tmpdir()), `graft-${purpose}-`));
}
