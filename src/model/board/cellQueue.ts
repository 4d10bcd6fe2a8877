import { type CellKey, keyText } from '../pick/answers.ts';

/** Visible cells first, then FIFO; no duplicates. */
export class CellQueue {
  readonly #keys = new Map<string, CellKey>();
  #seen: { readonly commits: ReadonlySet<string>; readonly branches: ReadonlySet<string> } | undefined;

  get size(): number {
    return this.#keys.size;
  }

  has(key: CellKey): boolean {
    return this.#keys.has(keyText(key));
  }

  hasOf(branch: string): boolean {
    return [...this.#keys.values()].some((key) => key.branch === branch);
  }

  see(commits: Iterable<string>, branches: Iterable<string>): void {
    this.#seen = { commits: new Set(commits), branches: new Set(branches) };
  }

  add(key: CellKey): void {
    this.#keys.set(keyText(key), key);
  }

  putFirst(key: CellKey): void {
    const others = [...this.#keys.values()];
    this.#keys.clear();
    for (const each of [key, ...others]) this.add(each);
  }

  take(): CellKey | undefined {
    const next = this.#firstSeen() ?? this.#keys.values().next().value;
    if (next) this.#keys.delete(keyText(next));
    return next;
  }

  /** Returns the removed cells. */
  clear(): readonly CellKey[] {
    const waited = [...this.#keys.values()];
    this.#keys.clear();
    return waited;
  }

  #firstSeen(): CellKey | undefined {
    const seen = this.#seen;
    if (seen === undefined) return undefined;
    for (const key of this.#keys.values()) if (seen.commits.has(key.sha) && seen.branches.has(key.branch)) return key;
    return undefined;
  }
}
