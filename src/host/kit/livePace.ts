import * as vscode from '../vscode.ts';

/** How old an answer may be when the user comes back to the window. */
const returnMs = 3_000;

/**
 * Looks again from time to time: soon after something has changed, ever more seldom while nothing does, at once when
 * the user comes back to the window, and not at all while it is in the background or nothing is wanted.
 */
export class LivePace implements vscode.Disposable {
  readonly #look: () => Promise<boolean>;
  readonly #isWanted: () => boolean;
  readonly #soonestMs: number;
  readonly #latestMs: number;
  readonly #subscription: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;
  #waitMs: number;
  #lookedAtMs = 0;

  /** `look` answers whether anything had changed; `isWanted` whether there is something to look at just then. */
  constructor(
    look: () => Promise<boolean>,
    isWanted: () => boolean,
    { soonestMs, latestMs }: { readonly soonestMs: number; readonly latestMs: number },
  ) {
    this.#look = look;
    this.#isWanted = isWanted;
    this.#soonestMs = soonestMs;
    this.#latestMs = latestMs;
    this.#waitMs = soonestMs;
    this.#subscription = vscode.window.onDidChangeWindowState(() => this.#onReturn());
  }

  /** Goes back to the shortest wait, as when something has changed. */
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
    this.#wait(Math.max(0, this.#lookedAtMs + returnMs - Date.now()));
  }

  #wait(ms = this.#waitMs): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!vscode.window.state.focused || !this.#isWanted()) return;
    this.#timer = setTimeout(() => void this.#turn(), ms);
  }

  async #turn(): Promise<void> {
    this.#lookedAtMs = Date.now();
    const isNews = await this.#look();
    this.#waitMs = isNews ? this.#soonestMs : Math.min(this.#latestMs, this.#waitMs * 2);
    this.#wait();
  }
}
