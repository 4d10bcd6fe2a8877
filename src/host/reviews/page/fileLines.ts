import * as vscode from '../../vscode.ts';
import { shownTexts } from '../../../model/text/shownText.ts';
import { explain } from '../../kit/words/explain.ts';
import type { Log } from '../../shell/log.ts';
import { isFileNotFound } from '../../kit/pages/flatFileSystem.ts';
import { type ReviewFile, type ReviewFiles, reviewFileUri } from '../files/reviewFileSystem.ts';
import { textLines } from '../files/shownLines.ts';

/** Lines of files, each read once when first needed. */
export class FileLines {
  readonly #files: Pick<ReviewFiles, 'readFile'>;
  readonly #log: Pick<Log, 'error'>;
  readonly #changed: () => void;
  readonly #read = new Map<string, readonly string[] | string | undefined>();

  constructor(files: Pick<ReviewFiles, 'readFile'>, log: Pick<Log, 'error'>, changed: () => void) {
    this.#files = files;
    this.#log = log;
    this.#changed = changed;
  }

  /** Undefined until `changed` is called; the reason if it failed; none if the version lacks the file. */
  of(file: ReviewFile): readonly string[] | string | undefined {
    const uri = reviewFileUri(file);
    const key = uri.toString();
    if (!this.#read.has(key)) {
      this.#read.set(key, undefined);
      void this.#readFile(uri).then((lines) => {
        this.#read.set(key, lines);
        this.#changed();
      });
    }
    return this.#read.get(key);
  }

  /** Failed files are read again. */
  forgetFailed(): void {
    for (const [key, lines] of this.#read) if (typeof lines === 'string') this.#read.delete(key);
  }

  async #readFile(uri: vscode.Uri): Promise<readonly string[] | string> {
    try {
      const encoding = vscode.workspace.getConfiguration('files').get<string>('encoding');
      const [text = ''] = shownTexts([await this.#files.readFile(uri)], encoding);
      return textLines(text);
    } catch (error) {
      if (isFileNotFound(error)) return [];
      this.#log.error('The lines of a draft could not be read.', error);
      return explain(error);
    }
  }
}
