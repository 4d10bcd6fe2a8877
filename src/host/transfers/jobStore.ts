import * as v from 'valibot';
import type * as vscode from '../vscode.ts';
import { hasEnded, type Job, job as jobShape } from '../../model/transfers/jobs/job.ts';
import { jobPrefix } from './openJobs.ts';

const stopPrefix = 'graft.jobStop ';
/** Limit of ended jobs. */
const maxEnded = 100;

/** Tombstone, so that other windows don't restore a removed job. */
const removed = v.object({ removedAtMs: v.number() });
const removedForMs = 24 * 60 * 60_000;

/**
 * Jobs in the global state, one key each. VS Code returns older values for a moment after a write, and each window
 * writes the whole storage; so records have revisions, the newest seen counts, and overwritten ones are restored.
 */
export class JobStore {
  readonly #memento: vscode.Memento;
  readonly #read = new WeakMap<object, Job | 'unreadable'>();
  /** Newest record seen by this window. */
  readonly #seen = new Map<string, Job>();
  /** Removed by this window. */
  readonly #removed = new Set<string>();

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** Newest first. */
  list(): readonly Job[] {
    const stored = this.#memento
      .keys()
      .filter((key) => key.startsWith(jobPrefix))
      .map((key) => key.slice(jobPrefix.length));
    return [...new Set([...stored, ...this.#seen.keys()])]
      .flatMap((id) => this.get(id) ?? [])
      .sort((one, other) => other.startedAtMs - one.startedAtMs);
  }

  get(id: string): Job | undefined {
    if (this.#removed.has(id)) return undefined;
    const value: unknown = this.#memento.get(jobPrefix + id);
    const seen = this.#seen.get(id);
    // dropped by another window, not removed
    if (value === undefined) return seen;
    const stored = this.#parse(value);
    if (stored === undefined) {
      this.#seen.delete(id);
      if (v.is(removed, value)) this.#removed.add(id);
      return undefined;
    }
    if (seen !== undefined && revisionOf(stored) <= revisionOf(seen)) return seen;
    this.#seen.set(id, stored);
    return stored;
  }

  /** Visible to readers at once; resolves once stored. */
  async put(job: Job): Promise<void> {
    const revision = Math.max(revisionOf(job), revisionOf(this.#seen.get(job.id))) + 1;
    const next = { ...job, revision };
    this.#seen.set(job.id, next);
    await this.#memento.update(jobPrefix + job.id, next);
  }

  /** Restores a record that another window overwrote or dropped. */
  async restore(id: string): Promise<void> {
    const seen = this.#seen.get(id);
    const value: unknown = this.#memento.get(jobPrefix + id);
    if (seen === undefined || this.#removed.has(id) || v.is(removed, value)) return;
    const stored = value === undefined ? undefined : this.#parse(value);
    if (stored === undefined || revisionOf(stored) < revisionOf(seen)) await this.#memento.update(jobPrefix + id, seen);
  }

  /** Asks the working window to stop, under another key, as that window keeps writing the job. */
  async askToStop(id: string): Promise<void> {
    await this.#memento.update(stopPrefix + id, true);
  }

  /** Returns and clears a request to stop. */
  takeStop(id: string): boolean {
    if (this.#memento.get(stopPrefix + id) !== true) return false;
    void this.#memento.update(stopPrefix + id, undefined);
    return true;
  }

  async remove(id: string, nowMs: number): Promise<void> {
    this.#seen.delete(id);
    this.#removed.add(id);
    if (this.#memento.get(stopPrefix + id) !== undefined) await this.#memento.update(stopPrefix + id, undefined);
    await this.#memento.update(jobPrefix + id, { removedAtMs: nowMs });
  }

  /** Deletes old tombstones; returns the oldest ended jobs beyond the limit. */
  async tidy(nowMs: number): Promise<readonly Job[]> {
    for (const key of this.#memento.keys().filter((each) => each.startsWith(jobPrefix))) {
      const mark = v.safeParse(removed, this.#memento.get(key));
      if (mark.success && nowMs - mark.output.removedAtMs > removedForMs) await this.#memento.update(key, undefined);
    }
    return this.list().filter(hasEnded).slice(maxEnded);
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

const revisionOf = (job: Job | undefined): number => job?.revision ?? 0;
