import * as v from 'valibot';
import type { Verdict } from '../../../messages/review.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { SentSummary } from '../../../model/reviews/publishSummary.ts';
import { isSameText } from '../../../model/text/sameText.ts';
import type { StoredTexts } from '../../shell/unsentTexts.ts';

type Place = Omit<ReviewPlace, 'client'>;

const sentPlace = v.object({ noteId: v.number() });

/** Summaries and verdicts: unsent texts, and sent ones without a response. */
export class Summaries {
  readonly #texts: StoredTexts;

  constructor(texts: StoredTexts) {
    this.#texts = texts;
  }

  /** Unsent text, or empty. */
  text(place: Place): string {
    return this.#texts.get(textKey(place))?.text ?? '';
  }

  save(place: Place, text: string): Promise<void> {
    return this.#save(textKey(place), place, text);
  }

  /** Internal note: visible to project members only. */
  isInternal(place: Place): boolean {
    return this.#texts.get(internalKey(place)) !== undefined;
  }

  setInternal(place: Place, isInternal: boolean): Promise<void> {
    return this.#save(internalKey(place), place, isInternal ? 'yes' : '');
  }

  verdict(place: Place): Verdict {
    return (this.#texts.get(verdictKey(place))?.text as Verdict | undefined) ?? 'none';
  }

  setVerdict(place: Place, verdict: Verdict): Promise<void> {
    return this.#save(verdictKey(place), place, verdict === 'none' ? '' : verdict);
  }

  /** Sent summary with unknown outcome. */
  sent(place: Place): SentSummary | undefined {
    const stored = this.#texts.get(sentKey(place));
    const before = stored && v.safeParse(sentPlace, stored.place);
    return stored && before?.success ? { text: stored.text, noteId: before.output.noteId } : undefined;
  }

  /** Call before sending. */
  async markSending({ account, project, iid }: Place, { text, noteId }: SentSummary): Promise<void> {
    const key = sentKey({ account, project, iid });
    await this.#texts.save({ key, account, text, place: { noteId }, refusal: undefined });
  }

  /** Call once the outcome is known. */
  async clearSending(place: Place): Promise<void> {
    await this.#texts.delete(sentKey(place));
  }

  /** Call once published. Later edits are preserved. */
  async clearSent(place: Place, sent: string): Promise<void> {
    await this.clearSending(place);
    if (!isSameText(sent, this.text(place))) return;
    await this.#texts.delete(textKey(place));
    await this.#texts.delete(internalKey(place));
  }

  async #save(key: string, { account, project, iid }: Place, text: string): Promise<void> {
    await this.#texts.save({ key, account, text, place: { project, iid }, refusal: undefined });
  }
}

const textKey = (place: Place): string => `reviewSummary ${placeKey(place)}`;
const internalKey = (place: Place): string => `reviewSummaryInternal ${placeKey(place)}`;
const verdictKey = (place: Place): string => `reviewVerdict ${placeKey(place)}`;
const sentKey = (place: Place): string => `reviewSummarySent ${placeKey(place)}`;
