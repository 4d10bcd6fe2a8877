import * as v from 'valibot';
import * as vscode from 'vscode';
import type { FromReviewPage, ReviewPageState } from '../../messages/reviewPage.ts';
import { placeKey, type ReviewPlace } from '../../model/review/drafts.ts';
import { getMergeRequest } from '../../wire/mergeRequestReview.ts';
import { getProject } from '../../wire/projects.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { Clients } from '../clients.ts';
import { explain } from '../explain.ts';
import { showPage } from '../webviewHtml.ts';
import { type PageParts, ReviewPageSession } from './pageSession.ts';
import { placeOfReview, type ReviewSubject } from './subject.ts';

const viewType = 'graft.review';

const savedState = v.object({ account: v.string(), project: v.string(), iid: v.number() });

interface Parts extends PageParts {
  readonly extension: vscode.Uri;
  readonly accounts: AccountStore;
  readonly clients: Clients;
  /** Opens the page of a merge request that is not open; does nothing once its account has gone. */
  readonly openPlace: (place: Omit<ReviewPlace, 'client'>) => Promise<void>;
}

/** The review pages of this window: one for each merge request, and those a reload has brought back. */
export class ReviewPages implements vscode.Disposable {
  readonly #parts: Parts;
  readonly #subscriptions: vscode.Disposable[];
  readonly #panels = new Map<vscode.WebviewPanel, ReviewPageSession>();
  readonly #sightChanged = new vscode.EventEmitter<void>();

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.reviews.live.follow({
      inSight: () => [...this.#panels].filter(([{ visible }]) => visible).map(([, { place }]) => place),
      onDidChange: [this.#sightChanged.event],
    });
    this.#subscriptions = [
      this.#sightChanged,
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: (panel, state: unknown) => this.#restore(panel, state),
      }),
      parts.accounts.onDidChange(() => this.#closeRemoved()),
    ];
    const known = parts.publishing.interrupted.filter(({ account }) => parts.accounts.get(account) !== undefined);
    for (const begun of known) this.#sayInterrupted(begun);
  }

  /** Shows the page of a merge request, at a draft if one is named. */
  show(subject: ReviewSubject, draftId?: number): ReviewPageSession {
    const open = this.#of(placeOfReview(subject));
    const [panel, session] = open ?? this.#create(subject);
    panel.reveal();
    if (draftId !== undefined) session.say({ type: 'reveal', id: draftId });
    return session;
  }

  /** What publishes, for commands as well. */
  get publishing(): PageParts['publishing'] {
    return this.#parts.publishing;
  }

  /** The merge request of the page that has the focus. */
  get active(): ReviewSubject | undefined {
    for (const [panel, { subject }] of this.#panels) if (panel.active) return subject;
    return undefined;
  }

  /** The page of a merge request, when it is open. */
  find(subject: ReviewSubject): ReviewPageSession | undefined {
    return this.at(placeOfReview(subject));
  }

  /** The page of a place, when it is open. */
  at(place: Omit<ReviewPlace, 'client'>): ReviewPageSession | undefined {
    return this.#of(place)?.[1];
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
    for (const panel of [...this.#panels.keys()]) panel.dispose();
    this.#parts.publishing.dispose();
    this.#parts.publishing.reports.dispose();
  }

  #of(place: Omit<ReviewPlace, 'client'>): readonly [vscode.WebviewPanel, ReviewPageSession] | undefined {
    return [...this.#panels].find(([, session]) => placeKey(session.place) === placeKey(place));
  }

  #create(subject: ReviewSubject): readonly [vscode.WebviewPanel, ReviewPageSession] {
    const options = { enableFindWidget: true };
    const panel = vscode.window.createWebviewPanel(viewType, '', vscode.ViewColumn.Active, options);
    return [panel, this.#fill(panel, subject)];
  }

  #fill(panel: vscode.WebviewPanel, subject: ReviewSubject): ReviewPageSession {
    const session = new ReviewPageSession(subject, this.#parts, (message) => {
      // a page may be closed while something it asked for is still under way
      if (this.#panels.has(panel)) void panel.webview.postMessage(message);
    });
    this.#panels.set(panel, session);
    panel.webview.onDidReceiveMessage((message: FromReviewPage) => {
      void session.receive(message).catch((error: unknown) => {
        this.#parts.log.error('What the review page asked for failed.', error);
        void vscode.window.showErrorMessage(explain(error));
      });
    });
    panel.onDidChangeViewState(() => {
      session.setVisible(panel.visible);
      this.#sightChanged.fire();
    });
    panel.onDidDispose(() => {
      this.#panels.delete(panel);
      session.dispose();
      this.#sightChanged.fire();
    });
    this.#sightChanged.fire();
    const { account, project } = subject.open;
    const state: ReviewPageState = { account: account.id, project: String(project.id), iid: subject.request.iid };
    panel.title = vscode.l10n.t('Review !{0}', subject.request.iid);
    showPage(panel, this.#parts.extension, {
      name: 'reviewPage',
      styles: ['diff', 'syntax', 'conversation', 'reviewPage'],
      title: panel.title,
      state,
    });
    return session;
  }

  /** The window was closed on a publication: its page looks what became of it. */
  #sayInterrupted(begun: Omit<ReviewPlace, 'client'>): void {
    const { t } = vscode.l10n;
    const show = t('Show What Became of It');
    const words = t('The window closed while your review of !{0} was being published.', begun.iid);
    void vscode.window.showWarningMessage(words, show).then(async (answer) => {
      if (answer !== show) return;
      await this.#parts.openPlace(begun).catch((error: unknown) => {
        this.#parts.log.error('A review page could not be opened.', error);
        void vscode.window.showErrorMessage(explain(error));
      });
    });
  }

  /** What an account wrote must not stay in sight once it has gone. */
  #closeRemoved(): void {
    for (const [panel, { place }] of [...this.#panels]) {
      if (this.#parts.accounts.get(place.account) === undefined) panel.dispose();
    }
  }

  /** Fills a page that a reload of the window has brought back. */
  async #restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const saved = v.safeParse(savedState, state);
    const account = saved.success ? this.#parts.accounts.get(saved.output.account) : undefined;
    if (!saved.success || account === undefined) {
      panel.dispose();
      return;
    }
    const { project: id, iid } = saved.output;
    try {
      const client = this.#parts.clients.of(account);
      const [project, request] = await Promise.all([
        client.send(getProject, { id: Number(id) }),
        client.send(getMergeRequest, { id: Number(id), merge_request_iid: iid }),
      ]);
      this.#fill(panel, { open: { account, client, project, remote: undefined }, request });
    } catch (error) {
      this.#parts.log.error('A review page could not be restored.', error);
      panel.dispose();
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The review page of !{0} was not restored: {1}', iid, explain(error)),
      );
    }
  }
}
