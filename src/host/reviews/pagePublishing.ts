import * as vscode from '../vscode.ts';
import { isCancelled } from '../../client/errors.ts';
import type { DraftView, ToReviewPage } from '../../messages/reviewPage.ts';
import { LatestReading } from '../../model/latestReading.ts';
import { explain } from '../kit/explain.ts';
import type { Log } from '../shell/log.ts';
import type { Publication, ReviewPublishing } from './publishing.ts';
import type { KeptOutcome } from './publishReports.ts';
import { placeOfReview, type ReviewSubject, webUrlOf } from './subject.ts';

/** What publishing from a page needs. */
export interface PagePublishingDeps {
  readonly publishing: ReviewPublishing;
  readonly log: Log;
  /** Shows the outcomes of a publication whose page has been closed. */
  readonly sayOutcomes: (subject: ReviewSubject, outcomes: readonly KeptOutcome[]) => void;
}

/** The page as publishing sees it. */
interface Page {
  readonly post: (message: ToReviewPage) => void;
  readonly busy: (id: number, state: NonNullable<DraftView['busy']> | undefined) => void;
  readonly isClosed: () => boolean;
}

/** What a page publishes. It goes on when the page is closed: that is not what stops it. */
export class PagePublishing {
  readonly #subject: ReviewSubject;
  readonly #deps: PagePublishingDeps;
  readonly #page: Page;
  readonly #lookingBack = new LatestReading();
  #hasLookedBack = false;

  constructor(subject: ReviewSubject, deps: PagePublishingDeps, page: Page) {
    this.#subject = subject;
    this.#deps = deps;
    this.#page = page;
  }

  /** Sends a publication; what came of it is in the report, and said where the page has been closed meanwhile. */
  async publish(publication: Omit<Publication, 'webUrl'>): Promise<void> {
    const { t } = vscode.l10n;
    const { publishing, sayOutcomes, log } = this.#deps;
    const say = (words: string): void => {
      if (this.#page.isClosed()) void vscode.window.showWarningMessage(`!${this.#subject.request.iid}: ${words}`);
      else this.#page.post({ type: 'said', words, tone: 'bad' });
    };
    const { drafts } = publication;
    for (const { id } of drafts) this.#page.busy(id, 'publishing');
    try {
      const { account } = this.#subject.open;
      const whole = { ...publication, webUrl: webUrlOf(this.#subject) };
      const outcomes = await publishing.publish(placeOfReview(this.#subject), account, whole);
      if (outcomes === undefined) say(t('A publication is already in progress.'));
      else if (this.#page.isClosed()) sayOutcomes(this.#subject, outcomes);
    } catch (error) {
      if (!isCancelled(error)) log.error('Nothing was published.', error);
      say(isCancelled(error) ? t('Nothing was sent.') : t('Nothing was sent. {0}', explain(error)));
    } finally {
      for (const { id } of drafts) this.#page.busy(id, undefined);
    }
  }

  /**
   * Looks what became of what a window was sending when it closed. Once for each page: what is not there yet is looked
   * for again before anything is sent.
   */
  async lookBack(signal: AbortSignal): Promise<void> {
    if (this.#hasLookedBack) return;
    const { account } = this.#subject.open;
    const webUrl = webUrlOf(this.#subject);
    await this.#lookingBack.joined(async () => {
      await this.#deps.publishing.lookForInterrupted(placeOfReview(this.#subject), account, { webUrl, signal });
      this.#hasLookedBack = true;
    });
  }
}
