import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import { RequestError, requestErrorFacts, type RequestErrorFacts, requestFailures } from '../../../client/errors.ts';
import type { OutcomeView, ReportView } from '../../../messages/review.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { Outcome } from '../../../model/reviews/outcomes.ts';
import { draftNote } from '../../../wire/draftNotes.ts';
import { explain } from '../../kit/words/explain.ts';
import { shaped, storedMap, type StoredMap } from '../../shell/storedValue.ts';
import { isGood, outcomeLink, outcomeMessage } from './outcomeMessages.ts';

const facts = v.looseObject({ failure: v.picklist(requestFailures), address: v.string() });

const cause = v.pipe(
  v.union([v.object({ facts }), v.object({ message: v.string() })]),
  v.transform((stored) =>
    'facts' in stored ? new RequestError(stored.facts as unknown as RequestErrorFacts) : new Error(stored.message),
  ),
);

const outcome = v.looseObject({
  kind: v.string(),
  note: v.optional(v.object({ noteId: v.number() })),
  value: v.optional(v.object({ noteId: v.number() })),
  cause: v.optional(cause),
});

const kept = { key: v.string(), outcome };

const shape = v.object({
  at: v.string(),
  webUrl: v.string(),
  outcomes: v.array(
    v.variant('of', [
      v.object({ ...kept, of: v.literal('draft'), draft: draftNote }),
      v.object({ ...kept, of: v.literal('summary'), text: v.string() }),
      v.object({ ...kept, of: v.picklist(['state', 'approval']) }),
    ]),
  ),
});

type StoredOutcome = Outcome & { readonly key: string };

interface Kept {
  readonly at: string;
  /** Of the merge request. */
  readonly webUrl: string;
  readonly outcomes: readonly StoredOutcome[];
}

type Place = Omit<ReviewPlace, 'client'>;

/** Outcomes of publications, stored until the user dismisses them. Their words are made when they are shown. */
export class PublishReports implements vscode.Disposable {
  readonly #stored: StoredMap<Kept>;
  readonly #changed = new vscode.EventEmitter<Place>();
  readonly onDidChange = this.#changed.event;

  constructor(memento: vscode.Memento) {
    this.#stored = storedMap(memento, 'graft.publishReport ', (value) => shaped(shape)(value) as Kept | undefined);
  }

  /** Adds outcomes; replaces earlier ones of the same drafts. */
  async add(place: Place, outcomes: readonly Outcome[], webUrl: string): Promise<void> {
    const drafts = new Set(outcomes.flatMap((one) => (one.of === 'draft' ? one.draft.id : [])));
    const earlier = this.#read(place).filter((one) => one.of !== 'draft' || !drafts.has(one.draft.id));
    await this.#write(place, webUrl, [...outcomes.map((one) => ({ ...one, key: randomUUID() })), ...earlier]);
  }

  /** Without `key`, dismisses all. */
  async dismiss(place: Place, key: string | undefined): Promise<void> {
    const { webUrl = '' } = this.#stored.of(placeKey(place)).get() ?? {};
    await this.#write(place, webUrl, key === undefined ? [] : this.#read(place).filter((one) => one.key !== key));
  }

  link(place: Place, key: string): string | undefined {
    const stored = this.#stored.of(placeKey(place)).get();
    const found = stored?.outcomes.find((one) => one.key === key);
    return stored && found && outcomeLink(found, stored.webUrl);
  }

  /** Undefined when all are dismissed. `drafts` are the existing ones. */
  view(place: Place, drafts: ReadonlySet<number>): ReportView | undefined {
    const stored = this.#stored.of(placeKey(place)).get();
    if (stored === undefined) return undefined;
    const outcomes = stored.outcomes.flatMap((one): readonly OutcomeView[] => {
      const message = outcomeMessage(one);
      if (message === undefined) return [];
      const draftId = one.of === 'draft' && drafts.has(one.draft.id) ? one.draft.id : undefined;
      const isMoot = one.of === 'draft' && draftId === undefined && !isLost(one.outcome);
      const advice = isMoot ? undefined : message.advice;
      return [{ ...message, advice, key: one.key, hasLink: outcomeLink(one, stored.webUrl) !== undefined, draftId }];
    });
    return outcomes.length === 0 ? undefined : { title: reportTitle(stored.outcomes), at: stored.at, outcomes };
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #read(place: Place): readonly StoredOutcome[] {
    return this.#stored.of(placeKey(place)).get()?.outcomes ?? [];
  }

  async #write(place: Place, webUrl: string, outcomes: readonly StoredOutcome[]): Promise<void> {
    const record = { at: new Date().toISOString(), webUrl, outcomes: outcomes.map(storable) };
    await this.#stored.of(placeKey(place)).put(outcomes.length === 0 ? undefined : record);
    this.#changed.fire(place);
  }
}

/** The draft is gone, and its comment wasn't found. */
const isLost = ({ kind }: Outcome['outcome']): boolean => kind === 'noComment' || kind === 'unknown';

/** Errors as JSON, without their localized text. */
const storable = (one: StoredOutcome): StoredOutcome => {
  if (!('cause' in one.outcome) || one.outcome.cause === undefined) return one;
  const failure = requestErrorFacts(one.outcome.cause);
  const error = failure ? { facts: { ...failure, sentence: undefined } } : { message: explain(one.outcome.cause) };
  return { ...one, outcome: { ...one.outcome, cause: error } } as StoredOutcome;
};

export const reportTitle = (outcomes: readonly Outcome[]): string =>
  vscode.l10n.t('Published: {0} of {1}', outcomes.filter(isGood).length, outcomes.length);
