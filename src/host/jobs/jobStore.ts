import * as v from 'valibot';
import type * as vscode from 'vscode';
import { hasEnded, type Job, job as jobShape } from '../../model/jobs/job.ts';

const keyPrefix = 'graft.job ';
/** Jobs that have ended are kept up to this number. */
const mostEnded = 100;

/** Left where a job was removed, so that another window that still knows it does not bring it back. */
const removed = v.object({ removedAtMs: v.number() });
const removedForMs = 24 * 60 * 60_000;

/**
 * The jobs in the storage all windows share: a key for each, so that two windows do not overwrite each other's. The
 * editor writes that storage whole, though: what a late writer has dropped is brought back from memory.
 */
export class JobStore {
  readonly #memento: vscode.Memento;
  readonly #read = new WeakMap<object, Job | 'unreadable'>();
  /** What this window has seen last. */
  readonly #seen = new Map<string, Job>();

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** All jobs, newest first. */
  list(): readonly Job[] {
    const stored = this.#memento
      .keys()
      .filter((key) => key.startsWith(keyPrefix))
      .map((key) => key.slice(keyPrefix.length));
    return [...new Set([...stored, ...this.#seen.keys()])]
      .flatMap((id) => this.get(id) ?? [])
      .sort((one, other) => other.startedAtMs - one.startedAtMs);
  }

  get(id: string): Job | undefined {
    const value: unknown = this.#memento.get(keyPrefix + id);
    // dropped by another window, not removed
    if (value === undefined) return this.#seen.get(id);
    const parsed = this.#parse(value);
    if (parsed === undefined) this.#seen.delete(id);
    else this.#seen.set(id, parsed);
    return parsed;
  }

  /** Keeps a job in place of what was kept of it. Readers see it at once; resolves once it is stored. */
  async put(job: Job): Promise<void> {
    this.#seen.set(job.id, job);
    await this.#memento.update(keyPrefix + job.id, job);
  }

  async remove(id: string, nowMs: number): Promise<void> {
    this.#seen.delete(id);
    await this.#memento.update(keyPrefix + id, { removedAtMs: nowMs });
  }

  /** Forgets marks of removal that have served, and answers the oldest ended jobs there is no room for. */
  async tidy(nowMs: number): Promise<readonly Job[]> {
    for (const key of this.#memento.keys().filter((each) => each.startsWith(keyPrefix))) {
      const mark = v.safeParse(removed, this.#memento.get(key));
      if (mark.success && nowMs - mark.output.removedAtMs > removedForMs) await this.#memento.update(key, undefined);
    }
    return this.list().filter(hasEnded).slice(mostEnded);
  }

  #parse(value: unknown): Job | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    let known = this.#read.get(value);
    if (known === undefined) {
      const parsed = v.safeParse(jobShape, value);
      known = parsed.success ? parsed.output : 'unreadable';
      this.#read.set(value, known);
    }
    return known === 'unreadable' ? undefined : known;
  }
}
