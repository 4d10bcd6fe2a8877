import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import { isUnreachable } from '../../client/errors.ts';
import type { BoardPageState, FromBoardPage, ToBoardPage } from '../../messages/board.ts';
import type { Handlers } from '../../messages/page.ts';
import { PollingPace } from '../kit/pollingPace.ts';
import { type Page, Pages, type PageSession, type PageShell, type Restored } from '../kit/pages/page.ts';
import { pipelinePace } from '../kit/words/pipelineState.ts';
import { readProject } from '../kit/requireProject.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { visible } from '../visible.ts';
import type { SavedBoard } from './savedBoards.ts';
import { boardTitle } from './messages.ts';
import { BoardSession, type SessionDeps } from './session.ts';
import { hasOpenMergeRequests, refreshMergeRequests } from './mergeRequests/states.ts';
import { refreshTips } from './tips.ts';

/** Messages from the page that the area's commands handle. */
export type BoardIntent = Exclude<FromBoardPage, { type: 'ready' }>;

const savedState = v.object({ board: v.string() });

interface OpenBoard extends PageSession<FromBoardPage> {
  readonly session: BoardSession;
}

/** Pages of the open backport boards. */
export class BoardPages extends Pages<FromBoardPage, ToBoardPage, OpenBoard, v.InferOutput<typeof savedState>> {
  readonly #needs: SessionDeps;
  readonly #handlersOf: (session: BoardSession) => Handlers<BoardIntent>;

  constructor(shell: PageShell, needs: SessionDeps, handlersOf: (session: BoardSession) => Handlers<BoardIntent>) {
    super(shell, {
      viewType: 'graft.board',
      bundle: 'board',
      styles: ['board'],
      hasFindWidget: false,
      saved: savedState,
    });
    this.#needs = needs;
    this.#handlersOf = handlersOf;
  }

  /** Focused or last focused board. */
  get current(): BoardSession | undefined {
    return this.latest?.session;
  }

  /** In the order of opening. */
  get all(): readonly BoardSession[] {
    return this.sessions.map(({ session }) => session);
  }

  /** Open boards of a project, last used at the end. */
  of({ account, project }: OpenProject): readonly BoardSession[] {
    const { current } = this;
    return this.all
      .filter(({ open }) => open.project.id === project.id && open.account.id === account.id)
      .sort((one, other) => Number(one === current) - Number(other === current));
  }

  /** Creates and shows a board. */
  create(open: OpenProject): BoardSession {
    return this.#show(new BoardSession(open, this.#needs, { id: randomUUID() }));
  }

  /** Shows a stored board, in its open page if any. Throws when its project can't be read. */
  async open(saved: SavedBoard): Promise<BoardSession> {
    const known = this.find(saved.id);
    if (known === undefined) return this.#show(await this.#sessionOf(saved));
    this.reveal(known.key);
    return known.session;
  }

  protected override restored({
    board,
  }: v.InferOutput<typeof savedState>): Restored<ToBoardPage, OpenBoard> | undefined {
    const saved = this.#needs.stores.boards.get(board);
    if (saved === undefined) return undefined;
    const title = boardTitle(saved);
    return {
      key: saved.id,
      title,
      problem: vscode.l10n.t('The board “{0}” could not be shown', visible(title)),
      read: async () => {
        const session = await this.#sessionOf(saved);
        return (page) => this.#connect(session, page);
      },
    };
  }

  async #sessionOf(saved: SavedBoard): Promise<BoardSession> {
    const account = await this.shell.accounts.find(saved.account);
    if (account === undefined) {
      const { t } = vscode.l10n;
      throw new Error(
        t('The account of this board is not signed in: it was removed, or its server was away when the window opened.'),
      );
    }
    const open = await readProject(this.shell, account, saved.project).catch((error: unknown): OpenProject => {
      const { known: project } = saved;
      if (!isUnreachable(error) || project === undefined) throw error;
      return { account, client: this.shell.clients.of(account), project, remote: undefined };
    });
    return new BoardSession(open, this.#needs, saved);
  }

  #show(session: BoardSession): BoardSession {
    return this.openPage((page) => this.#connect(session, page)).session;
  }

  #connect(session: BoardSession, page: Page<ToBoardPage>): OpenBoard {
    const closing = new AbortController();
    const pace = new PollingPace(
      () => refreshMergeRequests(this.shell, session, closing.signal),
      () => page.isVisible() && hasOpenMergeRequests(session),
      pipelinePace,
    );
    session.mergeRequestsChanged = () => pace.soon();
    let isFirst = true;
    const handlers: Handlers<FromBoardPage> = {
      ...this.#handlersOf(session),
      ready: () => {
        session.showTo((message) => {
          if (message.type === 'board') page.setTitle(message.board.title);
          page.post(message);
        });
        // stored results are outdated if a branch has moved
        if (isFirst && session.board.keys().some((key) => session.board.cell(key).result !== undefined)) {
          void refreshTips(session, closing.signal);
        }
        if (isFirst) void refreshMergeRequests(this.shell, session, closing.signal).then(() => pace.soon());
        isFirst = false;
      },
    };
    page.draw(session.title, { board: session.id } satisfies BoardPageState);
    return {
      key: session.id,
      session,
      handlers,
      setVisible: (isVisible) => {
        if (isVisible) pace.soon();
      },
      dispose: () => {
        closing.abort();
        pace.dispose();
        session.close();
      },
    };
  }
}
