import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import type { Account } from '../../../model/account.ts';
import type { AccountCapabilities } from '../../../model/accountCapabilities.ts';
import { placeKey, type ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { ApprovalResult, Outcome, SummaryResult } from '../../../model/reviews/outcomes.ts';
import { isOut, findPublished, publishDrafts, type PublishedDraft } from '../../../model/reviews/publishDrafts.ts';
import { approve, findApproval, findSummary, sendSummary } from '../../../model/reviews/publishSummary.ts';
import { isAtLeast } from '../../../model/release.ts';
import { draftNote, publishAllDraftNotes } from '../../../wire/draftNotes.ts';
import type { Clients } from '../../shell/clients.ts';
import { readCapabilities } from '../../kit/readCapabilities.ts';
import type { StoredTexts } from '../../shell/unsentTexts.ts';
import type { Log } from '../../shell/log.ts';
import { shaped, storedMap, type StoredMap } from '../../shell/storedValue.ts';
import type { Offers } from './finishView.ts';
import { type Publication, bulkExtras, stateOf } from './bulkExtras.ts';
import { publicationPrefix } from './publicationKey.ts';
import { placeAndFile } from './outcomeMessages.ts';
import type { PublishReports } from './publicationReports.ts';
import { notifyEarlier } from './publishNotifications.ts';
import type { Reviews } from '../reviewState.ts';
import { Summaries } from './summaries.ts';

/** After a lost response the server may still be processing the request. */
const pause = (): Promise<void> => delay(2_000);

/** Cancellation and progress. */
interface Sending {
  readonly signal: AbortSignal;
  readonly progress: (words: string) => void;
}

type Run = Pick<Publication, 'webUrl'> & { readonly signal?: AbortSignal | undefined };

const startedPublication = v.object({
  account: v.string(),
  project: v.number(),
  iid: v.number(),
  drafts: v.array(draftNote),
  noteId: v.number(),
  hasSummary: v.boolean(),
  approves: v.boolean(),
  hasState: v.optional(v.boolean(), false),
});

/** A started publication: place, content, and the state before. */
type StartedPublication = v.InferOutput<typeof startedPublication>;

interface Deps {
  readonly reviews: Reviews;
  readonly clients: Clients;
  readonly unsentTexts: StoredTexts;
  readonly log: Log;
  readonly reports: PublishReports;
  readonly memento: vscode.Memento;
}

/** Publishes drafts, then the summary, then the approval, each once; one publication per merge request at a time. */
export class ReviewPublishing implements vscode.Disposable {
  readonly reports: PublishReports;
  readonly summaries: Summaries;
  readonly #parts: Deps;
  /** Running ones by place key. Entries of a closed window are interrupted publications with unknown outcome. */
  readonly #journal: StoredMap<StartedPublication>;
  readonly #sending = new Map<string, { readonly words: string; readonly cancel: AbortController }>();
  readonly #changed = new vscode.EventEmitter<string>();
  /** Fires with the place key when its progress changes. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: Deps) {
    this.#parts = parts;
    this.#journal = storedMap(parts.memento, publicationPrefix, shaped(startedPublication));
    this.reports = parts.reports;
    this.summaries = new Summaries(parts.unsentTexts);
  }

  /** Progress message; undefined when idle. */
  sending(place: Omit<ReviewPlace, 'client'>): string | undefined {
    return this.#sending.get(placeKey(place))?.words;
  }

  /** Cancels publishing once the result so far is known. */
  cancel(place: Omit<ReviewPlace, 'client'>): void {
    const sending = this.#sending.get(placeKey(place));
    if (sending === undefined) return;
    this.#progress(place, vscode.l10n.t('Stopping and checking what was published…'), sending.cancel);
    sending.cancel.abort();
  }

  /** Internal notes need GitLab 16.0, reviewer states 18.0. */
  offers(account: Account): Offers {
    const { release } = this.#parts.clients.capabilitiesOf(account).known;
    const has = (since: string): boolean => release !== undefined && isAtLeast(release, since);
    return { internal: has('16.0'), state: has('18.0') };
  }

  /** Reads the server's capabilities. */
  capabilitiesOf(account: Account, signal: AbortSignal): Promise<AccountCapabilities> {
    return readCapabilities(this.#parts, account, signal);
  }

  /** Publications interrupted by a closed window, with unknown outcome. */
  get interrupted(): readonly StartedPublication[] {
    return this.#journal.all().filter((started) => !this.#sending.has(placeKey(started)));
  }

  /**
   * Publishes, and stores the outcomes and the review as read last. Undefined while another publication is running.
   * Throws if the first read fails; then nothing was sent. Looks up and reports an interrupted publication first, and sends nothing that would
   * duplicate its comments.
   */
  async publish(
    place: ReviewPlace,
    account: Account,
    publication: Publication,
    signal?: AbortSignal,
  ): Promise<readonly Outcome[] | undefined> {
    const { webUrl } = publication;
    return this.#alone(place, { webUrl, signal }, async (sending) => {
      const started = this.#journal.of(placeKey(place)).get();
      const earlier = started && (await this.#readInterrupted(place, account, { begun: started, sending }));
      if (earlier) {
        notifyEarlier(place.iid, earlier.outcomes);
        const isTwice = publication.drafts.some(({ id }) => earlier.leftOver.has(id));
        if (isTwice) return earlier.outcomes;
        // before sending: a draft that is sent again gets a new outcome
        await this.reports.add(place, earlier.outcomes, webUrl);
        await this.#journal.of(placeKey(place)).put(undefined);
      }
      sending.progress(vscode.l10n.t('Refreshing drafts…'));
      return this.#send(place, account, publication, sending);
    });
  }

  /** Reads the outcome of an interrupted publication, and stores texts that may be lost. Sends only reads. */
  async #readInterrupted(
    place: ReviewPlace,
    { userId }: Account,
    { begun: started, sending }: { readonly begun: StartedPublication | undefined; readonly sending: Sending },
  ): Promise<{ readonly outcomes: readonly Outcome[]; readonly leftOver: ReadonlySet<number> }> {
    sending.progress(vscode.l10n.t('Checking the result of the last publication…'));
    const { summaries } = this;
    const { signal } = sending;
    const store = this.#parts.reviews.stores.of(place);
    const published = started
      ? await findPublished(place, started, { signal, pause, track: (read) => store.track(read) })
      : [];
    const sent = summaries.sent(place);
    const summary = sent && (await findSummary(place, sent, { userId, signal }));
    const approval = started?.approves && (await findApproval(place, { userId, noteId: started.noteId, signal }));
    const outcomes = published.map((one): Outcome => ({ of: 'draft', ...one }));
    if (sent && summary) {
      const outcome = { kind: 'done', value: { noteId: summary.id }, confirmed: 'found' } as const;
      outcomes.push({ of: 'summary', text: sent.text, outcome });
      await summaries.clearSent(place, sent.text);
    } else if (started?.hasSummary) {
      outcomes.push({ of: 'summary', text: summaries.text(place), outcome: interrupted });
    }
    if (started?.approves) {
      const done = { kind: 'done', value: undefined, confirmed: 'answered' } as const;
      outcomes.push({ of: 'approval', outcome: approval ? done : interrupted });
    }
    if (started?.hasState) outcomes.push({ of: 'state', outcome: interrupted });
    await this.#keepLost(place, published);
    const leftOver = published.filter(({ outcome }) => outcome.kind === 'leftOver').map(({ draft }) => draft.id);
    return { outcomes, leftOver: new Set(leftOver) };
  }

  /**
   * Reads and stores the outcome of an interrupted publication, or of a summary with a lost response. Sends only reads;
   * after an error it can be repeated.
   */
  async checkInterrupted(place: ReviewPlace, account: Account, run: Run): Promise<readonly Outcome[] | undefined> {
    const started = this.#journal.of(placeKey(place)).get();
    if (started === undefined && this.summaries.sent(place) === undefined) return undefined;
    return this.#alone(
      place,
      run,
      async (sending) => (await this.#readInterrupted(place, account, { begun: started, sending })).outcomes,
    );
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Stores the outcomes of `work`; undefined while another publication is running. */
  async #alone(
    place: ReviewPlace,
    { webUrl, signal }: Run,
    work: (sending: Sending) => Promise<readonly Outcome[]>,
  ): Promise<readonly Outcome[] | undefined> {
    const key = placeKey(place);
    if (this.#sending.has(key)) return undefined;
    const cancel = new AbortController();
    const either = signal ? AbortSignal.any([signal, cancel.signal]) : cancel.signal;
    const progress = (words: string): void => {
      // don't overwrite the message about stopping
      if (!cancel.signal.aborted) this.#progress(place, words, cancel);
    };
    try {
      const outcomes = await work({ signal: either, progress });
      if (outcomes.length > 0) await this.reports.add(place, outcomes, webUrl);
      await this.#journal.of(placeKey(place)).put(undefined);
      return outcomes;
    } finally {
      this.#sending.delete(key);
      this.#changed.fire(key);
    }
  }

  #progress(place: Omit<ReviewPlace, 'client'>, words: string, cancel: AbortController): void {
    this.#sending.set(placeKey(place), { words, cancel });
    this.#changed.fire(placeKey(place));
  }

  async #send(
    place: ReviewPlace,
    account: Account,
    publication: Publication,
    { signal, progress }: Sending,
  ): Promise<readonly Outcome[]> {
    const { many, t } = vscode.l10n;
    const { drafts, threads, summary, verdict } = publication;
    const { project, iid } = place;
    const [hasSummary, approves] = [summary.trim() !== '', verdict === 'approve'];
    const store = this.#parts.reviews.stores.of(place);
    const capabilities = await this.capabilitiesOf(account, signal);
    progress(many(drafts.length, 'Publishing {0} draft…', 'Publishing {0} drafts…'));
    const state = stateOf(verdict);
    const carried = this.offers(account).state
      ? bulkExtras(place, publication, { summaries: this.summaries, userId: account.userId })
      : undefined;
    const published = await publishDrafts(place, drafts, {
      signal,
      mayUseBulk: capabilities.of(publishAllDraftNotes).kind !== 'unavailable',
      along: carried?.along,
      onStart: (before) =>
        this.#journal
          .of(placeKey(place))
          .put({
            account: place.account,
            project,
            iid,
            drafts: [...before.drafts],
            noteId: before.noteId,
            hasSummary,
            approves,
            hasState: state !== undefined,
          }),
      progress: (done, total) => {
        if (total > 1) progress(t('Publishing draft {0} of {1}…', done + 1, total));
      },
      pause,
      threads,
      track: (read) => store.track(read),
    });
    await this.#keepLost(place, published);
    const outcomes = published.map((one): Outcome => ({ of: 'draft', ...one }));
    let goesOn = published.every(({ outcome }) => isOut(outcome)) && !signal.aborted;
    const carriedSummary = await carried?.summary();
    if (hasSummary) {
      const outcome =
        carriedSummary ?? (goesOn ? await this.#summary(place, account, publication, { signal, progress }) : notSent);
      outcomes.push({ of: 'summary', text: summary, outcome });
      goesOn &&= (outcome.kind === 'done' || outcome.kind === 'carriedOut') && !signal.aborted;
    }
    if (state !== undefined) {
      const outcome = carried?.state() ?? (goesOn ? ({ kind: 'notAlone' } as const) : notSent);
      outcomes.push({ of: 'state', outcome });
    }
    if (approves) {
      const outcome = goesOn ? await this.#approval(place, account, publication, { signal, progress }) : notSent;
      outcomes.push({ of: 'approval', outcome });
    }
    // the comments of these came after the last read
    if ((hasSummary && carriedSummary === undefined) || approves) await store.lookAtEnd();
    return outcomes;
  }

  /** Stores the text of drafts deleted without a comment: it exists nowhere else. */
  async #keepLost(place: ReviewPlace, published: readonly PublishedDraft[]): Promise<void> {
    const { t } = vscode.l10n;
    const { unsent } = this.#parts.reviews;
    for (const { draft, outcome } of published) {
      const text = { ...unsent.ofDraftEdit(place, draft, draft.note), key: unsent.newKey(place), draftId: undefined };
      if (outcome.kind === 'noComment') {
        const refusal = t('The server created no comment. Its place was: {0}.', placeAndFile(draft));
        await unsent.save({ ...text, position: undefined, refusal });
      } else if (outcome.kind === 'unknown' && (outcome.seen === 'draftGone' || outcome.seen === 'unclear')) {
        const refusal = t('It may have been published or deleted. Check the merge request before you save it.');
        // `maybeSent`: checks the server before resending
        await unsent.save({ ...text, maybeSent: true, refusal });
      }
    }
  }

  async #summary(
    place: ReviewPlace,
    { userId }: Account,
    { summary, internal }: Publication,
    { signal, progress }: Sending,
  ): Promise<SummaryResult> {
    progress(vscode.l10n.t('Sending the summary…'));
    const { summaries } = this;
    let isStored = false;
    try {
      const text = { text: summary, userId, internal, earlier: summaries.sent(place) };
      const outcome = await sendSummary(place, text, signal, async (sent) => {
        await summaries.markSending(place, sent);
        isStored = true;
      });
      if (outcome.kind === 'done' || outcome.kind === 'carriedOut') await summaries.clearSent(place, summary);
      else if (outcome.kind === 'earlierIsThere') await summaries.clearSending(place);
      else this.#parts.log.error('The answer to a summary was lost.', outcome.cause);
      return outcome;
    } catch (cause) {
      this.#parts.log.error('A summary was not saved.', cause);
      // if reading failed, the earlier summary is still unknown
      if (isStored) await summaries.clearSending(place);
      return { kind: 'refused', cause };
    }
  }

  async #approval(
    place: ReviewPlace,
    { userId }: Account,
    { headSha }: Publication,
    { signal, progress }: Sending,
  ): Promise<ApprovalResult> {
    progress(vscode.l10n.t('Approving…'));
    try {
      const approved = await approve(place, { headSha, userId }, signal);
      if ('cause' in approved) this.#parts.log.error('The answer to an approval was lost.', approved.cause);
      return approved;
    } catch (cause) {
      this.#parts.log.error('An approval was refused.', cause);
      return { kind: 'refused', cause };
    }
  }
}

const notSent = { kind: 'notSent' } as const;
const interrupted = { kind: 'interrupted' } as const;
