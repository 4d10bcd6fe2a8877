import * as v from 'valibot';
import type { JobStep } from './transfers.ts';

/** Before which steps jobs are held: those to the states named, or all. */
export const holdSchema = v.strictObject({ hold: v.union([v.literal('all'), v.array(v.string())]) });

type Hold = v.InferOutput<typeof holdSchema>['hold'];

/** Holds exports and imports before their steps, so that what lies between can be looked at for as long as it takes. */
export class JobHolds {
  #hold: Hold = [];
  readonly #waiting = new Map<JobStep, () => void>();

  /** What is held, and the steps that wait for it, oldest first. */
  get state(): { readonly hold: Hold; readonly waiting: readonly JobStep[] } {
    return { hold: this.#hold, waiting: [...this.#waiting.keys()] };
  }

  /** Holds these steps from now on; jobs that wait for another one go on. */
  replace(hold: Hold): void {
    this.#hold = hold;
    for (const [step, goOn] of this.#waiting) {
      if (this.#holds(step)) continue;
      this.#waiting.delete(step);
      goOn();
    }
  }

  /** Resolves as soon as a job may take a step. */
  async before(step: JobStep): Promise<void> {
    if (!this.#holds(step)) return;
    await new Promise<void>((goOn) => this.#waiting.set(step, goOn));
  }

  #holds({ to }: JobStep): boolean {
    return this.#hold === 'all' || this.#hold.includes(to);
  }
}
