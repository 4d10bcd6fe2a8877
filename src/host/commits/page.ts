import * as v from 'valibot';
import * as vscode from 'vscode';
import type { CommitPageState, FromCommitPage, ToCommitPage } from '../../messages/commitPage.ts';
import { type FromConversation, isFromConversation, type TextPlace } from '../../messages/conversation.ts';
import { getProject } from '../../wire/projects.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { Clients } from '../clients.ts';
import { explain } from '../explain.ts';
import { shortSha } from '../format.ts';
import type { Log } from '../log.ts';
import { showPage } from '../webviewHtml.ts';
import type { CommitChanges } from './changes.ts';
import type { CommentTexts } from './commentTexts.ts';
import { ConversationOfPage } from './conversationOfPage.ts';
import type { CommitConversations } from './conversations.ts';
import type { CommitDetails } from './details.ts';
import { CommitPageLoad } from './pageLoad.ts';
import type { CommitSubject, PlaceInCommit } from './subject.ts';

/** What the page asks the rest of the extension to do. */
export type PageIntent = Exclude<FromCommitPage, FromConversation | { type: 'ready' | 'retry' | 'openCommit' }>;

const viewType = 'graft.commit';

const savedState = v.object({ account: v.string(), project: v.string(), sha: v.string() });

interface Parts {
  readonly extension: vscode.Uri;
  readonly accounts: AccountStore;
  readonly clients: Clients;
  readonly details: CommitDetails;
  readonly changes: CommitChanges;
  readonly conversations: CommitConversations;
  readonly commentTexts: CommentTexts;
  readonly log: Log;
  /** Carries out what the page asks for. */
  intend(intent: PageIntent, load: CommitPageLoad): Promise<void>;
}

/** The commit pages of this window: one that follows the selection, and those a reload has brought back. */
export class CommitPages implements vscode.Disposable {
  readonly #parts: Parts;
  readonly #serializer: vscode.Disposable;
  readonly #panels = new Map<
    vscode.WebviewPanel,
    { subject: CommitSubject; load: CommitPageLoad; talk: ConversationOfPage }
  >();
  /** Where pages go that have not begun to listen yet. */
  readonly #wanted = new WeakMap<vscode.WebviewPanel, PlaceInCommit>();
  #latest: vscode.WebviewPanel | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: (panel, state: unknown) => this.#restore(panel, state),
    });
  }

  /** Shows a commit, at a file and line where one is given: in its own page when it has one, otherwise in the last. */
  show(subject: CommitSubject, at?: PlaceInCommit): void {
    for (const [panel, shown] of this.#panels) {
      if (shown.subject.sha === subject.sha && shown.subject.open.project.id === subject.open.project.id) {
        panel.reveal();
        if (at) void panel.webview.postMessage({ type: 'reveal', ...at } satisfies ToCommitPage);
        return;
      }
    }
    const panel = this.#latest ?? this.#create();
    this.#fill(panel, subject);
    if (at) this.#wanted.set(panel, at);
    panel.reveal(undefined, true);
  }

  /** Shows a comment that is being written, on the page of its commit. */
  showText(subject: CommitSubject, place: TextPlace): void {
    this.show(subject);
    for (const { subject: shown, talk } of this.#panels.values()) {
      if (shown.sha === subject.sha && shown.open.project.id === subject.open.project.id) talk.showText(place);
    }
  }

  /** The commit of the page that has the focus. */
  get active(): CommitSubject | undefined {
    for (const [panel, { subject }] of this.#panels) if (panel.active) return subject;
    return undefined;
  }

  dispose(): void {
    this.#serializer.dispose();
    for (const panel of [...this.#panels.keys()]) panel.dispose();
  }

  #create(): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(viewType, vscode.l10n.t('Commit'), vscode.ViewColumn.Active, {
      enableFindWidget: true,
    });
    this.#latest = panel;
    return panel;
  }

  #fill(panel: vscode.WebviewPanel, subject: CommitSubject): void {
    const known = this.#panels.get(panel);
    known?.load.dispose();
    known?.talk.dispose();
    const { details, changes, log } = this.#parts;
    const load = new CommitPageLoad(subject, { details, changes, log }, (message) => {
      void panel.webview.postMessage(message);
    });
    const { conversations, commentTexts: texts } = this.#parts;
    const talk = new ConversationOfPage(subject, { conversations, texts, log }, (message) => {
      void panel.webview.postMessage(message);
    });
    this.#panels.set(panel, { subject, load, talk });
    if (known === undefined) this.#listen(panel);
    const { account, project } = subject.open;
    const state: CommitPageState = { account: account.id, project: String(project.id), sha: subject.sha };
    panel.title = shortSha(subject.sha);
    showPage(panel, this.#parts.extension, {
      name: 'commitPage',
      styles: ['diff', 'syntax', 'conversation', 'commitPage'],
      title: panel.title,
      state,
    });
  }

  #listen(panel: vscode.WebviewPanel): void {
    panel.webview.onDidReceiveMessage((message: FromCommitPage) => this.#receive(panel, message));
    panel.onDidDispose(() => {
      this.#panels.get(panel)?.load.dispose();
      this.#panels.get(panel)?.talk.dispose();
      this.#panels.delete(panel);
      if (this.#latest === panel) this.#latest = undefined;
    });
    panel.onDidChangeViewState(() => {
      if (panel.active) this.#latest = panel;
    });
  }

  #receive(panel: vscode.WebviewPanel, message: FromCommitPage): void {
    const shown = this.#panels.get(panel);
    if (!shown) return;
    switch (message.type) {
      case 'ready':
        shown.load.start();
        shown.talk.start();
        this.#revealWanted(panel);
        return;
      case 'retry':
        shown.load.retry(message.what);
        return;
      case 'openCommit':
        this.#fill(panel, { open: shown.subject.open, sha: message.sha });
        return;
      default:
        void (
          isFromConversation(message) ? shown.talk.receive(message) : this.#parts.intend(message, shown.load)
        ).catch((error: unknown) => {
          this.#parts.log.error('What the commit page asked for failed.', error);
          void vscode.window.showErrorMessage(explain(error));
        });
    }
  }

  #revealWanted(panel: vscode.WebviewPanel): void {
    const at = this.#wanted.get(panel);
    this.#wanted.delete(panel);
    if (at) void panel.webview.postMessage({ type: 'reveal', ...at } satisfies ToCommitPage);
  }

  /** Fills a page that a reload of the window has brought back. */
  async #restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const saved = v.safeParse(savedState, state);
    const account = saved.success ? this.#parts.accounts.get(saved.output.account) : undefined;
    if (!saved.success || account === undefined) {
      panel.dispose();
      return;
    }
    try {
      const client = this.#parts.clients.of(account);
      const project = await client.send(getProject, { id: Number(saved.output.project) });
      this.#fill(panel, { open: { account, client, project, remote: undefined }, sha: saved.output.sha });
    } catch (error) {
      this.#parts.log.error('A commit page could not be restored.', error);
      panel.dispose();
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The page of commit {0} was not restored: {1}', shortSha(saved.output.sha), explain(error)),
      );
    }
  }
}
