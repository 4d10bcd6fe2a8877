import { openPairs } from '../../model/board/missing.ts';
import { type BranchHistory, type HistoryCommit, isMerge } from '../../model/board/presence.ts';
import type { ReadRef } from '../../model/board/missingRanges.ts';
import { plainDiff, readPatches } from './clonePatches.ts';
import type { GitCall } from '../../model/git.ts';
import { type GitFolder, gitOutput, runGit } from '../shell/git.ts';

/** The refs whose whole histories a clone has. One that would ask its server by itself, or was cut off, has none. */
export const refsInClone = async (
  clone: GitFolder,
  refs: readonly ReadRef[],
  signal: AbortSignal,
): Promise<readonly ReadRef[]> => {
  const around = { signal };
  const [isShallow, partial, found] = await Promise.all([
    runGit(clone, ['rev-parse', '--is-shallow-repository'], around),
    runGit(clone, ['config', '--get-regexp', '^remote\\..*\\.promisor$'], around),
    runGit(clone, ['cat-file', '--batch-check=%(objecttype)'], {
      ...around,
      input: { revisions: refs.map(({ sha }) => sha) },
      // a partial clone would ask its server for what it does not have
      env: { GIT_NO_LAZY_FETCH: '1' },
    }),
  ]);
  if (isShallow.code !== 0 || isShallow.stdout.toString().trim() !== 'false' || partial.code === 0) return [];
  const types = found.stdout.toString().split('\n');
  return refs.filter((_, index) => types[index] === 'commit');
};

/**
 * What lies between a source and a branch in a clone that has both, with what tells which patches are equal. Agrees with
 * `git cherry`; changes nothing in the clone.
 */
export const readCloneHistory = async (
  clone: GitFolder,
  source: ReadRef,
  branch: ReadRef,
  signal: AbortSignal,
): Promise<BranchHistory> => {
  const stop = new AbortController();
  const around: GitCall = {
    signal: AbortSignal.any([signal, stop.signal]),
    // unless told otherwise, git writes each commit by itself, which takes as long as reading it
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
    // after a failure of one the others are not read to their end
    stop.abort();
  }
};

type Sides = Pick<BranchHistory, 'branch' | 'lacking' | 'own'>;

/** git has no patch-ids of merges; they are read where something says that one was picked or squashed. */
const mergesToRead = (sides: Sides): readonly string[] => {
  const lacking = sides.own.some(isMerge) ? sides.lacking : sides.lacking.filter(isMerge);
  return openPairs({ ...sides, lacking, patches: { ids: new Map(), areComplete: true } }).flat();
};

/** The same for several branches, in their order; `report` is called with the number of branches done. */
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
    // after a failure the other branches are not read to their end
    stop.abort();
  }
  return branches.flatMap((branch) => found.get(branch) ?? []);
};

const fields = ['%m%H', '%P', '%an', '%ae', '%aI', '%cI', '%B'] as const;

/** A commit, and what it changes. */
interface Change {
  readonly commit: HistoryCommit;
  /** Of the branch, or of the source. */
  readonly side: '<' | '>';
  /** The files it changes, and their modes where those change: of equal patches they are the same. */
  readonly files: string;
  /** What the files were and what they have become: where both are the same, so are the patches. */
  readonly contents: string;
}

/** Both sides of a symmetric difference, children before parents. */
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
    // `:100644 100644 <content> <content> M`, the first of a commit on a line of its own, and the path
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
 * Which commits are equal by what is known of their files, with an id that equal ones share, and those whose patches have
 * to be compared: as `git cherry` does, only where both sides have changed the same files.
 */
const compareFiles = (
  changes: readonly Change[],
): { readonly equal: ReadonlyMap<string, string>; readonly open: readonly string[] } => {
  const alike = new Map<string, Change[]>();
  for (const change of changes) {
    if (isMerge(change.commit)) continue;
    const group = alike.get(change.files);
    if (group === undefined) alike.set(change.files, [change]);
    else group.push(change);
  }
  const equal = new Map<string, string>();
  const open = new Set<string>();
  for (const [files, [first, ...others]] of alike) {
    if (first === undefined || others.every(({ side }) => side === first.side)) continue;
    const shas = [first, ...others].map(({ commit }) => commit.id);
    // names that are not UTF-8 are not told apart
    const areEqual = !files.includes('\ufffd') && others.every(({ contents }) => contents === first.contents);
    if (areEqual) for (const sha of shas) equal.set(sha, first.commit.id);
    else for (const sha of shas) open.add(sha);
  }
  // git reads neighbours faster than what is far apart
  return { equal, open: changes.flatMap(({ commit: { id } }) => (open.has(id) ? [id] : [])) };
};
