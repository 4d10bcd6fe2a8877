import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import type { FromFailedPage, ToFailedPage } from '../../../messages/failedPage.ts';
import { handle, type Handlers, type Typed } from '../../../messages/page.ts';
import type { Shell } from '../../shell/shell.ts';
import { reported } from '../commands.ts';
import { picturesAllowed } from './commentMarkdown.ts';
import { explain } from '../words/explain.ts';
import { pageHtml } from './pageHtml.ts';

export interface PageKind<Saved> {
  /** Such as `graft.board`. */
  readonly viewType: string;
  /** In `dist`, without extension. */
  readonly bundle: string;
  /** In `dist`, without extension, beside `page.css`. */
  readonly styles: readonly string[];
  readonly hasFindWidget: boolean;
  /** State that survives a reload of the window. */
  readonly saved: v.GenericSchema<unknown, Saved>;
}

/** Absent for boards, whose state names only the board. */
const ofAccount = v.object({ account: v.string() });

/** A no-op once the page is closed. */
export interface Page<To> {
  readonly post: (message: To) => void;
  /** The page keeps `state` over a reload of the window. */
  readonly draw: (title: string, state: object) => void;
  readonly setTitle: (title: string) => void;
  readonly isVisible: () => boolean;
  readonly close: () => void;
}

/** Disposed with its page. */
export interface PageSession<From extends Typed> extends vscode.Disposable {
  /** There is one page for each key. */
  readonly key: string;
  readonly handlers: Handlers<From>;
  readonly setVisible?: (isVisible: boolean) => void;
}

export interface Restored<To, Session> {
  readonly key: string;
  /** Title of the tab until the page is filled. */
  readonly title: string;
  /** A sentence without its period, for the log and a heading. */
  readonly problem: string;
  /** Shown after the reason. */
  readonly comfort?: string;
  /** Errors are shown in the page, with Retry. */
  readonly read: () => Promise<(page: Page<To>) => Session>;
}

export type PageShell = Pick<Shell, 'context' | 'log' | 'traffic' | 'accounts' | 'clients'>;

/** The open pages of a kind, restored after a reload of the window. */
export abstract class Pages<From extends Typed, To, Session extends PageSession<From>, Saved>
  implements vscode.Disposable
{
  protected readonly shell: PageShell;
  readonly #kind: PageKind<Saved>;
  readonly #panels = new Map<Session, vscode.WebviewPanel>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when a page opens, closes or changes its visibility. */
  readonly onDidChange = this.#changed.event;
  #latest: Session | undefined;

  constructor(shell: PageShell, kind: PageKind<Saved>) {
    this.shell = shell;
    this.#kind = kind;
  }

  /** In the order of opening. */
  get sessions(): readonly Session[] {
    return [...this.#panels.keys()];
  }

  get focused(): Session | undefined {
    return this.sessions.find((session) => this.#panels.get(session)?.active);
  }

  /** The focused one, or the last that was. */
  get latest(): Session | undefined {
    return this.#latest;
  }

  find(key: string): Session | undefined {
    return this.sessions.find((session) => session.key === key);
  }

  reveal(key: string, { keepsFocus }: { readonly keepsFocus?: boolean } = {}): void {
    this.#panelOf(key)?.reveal(undefined, keepsFocus);
  }

  close(key: string): void {
    this.#panelOf(key)?.dispose();
  }

  dispose(): void {
    this.#changed.dispose();
    for (const { key } of this.sessions) this.close(key);
  }

  /** Restores a page, or closes it if its subject is gone. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const saved = v.safeParse(this.#kind.saved, state);
    const of = v.safeParse(ofAccount, state);
    if (of.success) await this.shell.accounts.find(of.output.account);
    const restored = saved.success ? this.restored(saved.output) : undefined;
    if (restored) await this.#restore(panel, restored);
    else panel.dispose();
  }

  /** Undefined if the subject is gone. */
  protected abstract restored(saved: Saved): Restored<To, Session> | undefined;

  protected openPage(make: (page: Page<To>) => Session): Session {
    const options = { enableFindWidget: this.#kind.hasFindWidget };
    return this.#fill(
      vscode.window.createWebviewPanel(this.#kind.viewType, '', vscode.ViewColumn.Active, options),
      make,
    );
  }

  #panelOf(key: string): vscode.WebviewPanel | undefined {
    const session = this.find(key);
    return session && this.#panels.get(session);
  }

  #fill(panel: vscode.WebviewPanel, make: (page: Page<To>) => Session): Session {
    let isClosed = false;
    const whileOpen = (act: () => unknown): void => {
      if (!isClosed) act();
    };
    const session = make({
      post: (message) => whileOpen(() => panel.webview.postMessage(message)),
      draw: (title, state) => whileOpen(() => this.#draw(panel, title, { ...this.#kind, state })),
      setTitle: (title) => whileOpen(() => (panel.title = title)),
      isVisible: () => !isClosed && panel.visible,
      close: () => whileOpen(() => panel.dispose()),
    });
    this.#panels.set(session, panel);
    this.#latest = session;
    const seen = (): void => {
      if (isClosed) return;
      if (panel.active) this.#latest = session;
      session.setVisible?.(panel.visible);
      this.#changed.fire();
    };
    panel.webview.onDidReceiveMessage((message: From) => {
      void reported(this.shell, `${this.#kind.viewType}: ${message.type}`, () => handle(session.handlers, message));
    });
    panel.onDidChangeViewState(seen);
    panel.onDidDispose(() => {
      isClosed = true;
      this.#panels.delete(session);
      if (this.#latest === session) this.#latest = this.sessions.at(-1);
      session.dispose();
      this.#changed.fire();
    });
    seen();
    return session;
  }

  /** A page that fails retains its state. */
  async #restore(panel: vscode.WebviewPanel, restored: Restored<To, Session>): Promise<void> {
    const { title, problem, comfort } = restored;
    let isClosed = false;
    const closing = panel.onDidDispose(() => (isClosed = true));
    try {
      const make = await restored.read();
      if (isClosed) return;
      // it may have been opened meanwhile
      const known = this.find(restored.key);
      if (known === undefined) this.#fill(panel, make);
      else {
        panel.dispose();
        this.reveal(known.key);
      }
    } catch (error) {
      this.shell.log.error(`${problem}.`, error);
      if (isClosed) return;
      const message = [explain(error), comfort].filter(Boolean).join(' ');
      const handlers: Handlers<FromFailedPage> = {
        ready: () => panel.webview.postMessage({ type: 'failed', title: problem, message } satisfies ToFailedPage),
        retry: () => {
          listening.dispose();
          return this.#restore(panel, restored);
        },
      };
      const listening = panel.webview.onDidReceiveMessage((message: FromFailedPage) => handle(handlers, message));
      this.#draw(panel, title, { bundle: 'failedPage', styles: [], state: null });
    } finally {
      closing.dispose();
    }
  }

  #draw(
    panel: vscode.WebviewPanel,
    title: string,
    parts: { readonly bundle: string; readonly styles: readonly string[]; readonly state: object | null },
  ): void {
    const { extensionUri } = this.shell.context;
    const { webview } = panel;
    const icon = (file: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'media', 'icons', file);
    const folder = vscode.Uri.joinPath(extensionUri, 'dist');
    panel.title = title;
    panel.iconPath = { light: icon('graft-light.svg'), dark: icon('graft-dark.svg') };
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    webview.html = pageHtml({
      ...parts,
      title,
      source: webview.cspSource,
      nonce: randomBytes(16).toString('base64'),
      pictures: picturesAllowed(),
      language: vscode.l10n.bundle ? vscode.env.language : 'en',
      texts: vscode.l10n.bundle ?? {},
      addressOf: (file) => webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString(),
    });
  }
}
