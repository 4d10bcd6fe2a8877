import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../client/client.ts';
import { isAway, requestFailure } from '../../client/errors.ts';
import { askCell, type BoardPlace, readColumn, type TryInClone } from './asking.ts';
import type { Board } from './board.ts';
import { CellQueue } from './cellQueue.ts';
import { type CellAnswer, type CellKey, type Column, keyText } from './cells.ts';

/** How far testing is. */
export interface TestingState {
  readonly isRunning: boolean;
  /** Cells of this run: asked for, and answered so far. */
  readonly total: number;
  readonly done: number;
  /** Until when the server has asked to be left alone, in milliseconds since 1970. */
  readonly pausedUntilMs: number | undefined;
  /** What stopped the run before its end, as every further cell would have met it, or left answers as they were. */
  readonly failure: unknown;
}

/** What testing may be told. */
export interface TestingOptions {
  /** How many dry runs are under way at a time. */
  readonly width?: number;
  readonly inClone?: TryInClone | undefined;
  readonly now?: () => number;
  readonly wait?: (waitMs: number, signal: AbortSignal) => Promise<unknown>;
}

/** As many as a browser opens to one server. */
const usualWidth = 6;
/** How often a cell is asked again because the server asked to slow down. */
const mostPauses = 5;
/** How long the board rests when the server does not say for how long. */
const usualPauseMs = 10_000;
/** As many cells may fail in a row before the rest is not asked any more. */
const mostFailures = 3;

/** One time of testing, from the first cell asked for to the last answered. */
interface Run {
  readonly abort: AbortController;
  readonly workers: Set<Promise<void>>;
}

/**
 * Fills the cells of a board by dry runs: a few at a time, what is seen first. A branch is read once before the cells of
 * its column and once after them; where it has moved in between they are stale. A branch that is missing, or that the
 * server says I may not push to, answers for its cells without a dry run of it. When the server asks to slow down all of the
 * board rests.
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
  /** Failures since the last answer; one that many cells met together counts once. */
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

  /** Tells when the state has been replaced; answers what ends that. */
  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What the user sees: its cells come first from now on. */
  see(commits: Iterable<string>, branches: Iterable<string>): void {
    this.#queue.see(commits, branches);
  }

  /** Tests cells, again where they have been tested, in this order among those seen. Resolves when nothing is under way. */
  async test(keys: readonly CellKey[]): Promise<void> {
    const added = keys.filter((key) => this.#board.has(key) && !this.#queue.has(key));
    for (const key of added) {
      this.#queue.add(key);
      this.#set(key, 'queued');
      // where the branch is now counts, not where it was when its column was tested before
      this.#reads.delete(key.branch);
    }
    if (added.length > 0) this.#start(added.length);
    await this.settled();
  }

  /** Stops: what is under way is given up, what waits is as it was before. */
  cancel(): void {
    this.#stop(undefined);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
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

  /** The last worker has found nothing to do; what came just then starts another. */
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

  /** Waits as long as the server has asked for. */
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
      // a token that may only read is refused everywhere
      if (answer.kind === 'refused' && answer.why === 'missingScope') this.#stop(undefined);
    } catch (error) {
      if (!signal.aborted) this.#failed(key, error);
    }
  }

  async #answer(key: CellKey, column: Column, signal: AbortSignal): Promise<CellAnswer> {
    const answer = await askCell(this.#place, { ...key, message: this.#board.sentMessage(key.sha) }, column, signal);
    // known already to the other cells of the column
    if (answer.kind === 'branchMissing' && column.kind === 'read') {
      const gone: Column = { kind: 'missing', readAtMs: this.#now() };
      this.#reads.set(key.branch, Promise.resolve(gone));
      this.#board.setColumn(key.branch, gone);
    }
    return answer;
  }

  /** Reads the branch of a column once for all cells that are waiting. */
  #column({ sha, branch }: CellKey, signal: AbortSignal): Promise<Column> {
    const known = this.#reads.get(branch);
    if (known) return known;
    const reading: Promise<Column> = this.#look({ sha, branch }, signal).then((column) => {
      // another part may have asked where the branch is since
      const isKept = column.kind === 'failed' && isAway(column.error) && this.#board.column(branch).kind === 'read';
      if (!signal.aborted && this.#reads.get(branch) === reading && !isKept) this.#board.setColumn(branch, column);
      return column;
    });
    this.#reads.set(branch, reading);
    return reading;
  }

  #look(key: CellKey, signal: AbortSignal): Promise<Column> {
    return readColumn(this.#place, key, { signal, now: this.#now });
  }

  /** After the last cell of a column: a branch that has moved meanwhile makes its cells stale. */
  async #confirm({ sha, branch }: CellKey, signal: AbortSignal): Promise<void> {
    const before = this.#reads.get(branch);
    const isOpen = this.#queue.hasOf(branch) || [...this.#busy.values()].some((key) => key.branch === branch);
    if (before === undefined || isOpen) return;
    this.#reads.delete(branch);
    const column = await before;
    if (column.kind !== 'read' || column.canPush === false || signal.aborted) return;
    const now = await this.#look({ sha, branch }, signal);
    // a look that failed takes nothing back; a new test has started a look of its own
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
    const facts = requestFailure(error);
    if (facts?.failure === 'rateLimited' && this.#pause(key, facts.retryAfterMs ?? usualPauseMs)) return;
    const known = this.#board.cell(key).result;
    if (isAway(error) && known !== undefined && known.kind !== 'failed') {
      this.#set(key, this.#queue.has(key) ? 'queued' : 'idle');
      this.#replace({ done: this.#state.done + 1, failure: error });
    } else this.#answered(key, { kind: 'unread' }, { kind: 'failed', error });
    this.#failures.add(error);
    const isForAll = facts !== undefined && ['unauthorized', 'hostNotFound', 'certificate'].includes(facts.failure);
    if (isForAll || this.#failures.size >= mostFailures) this.#stop(error);
  }

  /** Rests, and asks this cell again afterwards: it was refused unheard. False when that has been tried enough. */
  #pause(key: CellKey, waitMs: number): boolean {
    const pauses = (this.#pauses.get(keyText(key)) ?? 0) + 1;
    if (pauses > mostPauses) return false;
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
