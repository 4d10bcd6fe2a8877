import * as vscode from '../vscode.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { changed, failedFor, hasEnded, type Job, type JobChange } from '../../model/transfers/jobs/job.ts';
import { type Attention, type JobPace, statePace, waitBeforePoll } from '../../model/transfers/jobs/pace.ts';
import { LatestReading } from '../../model/latestReading.ts';
import { mayPass, waitsForToken } from '../../model/transfers/jobs/passing.ts';
import { explain } from '../kit/words/explain.ts';
import type { Log } from '../shell/log.ts';
import type { JobKindRules, JobDeps } from './rules.ts';
import type { Transfers } from './liveTransfers.ts';

/** Interval of storage checks for changes of other windows, and of the heartbeat. */
export const usualTickMs = 3_000;
/**
 * Ticks without a heartbeat after which a worker is gone. Ticks, as clocks jump; random, so that windows don't take
 * over at once.
 */
const ticksWithoutHeartbeat = 5 + Math.floor(Math.random() * 5);
/** Delay for windows other than the one that polled last, as a poll is due in all of them. */
const graceMs = 3_000 + Math.random() * 5_000;
/** Ticks after which a running poll may be replaced on request. */
const ticksOfAPoll = 3;
/** Consecutive refusals that end a job. */
const patience = 3;

export interface WatchSupport {
  readonly tickMs: number;
  /** Identifies this window. */
  readonly window: string;
  readonly transfers: Transfers;
  readonly log: Log;
  list(): readonly Job[];
  get(id: string): Job | undefined;
  put(job: Job): Promise<void>;
  /** Restores a record that another window overwrote with an older one. */
  restore(id: string): Promise<void>;
  change(id: string, change: JobChange): Promise<Job | undefined>;
  /** A job was changed or removed by another window. */
  changedElsewhere(job: Job): void;
  rulesOf(kind: Job['kind']): JobKindRules | undefined;
  /** Overrides the usual pace. */
  paced(usual: JobPace): JobPace;
  hasAccount(job: Job): boolean;
  depsOf(job: Job, signal: AbortSignal): JobDeps;
}

interface WaitFacts {
  readonly failures: number;
  readonly wasLimited?: boolean;
  readonly retryAfterMs?: number | undefined;
}

/** Polls running jobs when due and resumes those without a working window. No timer runs without such jobs. */
export class Watch implements vscode.Disposable {
  readonly #support: WatchSupport;
  readonly #polls = new Map<string, LatestReading>();
  /** Time at which a requested poll replaces a running one. */
  readonly #wanted = new Map<string, number>();
  readonly #heartbeats = new Map<string, { readonly beat: string; readonly ticks: number }>();
  #known: Map<string, Job>;
  #watchers = 0;
  #timer: NodeJS.Timeout | undefined;
  #lastTickAtMs = 0;
  #isDisposed = false;
  readonly #tickMs: number;

  constructor(support: WatchSupport) {
    this.#support = support;
    this.#tickMs = support.tickMs;
    this.#known = new Map(support.list().map((job) => [job.id, job]));
  }

  /** Registers a record stored by this window. */
  know(job: Job): void {
    this.#known.set(job.id, job);
    this.schedule();
  }

  /** Registers a removal by this window. */
  remove(id: string): void {
    this.#known.delete(id);
    this.#wanted.delete(id);
  }

  /**
   * Polls a job as soon as rate limits allow. A running poll is older than the request: another follows, or replaces it
   * if it hangs. Ignored during a transfer.
   */
  async checkNow(job: Job): Promise<void> {
    if (this.#support.transfers.isHeld(job.id) || this.isWorkedOn(job)) return;
    const { signal } = new AbortController();
    this.#support.depsOf(job, signal).client.stopSharing();
    const { lastAtMs = 0, nextAtMs = 0, error } = job.look;
    const mayAtMs = lastAtMs + this.#paceOf(job).shortestMs;
    // a rate limit wins over the user
    const earliest = error?.status === 429 ? Math.max(mayAtMs, nextAtMs) : mayAtMs;
    if (!this.#polls.has(job.id)) {
      if (Date.now() >= earliest) return this.#pollOnce(job);
    } else if (!this.#wanted.has(job.id)) {
      this.#wanted.set(job.id, Math.max(earliest, lastAtMs + ticksOfAPoll * this.#tickMs));
    }
    await this.#support.put({ ...job, look: { ...job.look, nextAtMs: Math.min(earliest, nextAtMs || earliest) } });
  }

  /** Discards a running poll. */
  stopPolling(id: string): void {
    this.#polls.get(id)?.end();
  }

  /** Counts a viewer until disposed. */
  addViewer(): vscode.Disposable {
    this.#watchers += 1;
    this.hurry();
    let isOver = false;
    return new vscode.Disposable(() => {
      if (!isOver) this.#watchers -= 1;
      isOver = true;
    });
  }

  /** Shortens waiting times for viewed jobs. */
  hurry(): void {
    for (const job of this.#support.list()) {
      const { lastAtMs, nextAtMs, failures } = job.look;
      if (hasEnded(job) || nextAtMs === undefined || failures > 0) continue;
      const soon = (lastAtMs ?? 0) + this.#waitFor(job, { failures: 0 });
      if (soon < nextAtMs) void this.#support.put({ ...job, look: { ...job.look, nextAtMs: soon } });
    }
    this.schedule();
  }

  /** Sets the timer for the next due poll. */
  schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isDisposed) return;
    const open = this.#support.list().filter((job) => !hasEnded(job));
    if (open.length === 0 && this.#watchers === 0) return;
    const nowMs = Date.now();
    const due = open.flatMap((job) => this.#dueAtMs(job) ?? []);
    const tickInMs = Math.min(this.#tickMs, Math.max(0, this.#lastTickAtMs + this.#tickMs - nowMs));
    this.#timer = setTimeout(() => this.#tick(), Math.min(tickInMs, Math.max(0, Math.min(...due, Infinity) - nowMs)));
  }

  /** True if a window's heartbeat is alive. */
  isWorkedOn({ id, worker }: Job): boolean {
    return worker !== undefined && (this.#heartbeats.get(id)?.ticks ?? 0) < ticksWithoutHeartbeat;
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    for (const poll of this.#polls.values()) poll.end();
  }

  get #attention(): Attention {
    if (!vscode.window.state.focused) return 'away';
    return this.#watchers > 0 ? 'shown' : 'open';
  }

  #paceOf(job: Job): JobPace {
    const pace = this.#support.rulesOf(job.kind)?.pace ?? statePace;
    return this.#support.paced(typeof pace === 'function' ? pace(job) : pace);
  }

  #waitFor(job: Job, facts: WaitFacts): number {
    const unchangedMs = Date.now() - (job.story.at(-1)?.atMs ?? job.startedAtMs);
    return waitBeforePoll({ pace: this.#paceOf(job), attention: this.#attention, unchangedMs, ...facts });
  }

  /** Undefined if there is nothing to do in this window. */
  #dueAtMs(job: Job): number | undefined {
    if (hasEnded(job) || this.#support.transfers.isHeld(job.id)) return undefined;
    if (this.#polls.has(job.id)) return this.#wanted.get(job.id);
    if (this.#support.rulesOf(job.kind) === undefined || !this.#support.hasAccount(job)) return undefined;
    if (this.isWorkedOn(job)) return undefined;
    const { by = this.#support.window, nextAtMs = 0 } = job.look;
    return by === this.#support.window ? nextAtMs : nextAtMs + graceMs;
  }

  #tick(): void {
    const nowMs = Date.now();
    if (nowMs - this.#lastTickAtMs >= this.#tickMs || nowMs < this.#lastTickAtMs) {
      this.#lastTickAtMs = nowMs;
      this.#takeOver();
    }
    for (const job of this.#support.list()) {
      const dueAtMs = this.#dueAtMs(job);
      if (dueAtMs === undefined || dueAtMs > nowMs) continue;
      void (this.#polls.has(job.id) ? this.#pollAgain(job) : this.#pollOnce(job));
    }
    this.schedule();
  }

  /** Reports changes of other windows and counts missed heartbeats. */
  #takeOver(): void {
    const jobs = this.#support.list();
    const before = this.#known;
    this.#known = new Map(jobs.map((job) => [job.id, job]));
    for (const job of jobs) {
      const known = before.get(job.id);
      void this.#support.restore(job.id);
      // a record of this window is the same object
      if (known !== job && JSON.stringify(known) !== JSON.stringify(job)) this.#support.changedElsewhere(job);
      if (job.worker === undefined) this.#heartbeats.delete(job.id);
      else {
        const beat = `${job.worker.id} ${job.worker.beat}`;
        const last = this.#heartbeats.get(job.id);
        this.#heartbeats.set(job.id, { beat, ticks: last?.beat === beat ? last.ticks + 1 : 0 });
      }
    }
    for (const [id, job] of before) if (!this.#known.has(id)) this.#support.changedElsewhere(job);
  }

  /** Polls or resumes a job, once at a time. Never rejects: failures are stored with the job. */
  async #pollOnce(job: Job): Promise<void> {
    const poll = this.#polls.get(job.id) ?? new LatestReading();
    this.#polls.set(job.id, poll);
    await poll.joined((signal) => this.#runSafely(job, signal));
    this.#ended(job, poll);
  }

  /** Replaces a running poll, but never a transfer. */
  async #pollAgain(job: Job): Promise<void> {
    const poll = this.#polls.get(job.id);
    this.#wanted.delete(job.id);
    if (poll === undefined || isTransfer(job)) return this.#pollOnce(job);
    await poll.restarted((runs) => this.#runSafely(job, runs));
    this.#ended(job, poll);
  }

  #ended({ id }: Job, poll: LatestReading): void {
    if (poll.isUnderWay || this.#polls.get(id) !== poll) return;
    this.#polls.delete(id);
    this.#wanted.delete(id);
    this.schedule();
  }

  async #runSafely(job: Job, signal: AbortSignal): Promise<void> {
    try {
      await this.#attendTo(job, signal);
    } catch (error) {
      this.#support.log.error(`${nameOf(job)} could not be saved.`, error);
    }
  }

  async #attendTo(job: Job, signal: AbortSignal): Promise<void> {
    const { transfers } = this.#support;
    const rules = this.#support.rulesOf(job.kind);
    if (rules === undefined) return;
    const isCarriedOn = isTransfer(job);
    if (isCarriedOn && rules.carryOn === undefined) {
      const state = { state: 'interrupted', words: vscode.l10n.t('VS Code was closed while it was running.') };
      await this.#support.change(job.id, { phase: 'unclear', state });
      return;
    }
    const lastAtMs = Date.now();
    const by = this.#support.window;
    const nextAtMs = lastAtMs + this.#waitFor(job, { failures: 0 });
    // stored first, so that other windows see who polls
    await this.#support.put({ ...job, look: { ...job.look, lastAtMs, nextAtMs, by } });
    try {
      const seen = isCarriedOn
        ? await transfers.run(job.id, (stop, progress) =>
            carriedOn(rules, job, { ...this.#support.depsOf(job, stop), progress }),
          )
        : await rules.poll(job, this.#support.depsOf(job, signal));
      if (!signal.aborted) await this.#finish(job, seen, lastAtMs);
    } catch (error) {
      if (transfers.wasCancelled(error))
        await this.#support.change(job.id, { phase: 'canceled', state: { state: 'canceled' } });
      else if (!signal.aborted && !this.#isDisposed)
        await this.#failed(job.id, error, job.look.failures + 1, isCarriedOn);
    } finally {
      const after = this.#support.get(job.id);
      // retried later by any window
      if (isCarriedOn && after !== undefined && transfers.isHeld(job.id))
        await this.#support.put(transfers.release(after));
    }
  }

  /** Stores the result of a poll and the time of the next. */
  async #finish({ id, phase }: Job, seen: JobChange, lastAtMs: number): Promise<void> {
    const before = this.#support.get(id);
    // changed by the user meanwhile
    if (before === undefined || before.phase !== phase) return;
    const after = changed(before, seen, Date.now());
    const isMoved = after.phase !== phase;
    const isWanted = isMoved || this.#wanted.has(id);
    const waitMs = seen.pollInMs ?? (isWanted ? 0 : this.#waitFor(after, { failures: 0 }));
    const earliest = isMoved ? 0 : lastAtMs + this.#paceOf(after).shortestMs;
    await this.#support.change(id, {
      ...seen,
      pollInMs: undefined,
      look: { failures: 0, lastAtMs, by: this.#support.window, nextAtMs: Math.max(Date.now() + waitMs, earliest) },
    });
  }

  /** Stores a failed poll. A lasting refusal, or a transfer that can't succeed any more, ends the job. */
  async #failed(id: string, error: unknown, failures: number, isTransfer: boolean): Promise<void> {
    const job = this.#support.get(id);
    if (job === undefined || hasEnded(job)) return;
    this.#support.log.error(`${nameOf(job)} could not be continued.`, error);
    const facts = requestErrorFacts(error);
    const words = explain(error);
    const known = { words, status: facts?.status };
    const maySucceed = mayPass(error) || waitsForToken(error);
    if (!maySucceed && (isTransfer || failures >= patience)) {
      await this.#support.change(id, failedFor(words, facts?.status, job.correlationId ?? facts?.requestId));
      return;
    }
    const wasLimited = facts?.failure === 'rateLimited';
    const isWanted = this.#wanted.has(id) && !wasLimited;
    const waitMs = this.#waitFor(job, { failures, wasLimited, retryAfterMs: facts?.retryAfterMs });
    const nowMs = Date.now();
    const by = this.#support.window;
    const nextAtMs = nowMs + (isWanted ? this.#paceOf(job).shortestMs : waitMs);
    const look = { failures, error: known, lastAtMs: nowMs, by, nextAtMs };
    await this.#support.change(id, { look });
  }
}

const isTransfer = ({ phase }: Job): boolean => phase === 'sending' || phase === 'receiving';

const nameOf = ({ kind, subject }: Job): string => `${kind} of ${subject.path}`;

const carriedOn = async (
  rules: JobKindRules,
  job: Job,
  how: Parameters<NonNullable<JobKindRules['carryOn']>>[1],
): Promise<JobChange> => {
  if (rules.carryOn === undefined) throw new Error(`${job.kind} can’t be continued.`);
  return rules.carryOn(job, how);
};
