import type { Client } from '../../client/client.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { type Commit, listCommits } from '../../wire/commits.ts';
import { compareRefs, getMergeBase } from '../../wire/repositoryFiles.ts';
import { type CommitLine, commitLine } from './commitLine.ts';
import { type ChangedFile, changedFile, readFileChange } from '../fileChange.ts';
import { findCommit } from '../git/namedRef.ts';
import { stableTrace, originsOf } from '../pick/traces.ts';

export interface ComparedRefs {
  readonly from: string;
  readonly to: string;
  /** `base`: three dots; `straight`: two dots. */
  readonly way: 'base' | 'straight';
}

export interface RefComparison {
  readonly kind: 'compared';
  readonly refs: ComparedRefs;
  readonly fromSha: string;
  readonly toSha: string;
  /** Base commit of the diff. */
  readonly leftSha: string;
  /** Commits of `to` that `from` lacks, newest first. */
  readonly commits: readonly CommitLine[];
  /** SHA on `from` by SHA on `to`. */
  readonly picked: ReadonlyMap<string, string>;
  readonly files: readonly ChangedFile[];
  readonly isCut: boolean;
}

export type Incomparable =
  | { readonly kind: 'missing'; readonly names: readonly string[] }
  | { readonly kind: 'unrelated' };

/** Resolves both refs first, so that commits and files match if a branch moves. */
export const readComparison = async (
  place: { readonly client: Client; readonly project: number },
  refs: ComparedRefs,
  signal: AbortSignal,
): Promise<RefComparison | Incomparable> => {
  const { client, project: id } = place;
  const [fromSha, toSha] = await Promise.all(
    [refs.from, refs.to].map(async (name) => (await findCommit(client, id, name, signal))?.id),
  );
  if (fromSha === undefined || toSha === undefined) {
    const missing = [...(fromSha === undefined ? [refs.from] : []), ...(toSha === undefined ? [refs.to] : [])];
    return { kind: 'missing', names: [...new Set(missing)] };
  }
  const straight = refs.way === 'straight';
  const others = { id, ref_name: `${toSha}..${fromSha}`, per_page: 100 };
  const [comparison, leftSha, { items }] = await Promise.all([
    client.send(compareRefs, { id, from: fromSha, to: toSha, straight }, { signal }),
    straight ? fromSha : mergeBase(place, [fromSha, toSha], signal),
    client.send(listCommits, others, { signal }),
  ]);
  if (leftSha === undefined) return { kind: 'unrelated' };
  return {
    kind: 'compared',
    refs,
    fromSha,
    toSha,
    leftSha,
    commits: comparison.commits.map((commit) => commitLine(commit)).reverse(),
    picked: pickedCommits(comparison.commits, items),
    files: comparison.diffs.map((entry) => changedFile(readFileChange(entry))),
    isCut: comparison.compare_timeout === true,
  };
};

/** SHAs of the same commits among `others`, by pick trailer, or by author, date and title, which picks keep. */
export const pickedCommits = (commits: readonly Commit[], others: readonly Commit[]): ReadonlyMap<string, string> => {
  const traces = (commit: Commit): readonly (string | undefined)[] => [
    commit.id,
    ...originsOf(commit),
    stableTrace(commit),
  ];
  const known = new Map(others.flatMap((other) => traces(other).map((trace) => [trace, other.id] as const)));
  known.delete(undefined);
  return new Map(
    commits.flatMap((commit) => {
      const counterpart = known.get(traces(commit).find((trace) => known.has(trace)));
      return counterpart === undefined || counterpart === commit.id ? [] : [[commit.id, counterpart] as const];
    }),
  );
};

const mergeBase = async (
  { client, project }: { readonly client: Client; readonly project: number },
  refs: string[],
  signal: AbortSignal,
): Promise<string | undefined> => {
  try {
    return (await client.send(getMergeBase, { id: project, refs }, { signal })).id;
  } catch (error) {
    if (requestErrorFacts(error, 'notFound')) return undefined;
    throw error;
  }
};
