import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import type { FromMergeRequestPage, ToMergeRequestPage } from '../../messages/mergeRequestPage.ts';
import { placeKey } from '../../model/reviews/drafts.ts';
import { getMergeRequest } from '../../wire/mergeRequestReview.ts';
import { Pages, type Restored } from '../kit/page.ts';
import { readProject } from '../kit/requireProject.ts';
import type { PagesArea } from './actedOn.ts';
import { MergeRequestSession } from './session.ts';
import type { Subject } from './subject.ts';

const savedState = v.object({ account: v.string(), project: v.string(), iid: v.number() });

type SavedState = v.InferOutput<typeof savedState>;

/** The pages of merge requests in this window, one for each. */
export class MergeRequestPages extends Pages<
  FromMergeRequestPage,
  ToMergeRequestPage,
  MergeRequestSession,
  SavedState
> {
  readonly #area: PagesArea;
  readonly #accountsChanged: vscode.Disposable;

  constructor(area: PagesArea) {
    super(area, {
      viewType: 'graft.mergeRequest',
      bundle: 'mergeRequestPage',
      styles: ['conversation', 'mergeRequestPage'],
      hasFindWidget: true,
      saved: savedState,
    });
    this.#area = area;
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
  show(subject: Subject): MergeRequestSession {
    const { open, request } = subject;
    const key = placeKey({ account: open.account.id, project: open.project.id, iid: request.iid });
    const session = this.find(key) ?? this.openPage((page) => new MergeRequestSession(subject, this.#area, page));
    this.reveal(session.key);
    return session;
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
        return (page) => new MergeRequestSession({ open, request }, this.#area, page);
      },
    };
  }
}
