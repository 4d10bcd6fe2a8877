import * as v from 'valibot';
import * as vscode from 'vscode';
import type { CommitPageState, FromCommitPage, ToCommitPage, ViewOptions } from '../../messages/commitPage.ts';
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
import { madeDiffs } from './pageFiles.ts';
import { PageHistory } from './pageHistory.ts';
import { CommitPageLoad, type PageSources } from './pageLoad.ts';
import { CommitPartReader } from './pageParts.ts';
import type { CommitSubject, PlaceInCommit } from './subject.ts';

/** What the page asks the rest of the extension to do. */
export type PageIntent = Exclude<FromCommitPage, FromConversation | { type: OwnMessage }>;

/** What pages see to themselves. */
type OwnMessage = 'ready' | 'retry' | 'stop' | 'openCommit' | 'goBack' | 'goForward' | 'setView';

const viewType = 'graft.commit';

const hashes = v.optional(v.array(v.string()), []);
const savedState = v.object({
  account: v.string(),
  project: v.string(),
  sha: v.string(),
  back: hashes,
  forward: hashes,
});

const viewKey = 'graft.commitPage.view';

interface Parts {
  readonly extension: vscode.Uri;
  readonly accounts: AccountStore;
  readonly clients: Clients;
  readonly details: CommitDetails;
  readonly changes: CommitChanges;
  readonly conversations: CommitConversations;
  readonly commentTexts: CommentTexts;
  /** Where it is kept how diffs are to be shown. */
  readonly memento: vscode.Memento;
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
    { subject: CommitSubject; load: CommitPageLoad; talk: ConversationOfPage; history: PageHistory }
  >();
  /** What all pages read from, and what they remember together. */
  readonly #sources: PageSources;
  /** Where pages go that have not begun to listen yet. */
  readonly #wanted = new WeakMap<vscode.WebviewPanel, PlaceInCommit>();
  #latest: vscode.WebviewPanel | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { details, changes, log } = parts;
    this.#sources = {
      ...{ details, changes, log },
      parts: new CommitPartReader(details),
      made: madeDiffs(),
      lineDiffProgram: vscode.Uri.joinPath(parts.extension, 'dist', 'lineDiff.cjs').fsPath,
    };
    this.#serializer = vscode.window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: (panel, state: unknown) => this.#restore(panel, state),
    });
  }

  /** Shows a commit, at a file and line where one is given: in its own page when it has one, otherwise in the last. */
  show(subject: CommitSubject, at?: PlaceInCommit): void {
    for (const [panel, shown] of this.#panels) {
      if (isSame(shown.subject, subject)) {
        panel.reveal();
        if (at) void panel.webview.postMessage({ type: 'reveal', ...at } satisfies ToCommitPage);
        return;
      }
    }
    const panel = this.#latest ?? this.#create();
    this.#visit(panel, subject);
    if (at) this.#wanted.set(panel, at);
    panel.reveal(undefined, true);
  }

  /** Shows a comment that is being written, on the page of its commit. */
  showText(subject: CommitSubject, place: TextPlace): void {
    const isSeen = [...this.#panels].some(([panel, { subject: shown }]) => panel.visible && isSame(shown, subject));
    this.show(subject);
    for (const { subject: shown, talk } of this.#panels.values()) {
      if (isSame(shown, subject)) talk.showText(place, { isSeen });
    }
  }

  /** The commit of the page that has the focus. */
  get active(): CommitSubject | undefined {
    for (const [panel, { subject }] of this.#panels) if (panel.active) return subject;
    return undefined;
  }

  /** Shows anew what can change of a commit, where its page is open. */
  renew(subject: CommitSubject): void {
    for (const { subject: shown, load } of this.#panels.values()) if (isSame(shown, subject)) load.retry('commit');
  }

  dispose(): void {
    this.#serializer.dispose();
    for (const panel of [...this.#panels.keys()]) panel.dispose();
  }

  #create(): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(viewType, vscode.l10n.t('Commit'), vscode.ViewColumn.Active, {
      // the page searches itself: the editor would find only the rows that are drawn
      enableFindWidget: false,
    });
    this.#latest = panel;
    return panel;
  }

  /** Goes on to a commit in a page, from where one can go back. */
  #visit(panel: vscode.WebviewPanel, subject: CommitSubject): void {
    const history = this.#panels.get(panel)?.history ?? new PageHistory(subject);
    history.visit(subject);
    this.#fill(panel, subject, history);
  }

  #step(panel: vscode.WebviewPanel, history: PageHistory, direction: 'back' | 'forward'): void {
    const subject = history.step(direction);
    if (subject) this.#fill(panel, subject, history);
  }

  #fill(panel: vscode.WebviewPanel, subject: CommitSubject, history: PageHistory): void {
    const known = this.#panels.get(panel);
    known?.load.dispose();
    known?.talk.dispose();
    const { log } = this.#parts;
    const load = new CommitPageLoad(subject, this.#sources, (message) => {
      void panel.webview.postMessage(message);
    });
    const { conversations, commentTexts: texts } = this.#parts;
    const talk = new ConversationOfPage(subject, { conversations, texts, log }, (message) => {
      void panel.webview.postMessage(message);
    });
    this.#panels.set(panel, { subject, load, talk, history });
    if (known === undefined) this.#listen(panel);
    const { account, project } = subject.open;
    const view = this.#parts.memento.get<ViewOptions>(viewKey);
    const state: CommitPageState = {
      ...{ account: account.id, project: String(project.id), sha: subject.sha, ...history.state },
      ...(view ? { view } : {}),
    };
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
      case 'stop':
        shown.load.stop(message.what);
        return;
      case 'openCommit':
        this.#visit(panel, { open: shown.subject.open, sha: message.sha });
        return;
      case 'goBack':
        this.#step(panel, shown.history, 'back');
        return;
      case 'goForward':
        this.#step(panel, shown.history, 'forward');
        return;
      case 'setView':
        void this.#parts.memento.update(viewKey, message.view);
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
      const subject = { open: { account, client, project, remote: undefined }, sha: saved.output.sha };
      this.#fill(panel, subject, new PageHistory(subject, saved.output));
    } catch (error) {
      this.#parts.log.error('A commit page could not be restored.', error);
      panel.dispose();
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The page of commit {0} was not restored: {1}', shortSha(saved.output.sha), explain(error)),
      );
    }
  }
}

/** Two servers may hold the same commit in projects of the same number. */
const isSame = (one: CommitSubject, other: CommitSubject): boolean =>
  one.sha === other.sha &&
  one.open.project.id === other.open.project.id &&
  one.open.account.id === other.open.account.id;
