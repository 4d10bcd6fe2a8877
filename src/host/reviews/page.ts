import * as v from 'valibot';
import * as vscode from 'vscode';
import type { FromReviewPage, ReviewPageState } from '../../messages/reviewPage.ts';
import { placeKey } from '../../model/review/drafts.ts';
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
}

/** The review pages of this window: one for each merge request, and those a reload has brought back. */
export class ReviewPages implements vscode.Disposable {
  readonly #parts: Parts;
  readonly #subscriptions: vscode.Disposable[];
  readonly #panels = new Map<vscode.WebviewPanel, ReviewPageSession>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#subscriptions = [
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: (panel, state: unknown) => this.#restore(panel, state),
      }),
      parts.accounts.onDidChange(() => this.#closeRemoved()),
    ];
  }

  /** Shows the page of a merge request, at a draft if one is named. */
  show(subject: ReviewSubject, draftId?: number): ReviewPageSession {
    const open = this.#of(subject);
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
    return this.#of(subject)?.[1];
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
    for (const panel of [...this.#panels.keys()]) panel.dispose();
    this.#parts.publishing.dispose();
    this.#parts.publishing.reports.dispose();
  }

  #of(subject: ReviewSubject): readonly [vscode.WebviewPanel, ReviewPageSession] | undefined {
    const key = placeKey(placeOfReview(subject));
    return [...this.#panels].find(([, { place }]) => placeKey(place) === key);
  }

  #create(subject: ReviewSubject): readonly [vscode.WebviewPanel, ReviewPageSession] {
    const options = { enableFindWidget: true };
    const panel = vscode.window.createWebviewPanel(viewType, '', vscode.ViewColumn.Active, options);
    return [panel, this.#fill(panel, subject)];
  }

  #fill(panel: vscode.WebviewPanel, subject: ReviewSubject): ReviewPageSession {
    const session = new ReviewPageSession(subject, this.#parts, (message) => void panel.webview.postMessage(message));
    this.#panels.set(panel, session);
    panel.webview.onDidReceiveMessage((message: FromReviewPage) => {
      void session.receive(message).catch((error: unknown) => {
        this.#parts.log.error('What the review page asked for failed.', error);
        void vscode.window.showErrorMessage(explain(error));
      });
    });
    panel.onDidChangeViewState(() => session.setVisible(panel.visible));
    panel.onDidDispose(() => {
      this.#panels.delete(panel);
      session.dispose();
    });
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
