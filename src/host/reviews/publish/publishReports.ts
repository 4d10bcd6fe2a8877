import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import type { OutcomeView, ReportView } from '../../../messages/review.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import { shaped, storedEach, type StoredEach } from '../../shell/stored.ts';

const outcomeShape = v.object({
  key: v.string(),
  tone: v.picklist(['good', 'warning', 'bad', 'quiet']),
  what: v.string(),
  text: v.string(),
  words: v.string(),
  advice: v.optional(v.string()),
  /** URL of the comment, or of the page to do it by hand. */
  link: v.optional(v.string()),
  draftId: v.optional(v.number()),
});

const shape = v.object({ at: v.string(), outcomes: v.array(outcomeShape) });

/** Stored outcome of one write. */
export type KeptOutcome = v.InferOutput<typeof outcomeShape>;

type Place = Omit<ReviewPlace, 'client'>;

/** Outcomes of publications, stored until the user dismisses them. */
export class PublishReports implements vscode.Disposable {
  readonly #stored: StoredEach<v.InferOutput<typeof shape>>;
  readonly #changed = new vscode.EventEmitter<Place>();
  readonly onDidChange = this.#changed.event;

  constructor(memento: vscode.Memento) {
    this.#stored = storedEach(memento, 'graft.publishReport ', shaped(shape));
  }

  /** Adds outcomes; replaces earlier ones of the same drafts. */
  async add(place: Place, outcomes: readonly KeptOutcome[]): Promise<void> {
    const earlier = this.#read(place).filter(
      ({ draftId }) => draftId === undefined || !outcomes.some((outcome) => outcome.draftId === draftId),
    );
    await this.#write(place, [...outcomes, ...earlier]);
  }

  /** Without `key`, dismisses all. */
  async dismiss(place: Place, key: string | undefined): Promise<void> {
    const left = key === undefined ? [] : this.#read(place).filter((outcome) => outcome.key !== key);
    await this.#write(place, left);
  }

  link(place: Place, key: string): string | undefined {
    return this.#read(place).find((outcome) => outcome.key === key)?.link;
  }

  /** Undefined when all are dismissed. `drafts` are the existing ones. */
  view(place: Place, drafts: ReadonlySet<number>): ReportView | undefined {
    const kept = this.#stored.of(placeKey(place)).get();
    if (kept === undefined || kept.outcomes.length === 0) return undefined;
    const outcomes = kept.outcomes.map(({ key, tone, what, text, words, advice, link, draftId }): OutcomeView => ({
      ...{ key, tone, what, text, words, advice },
      hasLink: link !== undefined,
      draftId: draftId !== undefined && drafts.has(draftId) ? draftId : undefined,
    }));
    return { title: reportTitle(outcomes), at: kept.at, outcomes };
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #read(place: Place): readonly KeptOutcome[] {
    return this.#stored.of(placeKey(place)).get()?.outcomes ?? [];
  }

  async #write(place: Place, outcomes: readonly KeptOutcome[]): Promise<void> {
    const kept = outcomes.length === 0 ? undefined : { at: new Date().toISOString(), outcomes: [...outcomes] };
    await this.#stored.of(placeKey(place)).put(kept);
    this.#changed.fire(place);
  }
}

export const reportTitle = (outcomes: readonly { readonly tone: KeptOutcome['tone'] }[]): string => {
  const { t } = vscode.l10n;
  const good = outcomes.filter(({ tone }) => tone === 'good').length;
  return t('Published: {0} of {1}', good, outcomes.length);
};
