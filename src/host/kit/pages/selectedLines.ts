import type * as vscode from '../../vscode.ts';
import { linesInCommit } from '../../../model/text/linesInCommit.ts';
import { type GitFolder, runGit } from '../../shell/git.ts';

/** 1-based, inclusive. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

/** Excludes a last line with nothing selected. */
export const selectedLines = ({ start, end }: vscode.Range): Lines => ({
  first: start.line + 1,
  last: end.character === 0 && end.line > start.line ? end.line : end.line + 1,
});

/** Maps lines on disk to the file in a commit; `there` is undefined if one was changed. */
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
