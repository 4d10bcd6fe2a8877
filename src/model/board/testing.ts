import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../client/client.ts';
import { isUnreachable, requestErrorFacts } from '../../client/errors.ts';
import { askCell, type BoardPlace, readColumn, type TryInClone } from '../pick/asking.ts';
import type { Board } from './board.ts';
import { CellQueue } from './cellQueue.ts';
import { type CellAnswer, type CellKey, type Column, keyText } from '../pick/answers.ts';

export interface TestingState {
  readonly isRunning: boolean;
  readonly total: number;
  readonly done: number;
  /** End of a rate limit, in epoch milliseconds. */
  readonly pausedUntilMs: number | undefined;
  /** Stopped the run or kept earlier results. */
  readonly failure: unknown;
}

export interface TestingOptions {
  /** Parallel dry runs. */
  readonly width?: number;
  readonly inClone?: TryInClone | undefined;
  readonly now?: () => number;
  readonly wait?: (waitMs: number, signal: AbortSignal) => Promise<unknown>;
}

/** Like browsers per server. */
const usualWidth = 6;
/** Retries per cell after rate limiting. */
const maxPauses = 5;
/** Without `Retry-After`. */
const usualPauseMs = 10_000;
/** This many in a row stop the run. */
const maxFailures = 3;

interface Run {
  readonly abort: AbortController;
  readonly workers: Set<Promise<void>>;
}

/**
 * Runs dry runs in parallel, visible cells first. Each branch is read before and after its cells, which become outdated if
 * it has moved. Rate limits pause the whole board.
 */
export class Testing {
  readonly #board: Board;
  readonly #place: BoardPlace;
  readonly #width: number;
  readonly #now: () => number;
  readonly #wait: (waitMs: number, signal: AbortSignal) => Promise<unknown>;
  readonly #queue = new CellQueue();
  readonly #busy = new Map<string, CellKey>();
  readonly #pauses = new Map<string, number>();
  readonly #reads = new Map<string, Promise<Column>>();
  readonly #listeners = new Set<() => void>();
  readonly #underWay = new Set<Promise<void>>();
  #run: Run | undefined;
  /** Since the last answer; a shared error counts once. */
  #failures = new Set<unknown>();
  #state: TestingState = { isRunning: false, total: 0, done: 0, pausedUntilMs: undefined, failure: undefined };

  constructor(board: Board, client: Client, options: TestingOptions = {}) {
    this.#board = board;
    this.#place = { client, project: board.project, inClone: options.inClone };
    this.#width = options.width ?? usualWidth;
    this.#now = options.now ?? Date.now;
    this.#wait = options.wait ?? ((waitMs, signal) => delay(waitMs, undefined, { signal }));
  }

  get state(): TestingState {
    return this.#state;
  }

  /** Returns the function that unsubscribes. */
  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Visible cells are tested first. */
  see(commits: Iterable<string>, branches: Iterable<string>): void {
    this.#queue.see(commits, branches);
  }

  /** Resolves when testing has ended. */
  async test(keys: readonly CellKey[]): Promise<void> {
    const added = keys.filter((key) => this.#board.has(key) && !this.#queue.has(key));
    for (const key of added) {
      this.#queue.add(key);
      this.#set(key, 'queued');
      // a new test needs the current tip
      this.#reads.delete(key.branch);
    }
    if (added.length > 0) this.#start(added.length);
    await this.idle();
  }

  /** Waiting cells keep their results. */
  cancel(): void {
    this.#stop(undefined);
  }

  /** Resolves when testing has ended. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #start(added: number): void {
    const continues = this.#state.isRunning;
    this.#failures.clear();
    this.#replace({
      isRunning: true,
      total: (continues ? this.#state.total : 0) + added,
      done: continues ? this.#state.done : 0,
      failure: undefined,
    });
    this.#spawn((this.#run ??= { abort: new AbortController(), workers: new Set() }));
  }

  #spawn(run: Run): void {
    const wanted = Math.min(this.#width, this.#queue.size + this.#busy.size);
    while (run.workers.size < wanted) {
      const worker: Promise<void> = this.#work(run.abort.signal).finally(() => {
        run.workers.delete(worker);
        this.#underWay.delete(worker);
        if (run.workers.size === 0 && this.#run === run) this.#ended(run);
      });
      run.workers.add(worker);
      this.#underWay.add(worker);
    }
  }

  #ended(run: Run): void {
    if (this.#queue.size > 0) {
      this.#spawn(run);
      return;
    }
    this.#run = undefined;
    this.#reads.clear();
    this.#pauses.clear();
    this.#replace({ isRunning: false, pausedUntilMs: undefined });
  }

  #stop(failure: unknown): void {
    const run = this.#run;
    if (run === undefined) return;
    this.#run = undefined;
    const waiting = this.#queue.clear();
    this.#reads.clear();
    this.#pauses.clear();
    for (const key of [...waiting, ...this.#busy.values()]) this.#set(key, 'idle');
    this.#busy.clear();
    this.#replace({ isRunning: false, pausedUntilMs: undefined, failure });
    run.abort.abort();
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.#rested(signal);
      if (signal.aborted) return;
      const key = this.#queue.take();
      if (key === undefined) return;
      this.#busy.set(keyText(key), key);
      this.#set(key, 'testing');
      await this.#test(key, signal);
      if (signal.aborted) return;
      this.#busy.delete(keyText(key));
      await this.#confirm(key, signal);
    }
  }

  async #rested(signal: AbortSignal): Promise<void> {
    for (;;) {
      const { pausedUntilMs } = this.#state;
      const waitMs = (pausedUntilMs ?? 0) - this.#now();
      if (signal.aborted || pausedUntilMs === undefined) return;
      if (waitMs > 0) await this.#wait(waitMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      if (this.#state.pausedUntilMs === pausedUntilMs) this.#replace({ pausedUntilMs: undefined });
    }
  }

  async #test(key: CellKey, signal: AbortSignal): Promise<void> {
    try {
      const column = await this.#column(key, signal);
      const answer = await this.#answer(key, column, signal);
      if (signal.aborted) return;
      this.#failures.clear();
      this.#answered(key, column, answer);
      // all others would be refused, too
      if (answer.kind === 'refused' && answer.why === 'missingScope') this.#stop(undefined);
    } catch (error) {
      if (!signal.aborted) this.#failed(key, error);
    }
  }

  async #answer(key: CellKey, column: Column, signal: AbortSignal): Promise<CellAnswer> {
    const answer = await askCell(this.#place, { ...key, message: this.#board.sentMessage(key.sha) }, column, signal);
    // the other cells need no request
    if (answer.kind === 'branchMissing' && column.kind === 'read') {
      const gone: Column = { kind: 'missing', readAtMs: this.#now() };
      this.#reads.set(key.branch, Promise.resolve(gone));
      this.#board.setColumn(key.branch, gone);
    }
    return answer;
  }

  /** Once for all waiting cells. */
  #column({ sha, branch }: CellKey, signal: AbortSignal): Promise<Column> {
    const known = this.#reads.get(branch);
    if (known) return known;
    const reading: Promise<Column> = this.#check({ sha, branch }, signal).then((column) => {
      // may have been updated elsewhere
      const isKept =
        column.kind === 'failed' && isUnreachable(column.error) && this.#board.column(branch).kind === 'read';
      if (!signal.aborted && this.#reads.get(branch) === reading && !isKept) this.#board.setColumn(branch, column);
      return column;
    });
    this.#reads.set(branch, reading);
    return reading;
  }

  #check(key: CellKey, signal: AbortSignal): Promise<Column> {
    return readColumn(this.#place, key, { signal, now: this.#now });
  }

  /** After the last cell: if the branch has moved, the cells become outdated. */
  async #confirm({ sha, branch }: CellKey, signal: AbortSignal): Promise<void> {
    const before = this.#reads.get(branch);
    const isOpen = this.#queue.hasOf(branch) || [...this.#busy.values()].some((key) => key.branch === branch);
    if (before === undefined || isOpen) return;
    this.#reads.delete(branch);
    const column = await before;
    if (column.kind !== 'read' || column.canPush === false || signal.aborted) return;
    const now = await this.#check({ sha, branch }, signal);
    // keep it after a failure or during a new test
    if (signal.aborted || now.kind === 'failed' || this.#reads.has(branch)) return;
    this.#board.setColumn(branch, now);
  }

  #answered(key: CellKey, column: Column, answer: CellAnswer): void {
    const tip = column.kind === 'read' ? column.tip : undefined;
    const activity = this.#queue.has(key) ? 'queued' : 'idle';
    this.#board.setCell(key, { activity, result: { ...answer, tip, atMs: this.#now() } });
    this.#replace({ done: this.#state.done + 1 });
  }

  #failed(key: CellKey, error: unknown): void {
    const facts = requestErrorFacts(error);
    if (facts?.failure === 'rateLimited' && this.#pause(key, facts.retryAfterMs ?? usualPauseMs)) return;
    const known = this.#board.cell(key).result;
    if (isUnreachable(error) && known !== undefined && known.kind !== 'failed') {
      this.#set(key, this.#queue.has(key) ? 'queued' : 'idle');
      this.#replace({ done: this.#state.done + 1, failure: error });
    } else this.#answered(key, { kind: 'unread' }, { kind: 'failed', error });
    this.#failures.add(error);
    const isForAll = facts !== undefined && ['unauthorized', 'hostNotFound', 'certificate'].includes(facts.failure);
    if (isForAll || this.#failures.size >= maxFailures) this.#stop(error);
  }

  /** Retries after the pause; false after too many. */
  #pause(key: CellKey, waitMs: number): boolean {
    const pauses = (this.#pauses.get(keyText(key)) ?? 0) + 1;
    if (pauses > maxPauses) return false;
    this.#pauses.set(keyText(key), pauses);
    this.#queue.putFirst(key);
    this.#set(key, 'queued');
    this.#reads.delete(key.branch);
    const untilMs = Math.max(this.#state.pausedUntilMs ?? 0, this.#now() + waitMs);
    this.#replace({ pausedUntilMs: untilMs });
    return true;
  }

  #set(key: CellKey, activity: 'idle' | 'queued' | 'testing'): void {
    this.#board.setCell(key, { ...this.#board.cell(key), activity });
  }

  #replace(change: Partial<TestingState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
