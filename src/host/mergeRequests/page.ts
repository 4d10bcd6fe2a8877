import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import type { FromMergeRequestPage, ToMergeRequestPage } from '../../messages/mergeRequestPage.ts';
import type { TextPlace } from '../../messages/conversation.ts';
import type { ToReview } from '../../messages/review.ts';
import { placeKey } from '../../model/reviews/drafts.ts';
import { getMergeRequest } from '../../wire/mergeRequestReview.ts';
import { type Page, Pages, type Restored } from '../kit/pages/page.ts';
import { readProject } from '../kit/requireProject.ts';
import { Forms } from './create/forms.ts';
import type { ReviewsArea, ReviewSubject } from '../reviews/area.ts';
import { MergeRequestSession } from './session.ts';

const savedState = v.object({ account: v.string(), project: v.string(), iid: v.number() });

type SavedState = v.InferOutput<typeof savedState>;

/** The pages of merge requests in this window, one for each. */
export class MergeRequestPages extends Pages<
  FromMergeRequestPage,
  ToMergeRequestPage,
  MergeRequestSession,
  SavedState
> {
  /** Texts of merge requests, before and after they are created. */
  readonly forms: Forms;
  readonly #area: ReviewsArea;
  readonly #accountsChanged: vscode.Disposable;

  constructor(area: ReviewsArea) {
    super(area, {
      viewType: 'graft.mergeRequest',
      bundle: 'mergeRequestPage',
      styles: ['diff', 'syntax', 'conversation', 'mergeRequestPage', 'submitReview'],
      hasFindWidget: true,
      saved: savedState,
    });
    this.#area = area;
    this.forms = new Forms(area.context.workspaceState);
    area.reviews.live.follow({
      inSight: () => this.sessions.filter(({ isVisible }) => isVisible).map(({ place }) => place),
      onDidChange: [this.onDidChange],
    });
    const { accounts } = area;
    this.#accountsChanged = accounts.onDidChange(() => {
      for (const session of this.sessions) if (!accounts.get(session.place.account)) this.close(session.key);
    });
  }

  /** Shows the page of a merge request. */
  show(subject: ReviewSubject, what: 'showReview' | 'showOverview' = 'showOverview'): MergeRequestSession {
    const { open, request } = subject;
    const key = placeKey({ account: open.account.id, project: open.project.id, iid: request.iid });
    const session = this.find(key) ?? this.openPage((page) => this.#session(subject, page));
    this.reveal(session.key);
    session.show(what);
    return session;
  }

  /** Opens the page at its review; `message` is posted once the review is visible. */
  showReview(subject: ReviewSubject, message?: ToReview): MergeRequestSession {
    const session = this.show(subject, 'showReview');
    if (message !== undefined) session.post(message);
    return session;
  }

  /** Opens the page at the editor of a comment. */
  showText(subject: ReviewSubject, place: TextPlace): void {
    this.show(subject).showText(place);
  }

  #session(subject: ReviewSubject, page: Page<ToMergeRequestPage>): MergeRequestSession {
    return new MergeRequestSession(subject, { area: this.#area, forms: this.forms }, page);
  }

  override dispose(): void {
    this.#accountsChanged.dispose();
    super.dispose();
  }

  protected override restored(saved: SavedState): Restored<ToMergeRequestPage, MergeRequestSession> | undefined {
    const account = this.shell.accounts.get(saved.account);
    if (account === undefined) return undefined;
    const { iid } = saved;
    const id = Number(saved.project);
    const title = `!${iid}`;
    return {
      key: placeKey({ account: account.id, project: id, iid }),
      title,
      problem: vscode.l10n.t('The page of {0} could not be shown', title),
      read: async () => {
        const [open, request] = await Promise.all([
          readProject(this.shell, account, id),
          this.shell.clients.of(account).send(getMergeRequest, { id, merge_request_iid: iid }),
        ]);
        return (page) => this.#session({ open, request }, page);
      },
    };
  }
}
