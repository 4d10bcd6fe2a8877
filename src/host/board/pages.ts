import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { BoardPageState, FromBoardPage, ToBoardPage } from '../../messages/board.ts';
import { getProject } from '../../wire/projects.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { Clients } from '../clients.ts';
import { explain } from '../explain.ts';
import type { Log } from '../log.ts';
import type { OpenProject } from '../project/currentProject.ts';
import { showPage } from '../webviewHtml.ts';
import type { KeptBoard, KeptBoards } from './kept.ts';
import { refreshTips } from './applyFlow.ts';
import { BoardSession } from './session.ts';

/** What the page asks the rest of the extension to do. */
export type BoardIntent = Exclude<FromBoardPage, { type: 'ready' | 'retry' }>;

const viewType = 'graft.board';

const savedState = v.object({ board: v.string() });

interface Parts {
  readonly extension: vscode.Uri;
  readonly accounts: AccountStore;
  readonly clients: Clients;
  readonly kept: KeptBoards;
  readonly log: Log;
  /** Carries out what the page asks for. */
  intend(intent: BoardIntent, session: BoardSession): Promise<void>;
}

/** The backport boards of this window, a page each. */
export class BoardPages implements vscode.Disposable {
  readonly #parts: Parts;
  readonly #serializer: vscode.Disposable;
  readonly #panels = new Map<vscode.WebviewPanel, BoardSession>();
  #latest: BoardSession | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: (panel, state: unknown) => this.#restore(panel, state),
    });
  }

  /** The board whose page has the focus, or had it last. */
  get current(): BoardSession | undefined {
    return this.#latest;
  }

  /** The boards that are open, in the order in which they were opened. */
  get all(): readonly BoardSession[] {
    return [...this.#panels.values()];
  }

  /** Makes a board and shows it. */
  create(open: OpenProject): BoardSession {
    const session = new BoardSession(open, this.#parts.kept, { id: randomUUID() });
    this.#show(session);
    return session;
  }

  /** Shows a board that was kept: the page it has, or a new one. Throws when its project cannot be read. */
  async open(kept: KeptBoard): Promise<BoardSession> {
    for (const [panel, session] of this.#panels) {
      if (session.id !== kept.id) continue;
      panel.reveal();
      return session;
    }
    const session = await this.#sessionOf(kept);
    this.#show(session);
    return session;
  }

  /** Carries out what the page of a board asks for; resolves when it is done. */
  intend(session: BoardSession, intent: BoardIntent): Promise<void> {
    return this.#parts.intend(intent, session);
  }

  /** Brings the page of a board to the front. */
  reveal(session: BoardSession): void {
    for (const [panel, shown] of this.#panels) if (shown === session) panel.reveal();
  }

  /** Closes the page of a board. */
  close(id: string): void {
    for (const [panel, session] of this.#panels) if (session.id === id) panel.dispose();
  }

  dispose(): void {
    this.#serializer.dispose();
    for (const session of this.#panels.values()) session.close();
    for (const panel of [...this.#panels.keys()]) panel.dispose();
  }

  async #sessionOf(kept: KeptBoard): Promise<BoardSession> {
    const account = this.#parts.accounts.get(kept.account);
    if (account === undefined) throw new Error(vscode.l10n.t('The account this board was made with has been removed.'));
    const client = this.#parts.clients.of(account);
    const project = await client.send(getProject, { id: kept.project });
    return new BoardSession({ account, client, project, remote: undefined }, this.#parts.kept, kept);
  }

  #show(session: BoardSession): void {
    const panel = vscode.window.createWebviewPanel(viewType, title(session), vscode.ViewColumn.Active, {
      retainContextWhenHidden: false,
    });
    this.#fill(panel, session);
  }

  #fill(panel: vscode.WebviewPanel, session: BoardSession): void {
    const looking = new AbortController();
    let isFirst = true;
    this.#panels.set(panel, session);
    this.#latest = session;
    const post = (message: ToBoardPage): void => {
      if (message.type === 'board') panel.title = title(session);
      void panel.webview.postMessage(message);
    };
    panel.webview.onDidReceiveMessage((message: FromBoardPage) => {
      if (message.type === 'ready') {
        session.showTo(post);
        // what was found earlier holds only while the branches stand where they stood
        if (isFirst && session.board.keys().some((key) => session.board.cell(key).result !== undefined)) {
          void refreshTips(session, looking.signal);
        }
        isFirst = false;
      } else if (message.type !== 'retry') this.#receive(message, session);
    });
    panel.onDidChangeViewState(() => {
      if (panel.active) this.#latest = session;
    });
    panel.onDidDispose(() => {
      looking.abort();
      session.close();
      this.#panels.delete(panel);
      if (this.#latest === session) this.#latest = this.all.at(-1);
    });
    const state: BoardPageState = { board: session.id };
    panel.title = title(session);
    showPage(panel, this.#parts.extension, { name: 'board', styles: ['board'], title: panel.title, state });
  }

  #receive(message: BoardIntent, session: BoardSession): void {
    this.intend(session, message).catch((error: unknown) => {
      this.#parts.log.error('What the backport board asked for failed.', error);
      void vscode.window.showErrorMessage(explain(error));
    });
  }

  /** Fills a page that a reload of the window has brought back; one that cannot be filled says why. */
  async #restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const saved = v.safeParse(savedState, state);
    const kept = saved.success ? this.#parts.kept.get(saved.output.board) : undefined;
    if (kept === undefined) {
      panel.dispose();
      return;
    }
    try {
      this.#fill(panel, await this.#sessionOf(kept));
    } catch (error) {
      this.#parts.log.error('A backport board could not be restored.', error);
      this.#fail(panel, kept, error);
    }
  }

  #fail(panel: vscode.WebviewPanel, kept: KeptBoard, error: unknown): void {
    const listening = panel.webview.onDidReceiveMessage((message: FromBoardPage) => {
      if (message.type === 'ready') {
        const failure = { message: explain(error), retryable: true };
        void panel.webview.postMessage({ type: 'failed', failure } satisfies ToBoardPage);
      }
      if (message.type !== 'retry') return;
      listening.dispose();
      void this.#restore(panel, { board: kept.id });
    });
    const named = kept.name ?? vscode.l10n.t('Backport board');
    const state: BoardPageState = { board: kept.id };
    showPage(panel, this.#parts.extension, { name: 'board', styles: ['board'], title: named, state });
  }
}

const title = ({ name }: BoardSession): string => name ?? vscode.l10n.t('Backport board');
