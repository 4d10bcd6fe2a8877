import * as v from 'valibot';
import type { Verdict } from '../../../messages/review.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { SentSummary } from '../../../model/reviews/publishVerdict.ts';
import { isSameText } from '../../../model/sameText.ts';
import type { KeptTexts } from '../../shell/keptText.ts';

type Place = Omit<ReviewPlace, 'client'>;

const sentPlace = v.object({ noteId: v.number() });

/** Summaries and verdicts: unsent texts, and sent ones without a response. */
export class Summaries {
  readonly #texts: KeptTexts;

  constructor(texts: KeptTexts) {
    this.#texts = texts;
  }

  /** Unsent text, or empty. */
  text(place: Place): string {
    return this.#texts.get(textKey(place))?.text ?? '';
  }

  keep(place: Place, text: string): Promise<void> {
    return this.#keep(textKey(place), place, text);
  }

  /** Internal note: visible to project members only. */
  isInternal(place: Place): boolean {
    return this.#texts.get(internalKey(place)) !== undefined;
  }

  setInternal(place: Place, isInternal: boolean): Promise<void> {
    return this.#keep(internalKey(place), place, isInternal ? 'yes' : '');
  }

  verdict(place: Place): Verdict {
    return (this.#texts.get(verdictKey(place))?.text as Verdict | undefined) ?? 'none';
  }

  setVerdict(place: Place, verdict: Verdict): Promise<void> {
    return this.#keep(verdictKey(place), place, verdict === 'none' ? '' : verdict);
  }

  /** Sent summary with unknown outcome. */
  sent(place: Place): SentSummary | undefined {
    const kept = this.#texts.get(sentKey(place));
    const before = kept && v.safeParse(sentPlace, kept.place);
    return kept && before?.success ? { text: kept.text, noteId: before.output.noteId } : undefined;
  }

  /** Call before sending. */
  async begun({ account, project, iid }: Place, { text, noteId }: SentSummary): Promise<void> {
    const key = sentKey({ account, project, iid });
    await this.#texts.keep({ key, account, text, place: { noteId }, refusal: undefined });
  }

  /** Call once the outcome is known. */
  async settled(place: Place): Promise<void> {
    await this.#texts.forget(sentKey(place));
  }

  /** Call once published. Later edits are preserved. */
  async taken(place: Place, sent: string): Promise<void> {
    await this.settled(place);
    if (!isSameText(sent, this.text(place))) return;
    await this.#texts.forget(textKey(place));
    await this.#texts.forget(internalKey(place));
  }

  async #keep(key: string, { account, project, iid }: Place, text: string): Promise<void> {
    await this.#texts.keep({ key, account, text, place: { project, iid }, refusal: undefined });
  }
}

const textKey = (place: Place): string => `reviewSummary ${placeKey(place)}`;
const internalKey = (place: Place): string => `reviewSummaryInternal ${placeKey(place)}`;
const verdictKey = (place: Place): string => `reviewVerdict ${placeKey(place)}`;
const sentKey = (place: Place): string => `reviewSummarySent ${placeKey(place)}`;
