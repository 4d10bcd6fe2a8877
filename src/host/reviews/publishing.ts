import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Verdict } from '../../messages/reviewPage.ts';
import type { Account } from '../../model/account.ts';
import { placeKey, type ReviewPlace } from '../../model/review/drafts.ts';
import { positionAgain } from '../../model/review/position.ts';
import { publishDrafts, type PublishedDraft } from '../../model/review/publish.ts';
import { approve, sendSummary } from '../../model/review/publishVerdict.ts';
import { pathOf } from '../../model/review/samePlace.ts';
import { type DraftNote, publishAllDraftNotes } from '../../wire/draftNotes.ts';
import type { Clients } from '../clients.ts';
import { explain } from '../explain.ts';
import { basename } from '../format.ts';
import type { KeptTexts } from '../keptText.ts';
import type { Log } from '../log.ts';
import type { KeptOutcome, PublishReports } from './publishReports.ts';
import { draftPlace, outcomeWords } from './publishWords.ts';
import type { Reviews } from './reviews.ts';
import { whyRefused } from './send.ts';

/** How long a request whose answer was lost may still be at work before its drafts get a second look. */
const settleMs = 2_000;

/** What is to be sent, in this order. */
export interface Publication {
  /** As the user was shown them. */
  readonly drafts: readonly DraftNote[];
  readonly summary: string;
  readonly verdict: Verdict;
  /** The head that was reviewed. */
  readonly headSha: string | undefined;
  /** The merge request's page. */
  readonly webUrl: string;
}

/** Publishes drafts, then a summary, then approves: each once, one publication of a merge request at a time. */
export class ReviewPublishing implements vscode.Disposable {
  readonly reports: PublishReports;
  readonly #parts: {
    readonly reviews: Reviews;
    readonly clients: Clients;
    readonly keptTexts: KeptTexts;
    readonly log: Log;
  };
  readonly #sending = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<string>();
  /** Fires with the key of a place when what is being sent there has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(
    parts: {
      readonly reviews: Reviews;
      readonly clients: Clients;
      readonly keptTexts: KeptTexts;
      readonly log: Log;
    },
    reports: PublishReports,
  ) {
    this.#parts = parts;
    this.reports = reports;
  }

  /** What is being sent to a merge request right now, in words. */
  sending(place: Omit<ReviewPlace, 'client'>): string | undefined {
    return this.#sending.get(placeKey(place));
  }

  /**
   * Sends a publication and keeps what came of it. Resolves with undefined when another one is under way there. Throws
   * what kept the first look from being made; nothing was sent then.
   */
  async publish(
    place: ReviewPlace,
    account: Account,
    publication: Publication,
    signal: AbortSignal,
  ): Promise<readonly KeptOutcome[] | undefined> {
    const key = placeKey(place);
    if (this.#sending.has(key)) return undefined;
    const say = (words: string): void => {
      this.#sending.set(key, words);
      this.#changed.fire(key);
    };
    const { reviews } = this.#parts;
    say(vscode.l10n.t('Reading the drafts again…'));
    try {
      const outcomes = await this.#send(place, account, publication, { signal, say });
      await this.reports.add(place, outcomes);
      return outcomes;
    } finally {
      await reviews.stores.of(place).load();
      this.#sending.delete(key);
      this.#changed.fire(key);
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #send(
    place: ReviewPlace,
    account: Account,
    publication: Publication,
    { signal, say }: { readonly signal: AbortSignal; readonly say: (words: string) => void },
  ): Promise<readonly KeptOutcome[]> {
    const { t } = vscode.l10n;
    const { drafts, summary, verdict, webUrl } = publication;
    const capabilities = this.#parts.clients.capabilitiesOf(account);
    await capabilities.ready({ signal }).catch((error: unknown) => {
      this.#parts.log.error('What the server can do could not be read.', error);
    });
    say(drafts.length === 1 ? t('Publishing 1 draft…') : t('Publishing {0} drafts…', drafts.length));
    const published = await publishDrafts(place, drafts, {
      signal,
      mayUseBulk: capabilities.of(publishAllDraftNotes).kind !== 'unavailable',
      progress: (done, total) => say(t('Publishing draft {0} of {1}…', done + 1, total)),
      settle: () => new Promise((resolve) => setTimeout(resolve, settleMs)),
    });
    await this.#keepLost(place, published);
    const outcomes: KeptOutcome[] = published.map((one) => draftOutcome(one, webUrl));
    const isAllOut = published.every(({ outcome }) => ['published', 'carriedOut', 'gone'].includes(outcome.kind));
    let goesOn = isAllOut && !signal.aborted;
    if (summary.trim() !== '') {
      const outcome = goesOn
        ? await this.#summary(place, account, publication, { signal, say })
        : sent(t('Summary'), summary, 'quiet', notSentWords());
      outcomes.push(outcome);
      goesOn &&= outcome.tone === 'good' && !signal.aborted;
    }
    if (verdict === 'approve') {
      outcomes.push(
        goesOn
          ? await this.#approval(place, account, publication, { signal, say })
          : sent(t('Approval'), '', 'quiet', notSentWords()),
      );
    }
    return outcomes;
  }

  /** A draft that is gone without a comment has its text nowhere else: it is kept and offered again. */
  async #keepLost(place: ReviewPlace, published: readonly PublishedDraft[]): Promise<void> {
    const { kept } = this.#parts.reviews;
    for (const { draft, outcome } of published) {
      if (outcome.kind !== 'unknown' || outcome.seen !== 'draftGone') continue;
      await kept.keep({
        key: kept.newKey(place),
        account: place.account,
        project: place.project,
        iid: place.iid,
        text: draft.note,
        isPublic: false,
        discussionId: draft.discussion_id ?? undefined,
        resolves: draft.resolve_discussion,
        position: positionAgain(draft.position),
        draftId: undefined,
        // so that it is looked for before it is sent again
        maybeSent: true,
        isGuess: false,
        refusal: vscode.l10n.t('It may have been published or deleted. Look at the merge request before you save it.'),
      });
    }
  }

  async #summary(
    place: ReviewPlace,
    account: Account,
    { summary, webUrl }: Publication,
    { signal, say }: { readonly signal: AbortSignal; readonly say: (words: string) => void },
  ): Promise<KeptOutcome> {
    const { t } = vscode.l10n;
    const what = t('Summary');
    say(t('Sending the summary…'));
    try {
      const written = await sendSummary(place, { text: summary, userId: account.userId }, signal);
      if (written.kind === 'done') {
        await this.#parts.keptTexts.forget(summaryKey(place));
        const words = written.confirmed === 'answered' ? t('Sent.') : t('Sent: the answer was lost, and it was found.');
        return { ...sent(what, summary, 'good', words), link: `${webUrl}#note_${written.value}` };
      }
      this.#parts.log.error('The answer to a summary was lost.', written.cause);
      return written.kind === 'notDone'
        ? sent(what, summary, 'warning', t('The answer was lost, and the comment is not there. It is still below.'))
        : sent(
            what,
            summary,
            'bad',
            t('The answer was lost, and nobody knows whether it is there. Look before you send it again.'),
          );
    } catch (error) {
      this.#parts.log.error('A summary was not taken.', error);
      return sent(what, summary, 'bad', t('Not sent. {0} It is still below.', whyRefused(error)));
    }
  }

  async #approval(
    place: ReviewPlace,
    account: Account,
    { headSha }: Publication,
    { signal, say }: { readonly signal: AbortSignal; readonly say: (words: string) => void },
  ): Promise<KeptOutcome> {
    const { t } = vscode.l10n;
    const what = t('Approval');
    say(t('Approving…'));
    try {
      const approved = await approve(place, { headSha, userId: account.userId }, signal);
      switch (approved.kind) {
        case 'done':
          return sent(
            what,
            '',
            'good',
            approved.confirmed === 'answered' ? t('Approved.') : t('Approved: the answer was lost, and it was found.'),
          );
        case 'mayNot':
          return sent(what, '', 'bad', t('Not approved: you have approved already, or you may not approve it.'));
        case 'moved':
          return sent(
            what,
            '',
            'warning',
            t('Not approved: commits were pushed meanwhile. Look at them, then approve again.'),
          );
        case 'notDone':
        case 'unknown':
          this.#parts.log.error('The answer to an approval was lost.', approved.cause);
          return sent(
            what,
            '',
            'bad',
            t('The answer was lost, and nobody knows whether it was approved. Look at the merge request.'),
          );
      }
    } catch (error) {
      this.#parts.log.error('An approval was refused.', error);
      return sent(what, '', 'bad', t('Not approved. {0}', explain(error)));
    }
  }
}

/** Key of the summary that is being written for a merge request. */
export const summaryKey = (place: Omit<ReviewPlace, 'client'>): string => `reviewSummary ${placeKey(place)}`;

const notSentWords = (): string => vscode.l10n.t('Not sent, because of what happened before it.');

const sent = (what: string, text: string, tone: KeptOutcome['tone'], words: string): KeptOutcome => ({
  key: randomUUID(),
  what,
  text: firstWords(text),
  tone,
  words,
});

const firstWords = (text: string): string => text.trim().split('\n', 1)[0]?.slice(0, 120) ?? '';

const draftOutcome = ({ draft, outcome }: PublishedDraft, webUrl: string): KeptOutcome => {
  const { tone, words, advice } = outcomeWords(outcome);
  const path = pathOf(draft.position);
  const place = draftPlace(draft);
  const note = 'note' in outcome ? outcome.note : undefined;
  return {
    key: randomUUID(),
    what: path === undefined ? place : vscode.l10n.t('{0} of {1}', place, basename(path)),
    text: firstWords(draft.note),
    tone,
    words,
    draftId: draft.id,
    ...(advice === undefined ? {} : { advice }),
    ...(note === undefined ? {} : { link: `${webUrl}#note_${note.noteId}` }),
  };
};
