import * as v from 'valibot';
import { placeKey, type ReviewPlace } from '../../model/reviews/drafts.ts';
import type { SentSummary } from '../../model/reviews/publishVerdict.ts';
import { isSameText } from '../../model/sameText.ts';
import type { KeptTexts } from '../shell/keptText.ts';

type Place = Omit<ReviewPlace, 'client'>;

const sentPlace = v.object({ noteId: v.number() });

/** The summaries of reviews: what is being written, and what was sent without an answer so far. */
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
  async keep({ account, project, iid }: Place, text: string): Promise<void> {
    const key = textKey({ account, project, iid });
    await this.#texts.keep({ key, account, text, place: { project, iid }, refusal: undefined });
  }

  /** Whether only members of the project are to see it. */
  isInternal(place: Place): boolean {
    return this.#texts.get(internalKey(place)) !== undefined;
  }

  /** Keeps who is to see what is being written, until it is sent. */
  async setInternal({ account, project, iid }: Place, isInternal: boolean): Promise<void> {
    const key = internalKey({ account, project, iid });
    await this.#texts.keep({
      key,
      account,
      text: isInternal ? 'yes' : '',
      place: { project, iid },
      refusal: undefined,
    });
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
}

const textKey = (place: Place): string => `reviewSummary ${placeKey(place)}`;
const internalKey = (place: Place): string => `reviewSummaryInternal ${placeKey(place)}`;
const sentKey = (place: Place): string => `reviewSummarySent ${placeKey(place)}`;
