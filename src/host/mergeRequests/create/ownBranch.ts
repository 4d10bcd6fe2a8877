import * as vscode from '../../vscode.ts';
import { codeOwners, codeOwnersFiles } from '../../../model/mergeRequests/codeOwners.ts';
import type { OwnCommit } from '../../../model/mergeRequests/creating.ts';
import { type GitFolder, gitFirstLine, gitOutput, runGit } from '../../shell/git.ts';

export interface OwnBranch {
  readonly clone: GitFolder & { readonly root: vscode.Uri };
  /** Remote of the project. */
  readonly remote: string;
  /** Name on the server, now or after the push. */
  readonly name: string;
  /** SHA at HEAD. */
  readonly head: string;
}

/** Commits ahead of and behind the server's branch. */
export interface Apart {
  readonly ahead: number;
  readonly behind: number;
}

export interface OwnChanges {
  /** Newest first, 100 at most. */
  readonly commits: readonly OwnCommit[];
  /** SHA of the merge base. */
  readonly base: string;
  readonly files: readonly { readonly status: 'A' | 'M' | 'D'; readonly path: string }[];
  /** Usernames by the CODEOWNERS of the target, of most files first. */
  readonly owners: readonly string[];
}

/** SHA at HEAD. */
export const headOf = (clone: GitFolder, signal?: AbortSignal): Promise<string> =>
  gitFirstLine(clone, ['rev-parse', '--verify'], { signal, revisions: ['HEAD'] });

/** Undefined if the clone lacks `tip`. */
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

const limit = 100;

/** Commits and files that differ from the target; undefined if the clone lacks it. */
export const readOwnChanges = async (
  { clone, head }: OwnBranch,
  remote: string,
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
  const [log, diff, owners] = await Promise.all([
    gitOutput(clone, ['log', '-z', `--max-count=${limit}`, '--format=tformat:%H%x1f%s%x1f%b'], {
      signal,
      revisions: [head, `^${tip}`],
      paths: [],
    }),
    gitOutput(clone, ['diff', '--name-status', '--no-renames', '-z'], { signal, revisions: [base, head], paths: [] }),
    readOwnersFile(clone, tip, signal),
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
    owners: codeOwners(
      owners,
      words.filter((_, at) => at % 2 === 1),
    ),
  };
};

/** Empty without one. */
const readOwnersFile = async (clone: GitFolder, tip: string, signal?: AbortSignal): Promise<string> => {
  const at = { signal, revisions: [tip], paths: codeOwnersFiles };
  const lines = (await gitOutput(clone, ['ls-tree', '--full-tree'], at)).toString().split('\n');
  const line = codeOwnersFiles.flatMap((path) => lines.find((each) => each.endsWith(`\t${path}`)) ?? [])[0];
  const blob = line?.split(/[ \t]/)[2];
  if (blob === undefined) return '';
  return (await gitOutput(clone, ['cat-file', 'blob'], { signal, revisions: [blob] })).toString();
};

/** URI of a file at a commit, for VS Code's Git extension. */
export const gitUri = (root: vscode.Uri, path: string, ref: string): vscode.Uri => {
  const file = vscode.Uri.joinPath(root, path);
  return file.with({ scheme: 'git', query: JSON.stringify({ path: file.fsPath, ref }) });
};
