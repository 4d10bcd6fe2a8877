import { git } from './command.ts';
import type { Repository } from './repository.ts';
import type { CommitStats } from './commitObject.ts';

const noChange: CommitStats = { additions: 0, deletions: 0 };

const parseShortStat = (line: string): CommitStats => ({
  additions: Number(/(?<!\d)(\d+) insertion/.exec(line)?.[1] ?? 0),
  deletions: Number(/(?<!\d)(\d+) deletion/.exec(line)?.[1] ?? 0),
});

/** By SHA; one process for all uncached commits, merges against their first parent. */
export const commitStats = async (
  repository: Repository,
  shas: readonly string[],
): Promise<ReadonlyMap<string, CommitStats>> => {
  const answers = new Map<string, CommitStats>();
  const missing: string[] = [];
  for (const sha of shas) {
    const known = repository.stats.get(sha);
    if (known === undefined) missing.push(sha);
    else answers.set(sha, known);
  }
  if (missing.length === 0) return answers;
  const args = ['log', '--no-walk=unsorted', '--stdin', '--format=%H', '--shortstat', '--diff-merges=first-parent'];
  const { stdout } = await git(repository.directory, args, { input: `${missing.join('\n')}\n` });
  for (const sha of missing) answers.set(sha, noChange);
  let current = '';
  for (const line of stdout.toString('utf8').split('\n')) {
    if (/^[0-9a-f]{40}$/.test(line)) current = line;
    else if (line.startsWith(' ')) answers.set(current, parseShortStat(line));
  }
  for (const sha of missing) repository.stats.set(sha, answers.get(sha) ?? noChange);
  return answers;
};
