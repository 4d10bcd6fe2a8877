import { type CellKey, type Column, keyText } from '../pick/answers.ts';
import { type BoardCommit, type Cell, untested } from './cells.ts';

export type BoardChange =
  | { readonly kind: 'plan' }
  | { readonly kind: 'cell'; readonly key: CellKey }
  | { readonly kind: 'column'; readonly branch: string }
  | { readonly kind: 'message'; readonly sha: string };

const unread: Column = { kind: 'unread' };

export class Board {
  readonly project: number;
  readonly #cells = new Map<string, Cell>();
  readonly #columns = new Map<string, Column>();
  /** Kept for commits that are added again. */
  readonly #messages = new Map<string, string>();
  readonly #listeners = new Set<(change: BoardChange) => void>();
  #commits: readonly BoardCommit[] = [];
  #branches: readonly string[] = [];

  constructor(project: number) {
    this.project = project;
  }

  /** In order of application. */
  get commits(): readonly BoardCommit[] {
    return this.#commits;
  }

  get branches(): readonly string[] {
    return this.#branches;
  }

  cell(key: CellKey): Cell {
    return this.#cells.get(keyText(key)) ?? untested;
  }

  column(branch: string): Column {
    return this.#columns.get(branch) ?? unread;
  }

  /** By SHA, untrimmed. */
  get messages(): ReadonlyMap<string, string> {
    return this.#messages;
  }

  /** Undefined if the server writes it. */
  sentMessage(sha: string): string | undefined {
    return this.#messages.get(sha)?.trim() || undefined;
  }

  /** Undefined for the server's. */
  setMessage(sha: string, message: string | undefined): void {
    if (message === undefined) this.#messages.delete(sha);
    else this.#messages.set(sha, message);
    this.#notify({ kind: 'message', sha });
  }

  /** Row by row. */
  keys(): readonly CellKey[] {
    return this.#commits.flatMap(({ sha }) => this.#branches.map((branch) => ({ sha, branch })));
  }

  has({ sha, branch }: CellKey): boolean {
    return this.#branches.includes(branch) && this.#commits.some((commit) => commit.sha === sha);
  }

  /** Returns the function that unsubscribes. */
  onDidChange(listener: (change: BoardChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Expects oldest first. Returns the number of new ones. */
  addCommits(commits: readonly BoardCommit[]): number {
    const known = new Set(this.#commits.map(({ sha }) => sha));
    const added = commits.filter(({ sha }) => !known.has(sha) && known.add(sha));
    if (added.length > 0) this.#plan(mergedByDate(this.#commits, added), this.#branches);
    return added.length;
  }

  /** Ignores the date. */
  appendCommit(commit: BoardCommit): void {
    if (!this.#commits.some(({ sha }) => sha === commit.sha)) this.#plan([...this.#commits, commit], this.#branches);
  }

  /** Returns the number of new ones. */
  addBranches(branches: readonly string[]): number {
    const added = [...new Set(branches)].filter((branch) => !this.#branches.includes(branch));
    if (added.length > 0) this.#plan(this.#commits, [...this.#branches, ...added]);
    return added.length;
  }

  removeCommit(sha: string): void {
    this.#plan(
      this.#commits.filter((commit) => commit.sha !== sha),
      this.#branches,
    );
  }

  removeBranch(branch: string): void {
    this.#plan(
      this.#commits,
      this.#branches.filter((name) => name !== branch),
    );
  }

  moveCommit(sha: string, by: -1 | 1): void {
    const commits = [...this.#commits];
    const from = commits.findIndex((commit) => commit.sha === sha);
    const [moved] = from < 0 ? [] : commits.splice(from, 1);
    if (moved === undefined || from + by < 0 || from + by > commits.length) return;
    commits.splice(from + by, 0, moved);
    this.#plan(commits, this.#branches);
  }

  setCell(key: CellKey, cell: Cell): void {
    // removed during its test
    if (!this.has(key)) return;
    this.#cells.set(keyText(key), cell);
    this.#notify({ kind: 'cell', key });
  }

  setColumn(branch: string, column: Column): void {
    if (!this.#branches.includes(branch)) return;
    this.#columns.set(branch, column);
    this.#notify({ kind: 'column', branch });
  }

  #plan(commits: readonly BoardCommit[], branches: readonly string[]): void {
    this.#commits = commits;
    this.#branches = branches;
    const keys = new Set(this.keys().map(keyText));
    for (const key of this.#cells.keys()) if (!keys.has(key)) this.#cells.delete(key);
    for (const branch of this.#columns.keys()) if (!branches.includes(branch)) this.#columns.delete(branch);
    this.#notify({ kind: 'plan' });
  }

  #notify(change: BoardChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** By date, without reordering either list. */
export const mergedByDate = (one: readonly BoardCommit[], other: readonly BoardCommit[]): readonly BoardCommit[] => {
  const [left, right] = [[...one], [...other]];
  const merged: BoardCommit[] = [];
  for (;;) {
    const [first, second] = [left[0], right[0]];
    if (first === undefined || second === undefined) return [...merged, ...left, ...right];
    const isFirst = !(Date.parse(second.date) < Date.parse(first.date));
    merged.push(isFirst ? first : second);
    (isFirst ? left : right).shift();
  }
};
