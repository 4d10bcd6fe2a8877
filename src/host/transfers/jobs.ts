import { randomUUID } from 'node:crypto';
import * as vscode from '../vscode.ts';
import {
  changed,
  failedFor,
  hasEnded,
  isDuplicate,
  type Job,
  type JobChange,
  type JobSeed,
} from '../../model/transfers/jobs/job.ts';
import type { JobPace } from '../../model/transfers/jobs/pace.ts';
import type { TransferState } from '../../model/transfers/jobs/transferRate.ts';
import type { AccountStore } from '../shell/accountSecrets.ts';
import type { Clients } from '../shell/clients.ts';
import type { Log } from '../shell/log.ts';
import { JobStore } from './jobStore.ts';
import type { EndingAction, JobKindRules, JobDeps } from './rules.ts';
import { Transfers, type TransferWork } from './liveTransfers.ts';
import { usualTickMs, Watch } from './watch.ts';

export interface JobsDeps {
  readonly memento: vscode.Memento;
  readonly accounts: AccountStore;
  readonly clients: Clients;
  readonly log: Log;
  /** Interval of storage checks; for tests. */
  readonly tickMs?: number;
}

/** Refusal of the start: message, status and request id. */
export interface Refusal {
  readonly refusal: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
}

/**
 * Exports and imports: stored before the first request, polled until they end, and worked on by one window at a time.
 * Sends nothing while no job is running.
 */
export class Jobs implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<Job>();
  /** Also fires for changes of other windows and for removed jobs. */
  readonly onDidChange = this.#changed.event;
  readonly #ended = new vscode.EventEmitter<Job>();
  /** Fires only in the window that saw the end. */
  readonly onDidEnd = this.#ended.event;
  /** Identity, except in tests, which shorten the pace. */
  paced: (usual: JobPace) => JobPace = (usual) => usual;
  /** Identifies this window. */
  readonly #window = randomUUID();
  readonly #parts: JobsDeps;
  readonly #store: JobStore;
  readonly #rules = new Map<Job['kind'], JobKindRules>();
  readonly #transfers: Transfers;
  readonly #watch: Watch;
  readonly #subscriptions: vscode.Disposable;
  #isDisposed = false;

  constructor(parts: JobsDeps) {
    this.#parts = parts;
    this.#store = new JobStore(parts.memento);
    const { tickMs = usualTickMs } = parts;
    const support = {
      get: (id: string) => this.get(id),
      put: (job: Job) => this.#put(job),
      takeStop: (id: string) => this.#store.takeStop(id),
      progressed: (job: Job) => this.#changed.fire(job),
    };
    this.#transfers = new Transfers(this.#window, support, tickMs);
    this.#watch = new Watch({
      window: this.#window,
      tickMs,
      transfers: this.#transfers,
      log: parts.log,
      list: () => this.list(),
      get: (id) => this.get(id),
      put: (job) => this.#put(job),
      restore: (id) => this.#store.restore(id),
      change: (id, change) => this.change(id, change),
      changedElsewhere: (job) => this.#changed.fire(job),
      rulesOf: (kind) => this.#rules.get(kind),
      paced: (usual) => this.paced(usual),
      hasAccount: (job) => parts.accounts.get(job.account) !== undefined,
      depsOf: (job, signal) => this.#deps(job, signal),
    });
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      this.#ended,
      parts.accounts.onDidChange(() => this.#watch.schedule()),
      vscode.window.onDidChangeWindowState(() => this.#watch.hurry()),
    );
    this.#watch.schedule();
  }

  /** Jobs of an unregistered kind are only shown. */
  register(kind: Job['kind'], rules: JobKindRules): void {
    this.#rules.set(kind, rules);
    this.#watch.schedule();
  }

  /** Newest first. */
  list(): readonly Job[] {
    return this.#store.list();
  }

  get(id: string): Job | undefined {
    return this.#store.get(id);
  }

  /** A running job for the same. */
  findDuplicate(seed: Pick<JobSeed, 'kind' | 'account' | 'subject'>): Job | undefined {
    return this.list().find((job) => !hasEnded(job) && isDuplicate(job, seed));
  }

  /** Resolves once the job is stored, so that a following request isn't forgotten. */
  async add(seed: JobSeed, phase: Job['phase'], state: string): Promise<Job> {
    const atMs = Date.now();
    const job: Job = {
      ...seed,
      id: randomUUID(),
      phase,
      startedAtMs: atMs,
      story: [{ atMs, state }],
      look: { failures: 0, by: this.#window },
      failedRelations: [],
    };
    // claimed, so that no other window resumes it
    await this.#put(phase === 'sending' ? this.#transfers.hold(job) : job);
    for (const old of await this.#store.tidy(atMs)) await this.remove(old.id);
    return job;
  }

  /** Undefined if the job was removed. An ended job keeps its phase. */
  async change(id: string, change: JobChange): Promise<Job | undefined> {
    const before = this.get(id);
    const after = await this.#change(before, change);
    if (before !== undefined && after !== undefined && hasEnded(after) && !hasEnded(before)) this.#ended.fire(after);
    return after;
  }

  /** Ends a job whose start was refused. `onDidEnd` doesn't fire, as the caller reports it. */
  async refuse(id: string, { refusal, status, requestId }: Refusal): Promise<void> {
    await this.#change(this.get(id), failedFor(refusal, status, requestId));
  }

  /** Progress of a transfer in this window. */
  transferOf(id: string): TransferState | undefined {
    return this.#transfers.of(id);
  }

  /** Runs a transfer with progress in view, page and notification. */
  async transfer<T>(id: string, work: TransferWork<T>): Promise<T> {
    return this.#transfers.run(id, work);
  }

  /** Suppresses the job's notification until disposed, as the caller shows progress. */
  follow(id: string): vscode.Disposable {
    this.#transfers.followed.add(id);
    return new vscode.Disposable(() => this.#transfers.followed.delete(id));
  }

  /** True for the error of a transfer that the user cancelled. */
  wasCancelled(error: unknown): boolean {
    return this.#transfers.wasCancelled(error);
  }

  /** Polls a job now, or as soon as rate limits allow. */
  async checkNow(id: string): Promise<void> {
    const job = this.get(id);
    if (job !== undefined && !hasEnded(job)) await this.#watch.checkNow(job);
  }

  /** Aborts a transfer, or cancels on the server if possible. Throws the server's refusal. */
  async cancel(id: string): Promise<void> {
    const job = this.get(id);
    if (job === undefined || hasEnded(job)) return;
    this.#watch.stopPolling(id);
    if (this.#transfers.cancel(id)) return;
    if (
      this.#watch.isWorkedOn(job) &&
      job.worker !== undefined &&
      (job.phase === 'sending' || job.phase === 'receiving')
    ) {
      await this.#store.askToStop(id);
      return;
    }
    const rules = this.#rules.get(job.kind);
    const { signal } = new AbortController();
    const change = rules?.cancel && (await rules.cancel(job, this.#deps(job, signal)));
    const isWatched = job.phase === 'running' || job.phase === 'unclear';
    const words = vscode.l10n.t('Graft no longer watches it; the server may still finish it.');
    const state = isWatched ? { state: 'unwatched', words } : { state: 'canceled' };
    await this.change(id, change ?? { phase: 'canceled', state });
  }

  /** Removes a job with its temporary files; a running one is cancelled locally first. */
  async remove(id: string): Promise<void> {
    const job = this.get(id);
    if (job === undefined) return;
    this.#watch.stopPolling(id);
    this.#transfers.cancel(id);
    await this.#transfers.finished(id);
    await this.#clear(job);
    await this.#store.remove(id, Date.now());
    this.#watch.remove(id);
    this.#changed.fire(job);
  }

  /** Otherwise only local work ends. */
  canCancelOnServer(job: Job): boolean {
    return this.#rules.get(job.kind)?.cancel !== undefined && !this.#transfers.isLive(job.id);
  }

  /** Consequences of canceling. */
  cancelMessage(job: Job): string {
    const { t } = vscode.l10n;
    if (this.canCancelOnServer(job)) return t('The server will be asked to cancel it.');
    if (job.phase === 'sending') return t('The upload stops; nothing is created.');
    if (job.phase === 'receiving') return t('The partial download is deleted. The archive stays on the server.');
    return t('The server can’t cancel it and may still finish it. Graft stops watching.');
  }

  endingActions(job: Job): readonly EndingAction[] {
    return this.#rules.get(job.kind)?.endingActions?.(job) ?? [];
  }

  /** Polls more often until disposed. */
  addViewer(): vscode.Disposable {
    return this.#watch.addViewer();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#watch.dispose();
    this.#transfers.dispose();
    this.#subscriptions.dispose();
  }

  #deps(job: Job, signal: AbortSignal): JobDeps {
    const { clients } = this.#parts;
    return { client: clients.of({ id: job.account, baseUrl: job.baseUrl }), clients, signal };
  }

  async #change(before: Job | undefined, change: JobChange): Promise<Job | undefined> {
    // errors of a shutdown don't change the job, which is resumed later
    if (before === undefined || this.#isDisposed) return undefined;
    const { phase, ...rest } = change;
    let after = changed(before, hasEnded(before) || phase === undefined ? rest : change, Date.now());
    if (after.phase !== before.phase && this.#transfers.isHeld(before.id)) after = this.#transfers.release(after);
    // a new phase is polled at once
    if (after.phase !== before.phase && change.pollInMs === undefined && change.look === undefined && !hasEnded(after))
      after = { ...after, look: { failures: 0, lastAtMs: after.look.lastAtMs, by: after.look.by } };
    await this.#put(after);
    if (hasEnded(after) && !hasEnded(before)) await this.#clear(after);
    return after;
  }

  async #put(job: Job): Promise<void> {
    const stored = this.#store.put(job);
    if (!this.#isDisposed) {
      const latest = this.#store.get(job.id) ?? job;
      this.#watch.know(latest);
      this.#changed.fire(latest);
    }
    await stored;
  }

  async #clear(job: Job): Promise<void> {
    try {
      await this.#rules.get(job.kind)?.clear?.(job);
    } catch (error) {
      this.#parts.log.error(`Temporary files of ${job.kind} of ${job.subject.path} could not be deleted.`, error);
    }
  }
}
