import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import type { FromReviewPage, ToReviewPage } from '../../messages/reviewPage.ts';
import { placeKey, type ReviewPlace } from '../../model/reviews/drafts.ts';
import { getMergeRequest } from '../../wire/mergeRequestReview.ts';
import { reported } from '../kit/commands.ts';
import { type Page, Pages, type PageShell, type Restored } from '../kit/page.ts';
import { readProject } from '../kit/requireProject.ts';
import { type ReviewPageDeps, ReviewPageSession } from './pageSession.ts';
import { placeOfReview, type ReviewSubject } from './subject.ts';

const savedState = v.object({ account: v.string(), project: v.string(), iid: v.number() });

type SavedState = v.InferOutput<typeof savedState>;

interface Deps extends ReviewPageDeps {
  /** Opens the page of a merge request that is not open; does nothing once its account has gone. */
  readonly openPlace: (place: Omit<ReviewPlace, 'client'>) => Promise<void>;
}

/** The review pages of this window, one for each merge request. */
export class ReviewPages extends Pages<FromReviewPage, ToReviewPage, ReviewPageSession, SavedState> {
  readonly #deps: Deps;
  readonly #accountsChanged: vscode.Disposable;

  constructor(shell: PageShell, deps: Deps) {
    super(shell, {
      viewType: 'graft.review',
      bundle: 'reviewPage',
      styles: ['diff', 'syntax', 'conversation', 'reviewPage'],
      hasFindWidget: true,
      saved: savedState,
    });
    this.#deps = deps;
    deps.reviews.live.follow({
      inSight: () => this.sessions.filter(({ isVisible }) => isVisible).map(({ place }) => place),
      onDidChange: [this.onDidChange],
    });
    const { accounts } = shell;
    // what an account wrote must not stay in sight once it has gone
    this.#accountsChanged = accounts.onDidChange(() => {
      for (const session of this.sessions) if (!accounts.get(session.place.account)) this.close(session.key);
    });
    for (const begun of deps.publishing.interrupted) if (accounts.get(begun.account)) this.#sayInterrupted(begun);
  }

  /** Shows the page of a merge request, at a draft if one is named. */
  show(subject: ReviewSubject, draftId?: number): ReviewPageSession {
    const session = this.at(placeOfReview(subject)) ?? this.openPage((page) => this.#session(subject, page));
    this.reveal(session.key);
    if (draftId !== undefined) session.say({ type: 'reveal', id: draftId });
    return session;
  }

  /** What publishes, for commands as well. */
  get publishing(): ReviewPageDeps['publishing'] {
    return this.#deps.publishing;
  }

  /** The page of a place, when it is open. */
  at(place: Omit<ReviewPlace, 'client'>): ReviewPageSession | undefined {
    return this.find(placeKey(place));
  }

  override dispose(): void {
    this.#accountsChanged.dispose();
    super.dispose();
    this.publishing.dispose();
    this.publishing.reports.dispose();
  }

  protected override restored(saved: SavedState): Restored<ToReviewPage, ReviewPageSession> | undefined {
    const account = this.shell.accounts.get(saved.account);
    if (account === undefined) return undefined;
    const { iid } = saved;
    const id = Number(saved.project);
    const title = `!${iid}`;
    return {
      key: placeKey({ account: account.id, project: id, iid }),
      title,
      problem: vscode.l10n.t('The review page of {0} could not be shown', title),
      read: async () => {
        const [open, request] = await Promise.all([
          readProject(this.shell, account, id),
          this.shell.clients.of(account).send(getMergeRequest, { id, merge_request_iid: iid }),
        ]);
        return (page) => this.#session({ open, request }, page);
      },
    };
  }

  #session(subject: ReviewSubject, page: Page<ToReviewPage>): ReviewPageSession {
    return new ReviewPageSession(subject, this.#deps, page);
  }

  /** The window was closed on a publication: its page looks what became of it. */
  #sayInterrupted(begun: Omit<ReviewPlace, 'client'>): void {
    const { t } = vscode.l10n;
    const show = t('Show Result');
    const words = t('The window closed while it was publishing your review of !{0}.', begun.iid);
    void vscode.window.showWarningMessage(words, show).then(async (answer) => {
      if (answer === show) await reported(this.shell, 'Opening a review page', () => this.#deps.openPlace(begun));
    });
  }
}
