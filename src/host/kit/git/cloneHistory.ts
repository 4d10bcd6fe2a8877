import { openPairs } from '../../../model/board/missing.ts';
import { type BranchHistory, type HistoryCommit, isMerge } from '../../../model/board/presence.ts';
import type { ReadRef } from '../../../model/board/missingRanges.ts';
import { plainDiff, readPatches } from './clonePatches.ts';
import type { GitCall } from '../../../model/git/git.ts';
import { type GitFolder, gitOutput, runGit } from '../../shell/git.ts';

/** Refs with complete history in a clone; undefined for a shallow or partial one. */
export const refsInClone = async (
  clone: GitFolder,
  refs: readonly ReadRef[],
  signal: AbortSignal,
): Promise<readonly ReadRef[] | undefined> => {
  const around = { signal };
  const [isShallow, partial, found] = await Promise.all([
    runGit(clone, ['rev-parse', '--is-shallow-repository'], around),
    runGit(clone, ['config', '--get-regexp', '^remote\\..*\\.promisor$'], around),
    runGit(clone, ['cat-file', '--batch-check=%(objecttype)'], {
      ...around,
      input: { revisions: refs.map(({ sha }) => sha) },
      // a partial clone would fetch missing objects
      env: { GIT_NO_LAZY_FETCH: '1' },
    }),
  ]);
  if (isShallow.code !== 0 || isShallow.stdout.toString().trim() !== 'false' || partial.code === 0) return undefined;
  const types = found.stdout.toString().split('\n');
  return refs.filter((_, index) => types[index] === 'commit');
};

/** Commits of `branch...source`, with ids of equal patches as by `git cherry`. Writes nothing. */
export const readCloneHistory = async (
  clone: GitFolder,
  source: ReadRef,
  branch: ReadRef,
  signal: AbortSignal,
): Promise<BranchHistory> => {
  const stop = new AbortController();
  const around: GitCall = {
    signal: AbortSignal.any([signal, stop.signal]),
    // otherwise git flushes each commit, which doubles the time
    env: { GIT_NO_LAZY_FETCH: '1', GIT_FLUSH: '0' },
  };
  const range = `${branch.sha}...${source.sha}`;
  try {
    const changes = await readChanges(clone, range, around);
    const side = (wanted: Change['side']): readonly HistoryCommit[] =>
      changes.flatMap(({ side: own, commit }) => (own === wanted ? [commit] : []));
    const sides = { branch: branch.name, lacking: side('>'), own: side('<') };
    const { equal, open } = compareFiles(changes);
    const read = await readPatches(clone, [...new Set([...open, ...mergesToRead(sides)])], around);
    return { ...sides, patches: { ids: new Map([...equal, ...read]), areComplete: true } };
  } finally {
    stop.abort();
  }
};

type Sides = Pick<BranchHistory, 'branch' | 'lacking' | 'own'>;

/** git has no patch-ids of merges; read only on signs of a pick or squash. */
const mergesToRead = (sides: Sides): readonly string[] => {
  const lacking = sides.own.some(isMerge) ? sides.lacking : sides.lacking.filter(isMerge);
  return openPairs({ ...sides, lacking, patches: { ids: new Map(), areComplete: true } }).flat();
};

/** In the order of `branches`; `report` gets the number done. */
export const readCloneHistories = async (
  clone: GitFolder,
  source: ReadRef,
  branches: readonly ReadRef[],
  { signal, report }: { readonly signal: AbortSignal; readonly report: (done: number) => void },
): Promise<readonly BranchHistory[]> => {
  const found = new Map<ReadRef, BranchHistory>();
  const waiting = [...branches];
  const stop = new AbortController();
  const ending = AbortSignal.any([signal, stop.signal]);
  const work = async (): Promise<void> => {
    for (let branch = waiting.shift(); branch !== undefined; branch = waiting.shift()) {
      found.set(branch, await readCloneHistory(clone, source, branch, ending));
      report(found.size);
    }
  };
  try {
    await Promise.all([work(), work()]);
  } finally {
    stop.abort();
  }
  return branches.flatMap((branch) => found.get(branch) ?? []);
};

const fields = ['%m%H', '%P', '%an', '%ae', '%aI', '%cI', '%B'] as const;

interface Change {
  readonly commit: HistoryCommit;
  readonly side: '<' | '>';
  /** Paths and changed modes; the same in equal patches. */
  readonly files: string;
  /** Blob ids; if they are equal, so are the patches. */
  readonly contents: string;
}

/** Children before parents. */
const readChanges = async (clone: GitFolder, range: string, around: GitCall): Promise<readonly Change[]> => {
  const plain = [
    '--no-show-signature',
    '--encoding=UTF-8',
    '--no-color',
    '--no-notes',
    '--left-right',
    '--topo-order',
  ] as const;
  const raw = ['--raw', '--no-abbrev', '--root', ...plainDiff] as const;
  const format = { '--format=tformat:': fields.join('%x00') };
  const call = { ...around, revisions: [range], paths: [] };
  const printed = await gitOutput(clone, ['log', '-z', ...plain, ...raw, format], call);
  const parts = printed.toString('utf8').split('\0');
  const changes: Change[] = [];
  for (let at = 0; at + fields.length <= parts.length;) {
    const [marked = '', parents = '', name = '', email = '', authored = '', date = '', message = ''] = parts.slice(
      at,
      at + fields.length,
    );
    let [files, contents] = ['', ''];
    at += fields.length;
    // `:100644 100644 <blob> <blob> M`, the first of a commit after a line break, then the path
    for (let file = parts[at]; file?.startsWith(':', file[0] === '\n' ? 1 : 0) === true; file = parts[(at += 2)]) {
      const start = file.indexOf(':') + 1;
      const [before, after] = [file.slice(start, start + 6), file.slice(start + 7, start + 13)];
      files += `${before === after ? '' : before + after} ${parts[at + 1] ?? ''}\0`;
      contents += file.slice(start + 14);
    }
    const commit = {
      id: marked.slice(1),
      title: message.split('\n', 1)[0] ?? '',
      message,
      author_name: name,
      author_email: email,
      authored_date: authored,
      created_at: date,
      parent_ids: parents.split(' ').filter(Boolean),
    };
    changes.push({ commit, side: marked.startsWith('<') ? '<' : '>', files, contents });
  }
  return changes;
};

/**
 * Ids of commits equal by their blobs, and the commits whose patches must be compared: those where both sides changed
 * the same files, as in `git cherry`.
 */
const compareFiles = (
  changes: readonly Change[],
): { readonly equal: ReadonlyMap<string, string>; readonly open: readonly string[] } => {
  const duplicates = new Map<string, Change[]>();
  for (const change of changes) {
    if (isMerge(change.commit)) continue;
    const group = duplicates.get(change.files);
    if (group === undefined) duplicates.set(change.files, [change]);
    else group.push(change);
  }
  const equal = new Map<string, string>();
  const open = new Set<string>();
  for (const [files, [first, ...others]] of duplicates) {
    if (first === undefined || others.every(({ side }) => side === first.side)) continue;
    const shas = [first, ...others].map(({ commit }) => commit.id);
    // different names that are not UTF-8 may decode alike
    const areEqual = !files.includes('\ufffd') && others.every(({ contents }) => contents === first.contents);
    if (areEqual) for (const sha of shas) equal.set(sha, first.commit.id);
    else for (const sha of shas) open.add(sha);
  }
  // git reads neighbouring commits faster
  return { equal, open: changes.flatMap(({ commit: { id } }) => (open.has(id) ? [id] : [])) };
};
