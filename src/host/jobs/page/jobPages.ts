import * as v from 'valibot';
import * as vscode from 'vscode';
import type { FromJobPage, JobPageState, ToJobPage } from '../../../messages/jobPage.ts';
import type { AccountStore } from '../../accounts/store.ts';
import { explain } from '../../explain.ts';
import type { Log } from '../../log.ts';
import { showPage } from '../../webviewHtml.ts';
import type { Jobs } from '../jobs.ts';
import { jobTitle } from '../words.ts';
import { JobPageSession } from './session.ts';

const viewType = 'graft.job';

const savedState = v.object({ job: v.string() });

interface Parts {
  readonly extension: vscode.Uri;
  readonly jobs: Jobs;
  readonly accounts: AccountStore;
  readonly log: Log;
}

/** The pages of exports and imports in this window: one for each job, brought back by a reload. */
export class JobPages implements vscode.Disposable {
  readonly #parts: Parts;
  readonly #serializer: vscode.Disposable;
  readonly #panels = new Map<string, vscode.WebviewPanel>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: async (panel, state: unknown) => this.#restore(panel, state),
    });
  }

  /** Shows the page of a job: the one it has, or a new one. */
  show(id: string): void {
    const known = this.#panels.get(id);
    if (known !== undefined) {
      known.reveal();
      return;
    }
    const title = vscode.l10n.t('Export or Import');
    const options = { enableFindWidget: true };
    this.#fill(vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active, options), id);
  }

  /** The job of the page that has the focus. */
  get active(): string | undefined {
    for (const [id, panel] of this.#panels) if (panel.active) return id;
    return undefined;
  }

  dispose(): void {
    this.#serializer.dispose();
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }

  #restore(panel: vscode.WebviewPanel, state: unknown): void {
    const saved = v.safeParse(savedState, state);
    if (!saved.success || this.#panels.has(saved.output.job)) panel.dispose();
    else this.#fill(panel, saved.output.job);
  }

  #fill(panel: vscode.WebviewPanel, id: string): void {
    const { jobs, accounts, log } = this.#parts;
    this.#panels.set(id, panel);
    const session = new JobPageSession(id, {
      jobs,
      accounts,
      post: (message: ToJobPage) => {
        if (message.type === 'job') panel.title = message.job.title;
        void panel.webview.postMessage(message);
      },
      close: () => void panel.dispose(),
    });
    session.seen(panel.visible);
    const listening = vscode.Disposable.from(
      session,
      panel.onDidChangeViewState(() => session.seen(panel.visible)),
      panel.webview.onDidReceiveMessage((message: FromJobPage) => {
        session.receive(message).catch((error: unknown) => {
          log.error('What the page of a job asked for failed.', error);
          void vscode.window.showErrorMessage(explain(error));
        });
      }),
    );
    panel.onDidDispose(() => {
      listening.dispose();
      if (this.#panels.get(id) === panel) this.#panels.delete(id);
    });
    const job = jobs.get(id);
    if (job) panel.title = jobTitle(job);
    const state: JobPageState = { job: id };
    showPage(panel, this.#parts.extension, { name: 'jobPage', styles: ['jobPage'], title: panel.title, state });
  }
}
