import type * as vscode from '../vscode.ts';
import { linesInCommit } from '../../model/linesInCommit.ts';
import { type GitFolder, runGit } from '../shell/git.ts';

/** Lines of a file, counted from 1. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

/** The lines of a selection; one that ends at the beginning of a line is without it. */
export const selectedLines = ({ start, end }: vscode.Range): Lines => ({
  first: start.line + 1,
  last: end.character === 0 && end.line > start.line ? end.line : end.line + 1,
});

/** The lines of a commit's file that lines of the file on disk are; undefined where one was changed or there is no commit. */
export const linesAt = async (
  work: GitFolder,
  { sha, path }: { readonly sha: string; readonly path: string },
  lines: Lines,
): Promise<{ readonly hasCommit: boolean; readonly there: Lines | undefined }> => {
  const plain = ['--no-ext-diff', '--no-textconv', '--no-color', '--unified=0'] as const;
  const { code, stdout } = await runGit(work, ['diff', ...plain], { revisions: [sha], paths: [path] });
  const hasCommit = code === 0;
  return { hasCommit, there: hasCommit ? linesInCommit(stdout.toString(), lines) : undefined };
};
