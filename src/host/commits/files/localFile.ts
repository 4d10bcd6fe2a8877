import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from '../../vscode.ts';
import { type BlamedLine, readBlame } from '../../../model/commits/blame.ts';
import { nameBefore } from '../../../model/commits/commitHistory.ts';
import type { Shell } from '../../shell/shell.ts';
import { runGit } from '../../shell/git.ts';
import { projectIn } from '../../kit/git/otherRepository.ts';
import { basename } from '../../kit/words/format.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { LocalWork } from '../../shell/gitExtension.ts';

export interface LocalFile {
  readonly open: OpenProject;
  readonly work: LocalWork;
  /** Path in the working tree; empty for the root. */
  readonly localPath: string;
  /** Path at HEAD, before an uncommitted rename. */
  readonly path: string;
  readonly isCommitted: boolean;
  readonly upstreamBranch: string | undefined;
}

/** Finds a file in the project's repository; otherwise shows a message, or offers to switch projects. */
export const inProject = async (shell: Shell, open: OpenProject, uri: vscode.Uri): Promise<LocalFile | undefined> => {
  const { t } = vscode.l10n;
  const show = (words: string): undefined => void vscode.window.showInformationMessage(words);
  const name = basename(uri.path);
  // the old side of a change in Source Control
  const file = uri.scheme === 'git' ? uri.with({ scheme: 'file', query: '' }) : uri;
  if (file.scheme !== 'file') return show(t('{0} is not a file on disk, so it has no history in git.', name));
  const work = await shell.repositories.at(file);
  if (work === undefined) return show(t('{0} is not in a git repository of the open folder.', name));
  const own = await projectIn(shell.project, open, work.root, name);
  if (own === undefined) return undefined;
  const localPath = await relative(work.root.fsPath, file.fsPath);
  if (localPath === undefined) return show(t('{0} is outside the repository {1}.', name, work.root.fsPath));
  const committed = renamedFrom(work, localPath) ?? localPath;
  const listed = await runGit(work, ['ls-tree', '--name-only'], { revisions: ['HEAD'], paths: [committed] });
  const isCommitted = committed === '' || listed.stdout.length > 0;
  return { open: own, work, localPath, path: committed, isCommitted, upstreamBranch: work.upstreamBranch };
};

/** Relative path with slashes, symlinks resolved; empty for the root, undefined outside. */
const relative = async (root: string, file: string): Promise<string | undefined> => {
  const below = (from: string, to: string): string | undefined => {
    const found = path.relative(from, to);
    return found === '..' || found.startsWith(`..${path.sep}`) || path.isAbsolute(found)
      ? undefined
      : found.split(path.sep).join('/');
  };
  return below(root, file) ?? below(await real(root), await real(file));
};

const real = async (file: string): Promise<string> => {
  try {
    return await realpath(file);
  } catch {
    // deleted files have no real path
    return file;
  }
};

const renamedFrom = (work: LocalWork, localPath: string): string | undefined => {
  const inRepository = (uri: vscode.Uri): string => path.posix.relative(work.root.path, uri.path);
  const renames = work.renames.map(({ from, to }) => ({
    kind: 'renamed' as const,
    oldPath: inRepository(from),
    newPath: inRepository(to),
  }));
  return nameBefore(renames, localPath);
};

/** Commit that last changed a line; unsaved changes count as uncommitted. */
export const blameLine = async (
  { work, localPath }: LocalFile,
  at: { readonly document: vscode.TextDocument; readonly line: number },
  signal: AbortSignal,
): Promise<BlamedLine | 'uncommitted' | 'untracked'> => {
  const range = { '-L': `${at.line},${at.line}` };
  const { isDirty } = at.document;
  const contents = isDirty ? (['--contents', '-'] as const) : [];
  const call = { paths: [localPath], input: isDirty ? at.document.getText() : '', signal };
  const { code, stdout, stderr } = await runGit(work, ['blame', '--porcelain', range, ...contents], call);
  if (code !== 0) {
    if (/no such path|no such ref|bad revision|unknown revision/i.test(stderr)) return 'untracked';
    // git doesn't count an empty last line
    if (/has only \d+ lines?/.test(stderr)) return 'uncommitted';
    throw new Error(vscode.l10n.t('git could not find the commit of the line: {0}', stderr.trim()));
  }
  return readBlame(stdout.toString()) ?? 'uncommitted';
};
