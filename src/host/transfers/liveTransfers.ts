import * as vscode from '../vscode.ts';
import { Interrupted } from '../../client/saveDownload.ts';
import type { TransferProgress } from '../../client/transport.ts';
import type { Job } from '../../model/transfers/jobs/job.ts';
import { TransferRate, type TransferState } from '../../model/transfers/jobs/transferRate.ts';
import { transferTitle, transferMessage } from './messages.ts';

/** A transfer; rejects when the signal aborts. */
export type TransferWork<T> = (signal: AbortSignal, progress: (progress: TransferProgress) => void) => Promise<T>;

/** Throttle of progress updates. */
const throttleMs = 250;

interface Live {
  readonly abort: AbortController;
  readonly rate: TransferRate;
  readonly done: Promise<unknown>;
  state: TransferState | undefined;
  reportedAtMs: number;
}

export interface TransferSupport {
  get(id: string): Job | undefined;
  put(job: Job): Promise<void>;
  /** Returns, once, whether another window requested a cancel. */
  takeStop(id: string): boolean;
  /** Throttled to four calls a second. */
  progressed(job: Job): void;
}

/** Transfers of this window, with a heartbeat in the storage that claims their jobs. */
export class Transfers implements vscode.Disposable {
  readonly #worker: string;
  readonly #support: TransferSupport;
  readonly #live = new Map<string, Live>();
  readonly #held = new Set<string>();
  /** Jobs that have a notification already. */
  readonly followed = new Set<string>();
  readonly #cancelled = new WeakSet<object>();
  #heartbeat: NodeJS.Timeout | undefined;
  readonly #heartbeatMs: number;
  #isDisposed = false;

  /** `worker` identifies this window; `heartbeatMs`: interval of the heartbeat. */
  constructor(worker: string, support: TransferSupport, heartbeatMs: number) {
    this.#heartbeatMs = heartbeatMs;
    this.#worker = worker;
    this.#support = support;
  }

  /** Claims a job; returns the changed record. */
  hold(job: Job): Job {
    this.#held.add(job.id);
    this.#heartbeat ??= setInterval(() => this.#heartbeatAll(), this.#heartbeatMs);
    return { ...job, worker: { id: this.#worker, beat: (job.worker?.beat ?? 0) + 1 } };
  }

  /** Releases a job; returns the changed record. */
  release(job: Job): Job {
    this.#held.delete(job.id);
    if (this.#held.size === 0) {
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
    }
    return { ...job, worker: undefined };
  }

  /** Claimed by this window. */
  isHeld(id: string): boolean {
    return this.#held.has(id);
  }

  /** Transferring in this window. */
  isLive(id: string): boolean {
    return this.#live.has(id);
  }

  of(id: string): TransferState | undefined {
    return this.#live.get(id)?.state;
  }

  /** Aborts a transfer; false if there is none. */
  cancel(id: string): boolean {
    const live = this.#live.get(id);
    live?.abort.abort();
    return live !== undefined;
  }

  /** True for the error of a transfer that the user cancelled. */
  wasCancelled(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.#cancelled.has(error);
  }

  /** Resolves once the job isn't transferring. */
  async finished(id: string): Promise<void> {
    await this.#live.get(id)?.done.catch(() => undefined);
  }

  /** Runs a transfer. The job stays claimed until its phase changes, so that no other window resumes it in between. */
  async run<T>(id: string, work: TransferWork<T>): Promise<T> {
    const job = this.#support.get(id);
    if (job === undefined) throw new Error(vscode.l10n.t('The job is no longer on the list.'));
    if (this.#live.has(id)) throw new Error(vscode.l10n.t('The job is already running.'));
    const abort = new AbortController();
    // stored before the first byte is requested
    const done = this.#support.put(this.hold(job)).then(() => {
      if (this.#support.get(id)?.worker?.id === this.#worker) return this.#shown(job, live, work);
      this.#held.delete(id);
      throw new Error(vscode.l10n.t('Another window is running it.'));
    });
    const live: Live = { abort, rate: new TransferRate(), done, state: undefined, reportedAtMs: 0 };
    this.#live.set(id, live);
    try {
      return await done;
    } catch (error) {
      if (abort.signal.aborted && !this.#isDisposed && typeof error === 'object' && error !== null)
        this.#cancelled.add(error);
      throw error;
    } finally {
      this.#live.delete(id);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    clearInterval(this.#heartbeat);
    for (const { abort } of this.#live.values()) abort.abort(new Interrupted('the editor is closing'));
    // so that another window, or this one after a reload, resumes at once
    for (const id of this.#held) {
      const job = this.#support.get(id);
      if (job?.worker?.id !== this.#worker) continue;
      void this.#support.put({ ...job, worker: undefined });
    }
    this.#held.clear();
  }

  /** The notification starts with the first byte, as a failed request needs none. */
  async #shown<T>(job: Job, live: Live, work: TransferWork<T>): Promise<T> {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let show: ((state: TransferState) => void) | undefined;
    const progress = ({ doneBytes, totalBytes }: TransferProgress): void => {
      const nowMs = Date.now();
      const state = live.rate.at(nowMs, doneBytes, totalBytes);
      if (nowMs - live.reportedAtMs < throttleMs && doneBytes !== totalBytes && live.state !== undefined) return;
      live.state = state;
      live.reportedAtMs = nowMs;
      if (!this.followed.has(job.id))
        show ??= notification(transferTitle(this.#support.get(job.id) ?? job), live.abort, finished);
      show?.(state);
      const current = this.#support.get(job.id);
      if (current !== undefined) this.#support.progressed(current);
    };
    try {
      return await work(live.abort.signal, progress);
    } finally {
      finish();
    }
  }

  #heartbeatAll(): void {
    for (const id of this.#held) {
      const job = this.#support.get(id);
      if (job?.worker?.id !== this.#worker) continue;
      if (this.#support.takeStop(id)) this.cancel(id);
      void this.#support.put({ ...job, worker: { ...job.worker, beat: job.worker.beat + 1 } });
    }
  }
}

const notification = (
  title: string,
  abort: AbortController,
  finished: Promise<void>,
): ((state: TransferState) => void) => {
  let show: (state: TransferState) => void = () => undefined;
  void vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (report, token) => {
      token.onCancellationRequested(() => abort.abort());
      let percent = 0;
      show = (state) => {
        const { doneBytes, totalBytes } = state;
        const now = totalBytes === undefined || totalBytes === 0 ? percent : (doneBytes / totalBytes) * 100;
        report.report({ message: transferMessage(state), increment: Math.max(0, now - percent) });
        percent = now;
      };
      return finished;
    },
  );
  return (state) => show(state);
};
