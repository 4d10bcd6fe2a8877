import * as v from 'valibot';
import type { Verdict } from '../../../messages/review.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { SentSummary } from '../../../model/reviews/publishVerdict.ts';
import { isSameText } from '../../../model/sameText.ts';
import type { KeptTexts } from '../../shell/keptText.ts';

type Place = Omit<ReviewPlace, 'client'>;

const sentPlace = v.object({ noteId: v.number() });

/** The summaries of reviews with their verdicts: what is being written, and what was sent without an answer so far. */
export class Summaries {
  readonly #texts: KeptTexts;

  constructor(texts: KeptTexts) {
    this.#texts = texts;
  }

  /** What is being written; empty when nothing is. */
  text(place: Place): string {
    return this.#texts.get(textKey(place))?.text ?? '';
  }

  /** Keeps what is being written. */
  keep(place: Place, text: string): Promise<void> {
    return this.#keep(textKey(place), place, text);
  }

  /** Whether only members of the project are to see it. */
  isInternal(place: Place): boolean {
    return this.#texts.get(internalKey(place)) !== undefined;
  }

  /** Keeps who is to see what is being written, until it is sent. */
  setInternal(place: Place, isInternal: boolean): Promise<void> {
    return this.#keep(internalKey(place), place, isInternal ? 'yes' : '');
  }

  /** The verdict that is chosen. */
  verdict(place: Place): Verdict {
    return (this.#texts.get(verdictKey(place))?.text as Verdict | undefined) ?? 'none';
  }

  /** Keeps the verdict that is chosen, until it is sent. */
  setVerdict(place: Place, verdict: Verdict): Promise<void> {
    return this.#keep(verdictKey(place), place, verdict === 'none' ? '' : verdict);
  }

  /** What was sent and may be there. */
  sent(place: Place): SentSummary | undefined {
    const kept = this.#texts.get(sentKey(place));
    const before = kept && v.safeParse(sentPlace, kept.place);
    return kept && before?.success ? { text: kept.text, noteId: before.output.noteId } : undefined;
  }

  /** A summary is about to be sent. */
  async begun({ account, project, iid }: Place, { text, noteId }: SentSummary): Promise<void> {
    const key = sentKey({ account, project, iid });
    await this.#texts.keep({ key, account, text, place: { noteId }, refusal: undefined });
  }

  /** What became of the summary that was sent is known. */
  async settled(place: Place): Promise<void> {
    await this.#texts.forget(sentKey(place));
  }

  /** The server has a summary. What was written since it was sent stays. */
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
