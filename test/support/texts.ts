import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rootFolder } from './paths.ts';

/** An English text of the sources and where it is; undefined for a call that computes it. */
export interface SourceText {
  readonly text: string | undefined;
  /** File from the root of the project, and line: `src/host/board/board.ts:12`. */
  readonly place: string;
}

interface Collecting {
  readonly textsOf: (file: string, content: string) => readonly SourceText[];
  readonly textsIn: (folder: string) => readonly SourceText[];
}

const collecting = (await import(String(pathToFileURL(path.join(rootFolder, 'build', 'texts.mjs'))))) as Collecting;

/** The texts of one file, given its content. */
export const { textsOf } = collecting;

/** The texts of host and pages, in the order of the files: all that a translation has to have. */
export const sourceTexts = (): readonly SourceText[] => ['src/host', 'src/webview'].flatMap(collecting.textsIn);
