import * as v from 'valibot';
import type * as vscode from '../vscode.ts';
import { hasEnded, type Job, job as jobShape } from '../../model/transfers/jobs/job.ts';
import { jobPrefix } from './openJobs.ts';

const stopPrefix = 'graft.jobStop ';
/** Jobs that have ended are kept up to this number. */
const mostEnded = 100;

/** Left where a job was removed, so that another window that still knows it does not bring it back. */
const removed = v.object({ removedAtMs: v.number() });
const removedForMs = 24 * 60 * 60_000;

/**
 * The jobs in the storage all windows share: a key for each, so that two windows do not overwrite each other's. That
 * storage gives back older values for a moment after a write, and is written whole by every window; so each record has
 * a revision, the newest one seen counts, and what was overwritten is put there again.
 */
export class JobStore {
  readonly #memento: vscode.Memento;
  readonly #read = new WeakMap<object, Job | 'unreadable'>();
  /** The newest record of each job this window has seen. */
  readonly #seen = new Map<string, Job>();
  /** Jobs this window has removed. */
  readonly #removed = new Set<string>();

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** All jobs, newest first. */
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

  /** Keeps a job in place of what was kept of it. Readers see it at once; resolves once it is stored. */
  async put(job: Job): Promise<void> {
    const revision = Math.max(revisionOf(job), revisionOf(this.#seen.get(job.id))) + 1;
    const next = { ...job, revision };
    this.#seen.set(job.id, next);
    await this.#memento.update(jobPrefix + job.id, next);
  }

  /** Puts a job back that another window has overwritten with an older record, or dropped. */
  async heal(id: string): Promise<void> {
    const seen = this.#seen.get(id);
    const value: unknown = this.#memento.get(jobPrefix + id);
    if (seen === undefined || this.#removed.has(id) || v.is(removed, value)) return;
    const stored = value === undefined ? undefined : this.#parse(value);
    if (stored === undefined || revisionOf(stored) < revisionOf(seen)) await this.#memento.update(jobPrefix + id, seen);
  }

  /** Asks the window at work on a job to stop; a key of its own, as that window writes the job itself all the time. */
  async askToStop(id: string): Promise<void> {
    await this.#memento.update(stopPrefix + id, true);
  }

  /** Whether another window asks to stop; asked once. */
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

  /** Forgets marks of removal that have served, and answers the oldest ended jobs there is no room for. */
  async tidy(nowMs: number): Promise<readonly Job[]> {
    for (const key of this.#memento.keys().filter((each) => each.startsWith(jobPrefix))) {
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

const revisionOf = (job: Job | undefined): number => job?.revision ?? 0;
