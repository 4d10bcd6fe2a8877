import * as v from 'valibot';
import type { JobStep } from './transfers.ts';

/** Target states to hold jobs at, or all. */
export const holdSchema = v.strictObject({ hold: v.union([v.literal('all'), v.array(v.string())]) });

type Hold = v.InferOutput<typeof holdSchema>['hold'];

/** Holds exports and imports before their steps, for tests. */
export class JobHolds {
  #hold: Hold = [];
  readonly #waiting = new Map<JobStep, () => void>();

  /** Waiting steps are oldest first. */
  get state(): { readonly hold: Hold; readonly waiting: readonly JobStep[] } {
    return { hold: this.#hold, waiting: [...this.#waiting.keys()] };
  }

  /** Releases jobs that wait for other steps. */
  replace(hold: Hold): void {
    this.#hold = hold;
    for (const [step, goOn] of this.#waiting) {
      if (this.#holds(step)) continue;
      this.#waiting.delete(step);
      goOn();
    }
  }

  /** Resolves once the step is not held. */
  async before(step: JobStep): Promise<void> {
    if (!this.#holds(step)) return;
    await new Promise<void>((goOn) => this.#waiting.set(step, goOn));
  }

  #holds({ to }: JobStep): boolean {
    return this.#hold === 'all' || this.#hold.includes(to);
  }
}
