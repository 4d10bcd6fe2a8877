import * as vscode from '../vscode.ts';

/** Age from which data is refreshed when the window regains focus. */
const returnMs = 3_000;

/** Polls with exponential backoff, reset by changes and when the window regains focus; never in the background. */
export class PollingPace implements vscode.Disposable {
  readonly #poll: () => Promise<boolean>;
  readonly #isWanted: () => boolean;
  readonly #soonestMs: number;
  readonly #latestMs: number;
  readonly #subscription: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;
  #waitMs: number;
  #polledAtMs = 0;

  /** `poll` returns whether something changed. */
  constructor(
    poll: () => Promise<boolean>,
    isWanted: () => boolean,
    { soonestMs, latestMs }: { readonly soonestMs: number; readonly latestMs: number },
  ) {
    this.#poll = poll;
    this.#isWanted = isWanted;
    this.#soonestMs = soonestMs;
    this.#latestMs = latestMs;
    this.#waitMs = soonestMs;
    this.#subscription = vscode.window.onDidChangeWindowState(() => this.#onReturn());
  }

  /** Resets the backoff. */
  soon(): void {
    this.#waitMs = this.#soonestMs;
    this.#wait();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
  }

  #onReturn(): void {
    this.#waitMs = this.#soonestMs;
    this.#wait(Math.max(0, this.#polledAtMs + returnMs - Date.now()));
  }

  #wait(ms = this.#waitMs): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!vscode.window.state.focused || !this.#isWanted()) return;
    this.#timer = setTimeout(() => void this.#turn(), ms);
  }

  async #turn(): Promise<void> {
    this.#polledAtMs = Date.now();
    const isNews = await this.#poll();
    this.#waitMs = isNews ? this.#soonestMs : Math.min(this.#latestMs, this.#waitMs * 2);
    this.#wait();
  }
}
