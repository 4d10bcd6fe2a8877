import * as vscode from '../../vscode.ts';
import type { OwnCommit } from '../../../model/mergeRequests/creating.ts';
import { type GitFolder, gitLine, gitOutput, runGit } from '../../shell/git.ts';

/** A branch that is checked out in a clone. */
export interface OwnBranch {
  readonly clone: GitFolder & { readonly root: vscode.Uri };
  /** The remote that leads to the project. */
  readonly remote: string;
  /** What the server calls it, or is to call it. */
  readonly name: string;
  /** Hash of the commit that is checked out. */
  readonly head: string;
}

/** How a branch of a clone and that of its server differ, in commits; undefined where the clone lacks the server's tip. */
export interface Apart {
  readonly ahead: number;
  readonly behind: number;
}

/** What a branch brings to another one. */
export interface OwnChanges {
  /** Newest first, a hundred at most. */
  readonly commits: readonly OwnCommit[];
  /** Hash of the commit that both have in common. */
  readonly base: string;
  readonly files: readonly { readonly status: 'A' | 'M' | 'D'; readonly path: string }[];
}

/** Hash of the commit that is checked out. */
export const headOf = (clone: GitFolder, signal?: AbortSignal): Promise<string> =>
  gitLine(clone, ['rev-parse', '--verify'], { signal, revisions: ['HEAD'] });

/** Compares a branch with the tip that its server has. */
export const readApart = async (
  { clone, head }: OwnBranch,
  tip: string,
  signal: AbortSignal,
): Promise<Apart | undefined> => {
  const call = { signal, revisions: [`${tip}...${head}`] };
  const { code, stdout } = await runGit(clone, ['rev-list', '--left-right', '--count'], call);
  if (code !== 0) return undefined;
  const [behind = 0, ahead = 0] = stdout.toString().split('\t').map(Number);
  return { ahead, behind };
};

const most = 100;

/** Reads what a branch brings to a target, as far as the clone knows the target; undefined where it does not. */
export const readOwnChanges = async (
  { clone, remote, head }: OwnBranch,
  target: string,
  signal?: AbortSignal,
): Promise<OwnChanges | undefined> => {
  const there = [`refs/remotes/${remote}/${target}`];
  const known = await runGit(clone, ['rev-parse', '--verify', '--quiet'], { signal, revisions: there });
  const tip = known.stdout.toString().trim();
  if (known.code !== 0) return undefined;
  const common = await runGit(clone, ['merge-base'], { signal, revisions: [tip, head] });
  if (common.code !== 0) return undefined;
  const base = common.stdout.toString().trim();
  const [log, diff] = await Promise.all([
    gitOutput(clone, ['log', '-z', `--max-count=${most}`, '--format=tformat:%H%x1f%s%x1f%b'], {
      signal,
      revisions: [head, `^${tip}`],
      paths: [],
    }),
    gitOutput(clone, ['diff', '--name-status', '--no-renames', '-z'], { signal, revisions: [base, head], paths: [] }),
  ]);
  const commits = log.toString().split('\0').filter(Boolean);
  const words = diff.toString().split('\0').filter(Boolean);
  return {
    base,
    commits: commits.map((each) => {
      const [sha = '', title = '', body = ''] = each.split('\x1f');
      return { sha, title, body: body.trim() };
    }),
    files: words.flatMap((status, at) => {
      const path = words[at + 1];
      if (at % 2 === 1 || path === undefined) return [];
      return [{ status: status === 'A' || status === 'D' ? status : 'M', path }];
    }),
  };
};

/** A file at a commit, as the editor's own Git shows it. */
export const gitUri = (root: vscode.Uri, path: string, ref: string): vscode.Uri => {
  const file = vscode.Uri.joinPath(root, path);
  return file.with({ scheme: 'git', query: JSON.stringify({ path: file.fsPath, ref }) });
};
