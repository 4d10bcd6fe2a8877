import { type BoardCommit, type Cell, type CellKey, type Column, keyText, untested } from './cells.ts';

/** What has changed on a board. */
export type BoardChange =
  | { readonly kind: 'plan' }
  | { readonly kind: 'cell'; readonly key: CellKey }
  | { readonly kind: 'column'; readonly branch: string }
  | { readonly kind: 'message'; readonly sha: string };

const unread: Column = { kind: 'unread' };

/** Commits, oldest first, and branches, with what is known of each on each. Testing and applying work on it. */
export class Board {
  readonly project: number;
  readonly #cells = new Map<string, Cell>();
  readonly #columns = new Map<string, Column>();
  /** Stay when a commit is taken off: putting it back brings its message back. */
  readonly #messages = new Map<string, string>();
  readonly #listeners = new Set<(change: BoardChange) => void>();
  #commits: readonly BoardCommit[] = [];
  #branches: readonly string[] = [];

  constructor(project: number) {
    this.project = project;
  }

  /** Oldest first: the order in which they are applied. */
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

  /** Messages of the commits that have one of their own, by SHA, as they were typed. */
  get messages(): ReadonlyMap<string, string> {
    return this.#messages;
  }

  /** The message a cherry-pick of a commit sends; undefined where the server writes it. */
  sentMessage(sha: string): string | undefined {
    return this.#messages.get(sha)?.trim() || undefined;
  }

  /** Gives a commit a message of its own on all branches; undefined takes it away. */
  setMessage(sha: string, message: string | undefined): void {
    if (message === undefined) this.#messages.delete(sha);
    else this.#messages.set(sha, message);
    this.#tell({ kind: 'message', sha });
  }

  /** All cells, row by row. */
  keys(): readonly CellKey[] {
    return this.#commits.flatMap(({ sha }) => this.#branches.map((branch) => ({ sha, branch })));
  }

  /** Whether a cell is on the board. */
  has({ sha, branch }: CellKey): boolean {
    return this.#branches.includes(branch) && this.#commits.some((commit) => commit.sha === sha);
  }

  /** Tells of every change; answers what ends that. */
  onDidChange(listener: (change: BoardChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Adds commits, given oldest first; those that are there stay where they are. Answers how many are new. */
  addCommits(commits: readonly BoardCommit[]): number {
    const known = new Set(this.#commits.map(({ sha }) => sha));
    const added = commits.filter(({ sha }) => !known.has(sha) && known.add(sha));
    if (added.length > 0) this.#plan(mergedByDate(this.#commits, added), this.#branches);
    return added.length;
  }

  /** Adds a commit as the last to be applied, whatever its date. */
  appendCommit(commit: BoardCommit): void {
    if (!this.#commits.some(({ sha }) => sha === commit.sha)) this.#plan([...this.#commits, commit], this.#branches);
  }

  /** Adds branches behind those that are there. Answers how many are new. */
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

  /** Moves a commit up (earlier) or down by one place. */
  moveCommit(sha: string, by: -1 | 1): void {
    const commits = [...this.#commits];
    const from = commits.findIndex((commit) => commit.sha === sha);
    const [moved] = from < 0 ? [] : commits.splice(from, 1);
    if (moved === undefined || from + by < 0 || from + by > commits.length) return;
    commits.splice(from + by, 0, moved);
    this.#plan(commits, this.#branches);
  }

  setCell(key: CellKey, cell: Cell): void {
    // what was taken off the board while it was tested is of no use to anybody
    if (!this.has(key)) return;
    this.#cells.set(keyText(key), cell);
    this.#tell({ kind: 'cell', key });
  }

  setColumn(branch: string, column: Column): void {
    if (!this.#branches.includes(branch)) return;
    this.#columns.set(branch, column);
    this.#tell({ kind: 'column', branch });
  }

  #plan(commits: readonly BoardCommit[], branches: readonly string[]): void {
    this.#commits = commits;
    this.#branches = branches;
    const keys = new Set(this.keys().map(keyText));
    for (const key of this.#cells.keys()) if (!keys.has(key)) this.#cells.delete(key);
    for (const branch of this.#columns.keys()) if (!branches.includes(branch)) this.#columns.delete(branch);
    this.#tell({ kind: 'plan' });
  }

  #tell(change: BoardChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** Two lists, each in its own order, as one: by date where they meet, never against the order of either. */
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
