import * as vscode from '../../vscode.ts';
import type { FromJobPage, JobPageState, ToJobPage } from '../../../messages/jobPage.ts';
import type { Handlers, MessageOf } from '../../../messages/page.ts';
import type { Job } from '../../../model/transfers/jobs/job.ts';
import type { Page } from '../../kit/pages/page.ts';
import type { AccountStore } from '../../shell/accountSecrets.ts';
import type { Jobs } from '../jobs.ts';
import type { JobRow } from '../rows.ts';
import { copyReport, type PageAction, pageActions, removeJob } from './actions.ts';
import { transferView } from './amounts.ts';
import { failedCsv, failedMarkdown } from './failedTable.ts';
import { jobReport } from './report.ts';
import { failedViews, jobView } from './view.ts';
import { jobTitle } from '../kinds.ts';

/** Debounce of updates to the page. */
const gatherMs = 60;

export interface JobPageDeps {
  readonly jobs: Jobs;
  readonly accounts: AccountStore;
}

/** Session of a job page; sends only changed messages. */
export class JobPageSession implements vscode.Disposable {
  /** Job id. */
  readonly key: string;
  readonly #deps: JobPageDeps;
  readonly #page: Page<ToJobPage>;
  readonly #subscriptions: vscode.Disposable;
  /** Last message by type; empty until the page is ready. */
  readonly #notified = new Map<ToJobPage['type'], string>();
  #failed: Job['failedRelations'] | undefined;
  #isListening = false;
  #isPolling = false;
  #notifying: NodeJS.Timeout | undefined;
  #viewing: vscode.Disposable | undefined;

  readonly handlers: Handlers<FromJobPage> = {
    ready: () => {
      this.#isListening = true;
      this.#notified.clear();
      this.#failed = undefined;
      this.#notify();
    },
    checkNow: () => this.#poll(),
    act: ({ action }) => this.#act(action),
    copyFailed: (message) => this.#copyFailed(message),
    close: () => this.#page.close(),
  };

  constructor(id: string, deps: JobPageDeps, page: Page<ToJobPage>) {
    this.key = id;
    this.#deps = deps;
    this.#page = page;
    const job = this.#job;
    page.draw(job ? jobTitle(job) : vscode.l10n.t('Export or Import'), { job: id } satisfies JobPageState);
    this.#subscriptions = vscode.Disposable.from(
      deps.jobs.onDidChange((changed) => {
        if (changed.id === id) this.#notifySoon();
      }),
      deps.accounts.onDidChange(() => this.#notifySoon()),
    );
  }

  /** A visible job is polled more often. */
  setVisible(isVisible: boolean): void {
    if (isVisible) this.#viewing ??= this.#deps.jobs.addViewer();
    else {
      this.#viewing?.dispose();
      this.#viewing = undefined;
    }
    // VS Code unloads hidden pages, which then send `ready` again
    if (!isVisible) this.#isListening = false;
  }

  dispose(): void {
    this.#isListening = false;
    clearTimeout(this.#notifying);
    this.#viewing?.dispose();
    this.#subscriptions.dispose();
  }

  get #job(): Job | undefined {
    return this.#deps.jobs.get(this.key);
  }

  #notifySoon(): void {
    this.#notifying ??= setTimeout(() => this.#notify(), gatherMs);
  }

  #notify(): void {
    clearTimeout(this.#notifying);
    this.#notifying = undefined;
    if (!this.#isListening) return;
    const job = this.#job;
    if (job === undefined) {
      this.#post({ type: 'gone' });
      return;
    }
    this.#notified.delete('gone');
    // may be a megabyte, and transfer updates come four times a second
    if (job.failedRelations !== this.#failed) this.#post({ type: 'failed', relations: failedViews(job) });
    this.#failed = job.failedRelations;
    const state = this.#deps.jobs.transferOf(job.id);
    const direction = job.phase === 'sending' ? 'sending' : 'receiving';
    this.#post({ type: 'transfer', transfer: state && transferView(direction, state) });
    this.#post({ type: 'looking', isPolling: this.#isPolling });
    const account = this.#deps.accounts.get(job.account);
    this.#post({
      type: 'job',
      job: jobView(job, {
        account: account && `${account.name} (@${account.username})`,
        actions: this.#actions(job).map(({ name, label, icon, isPrimary }) => ({ name, label, icon, isPrimary })),
      }),
    });
  }

  /** Skips a message equal to the last of its type. */
  #post(message: ToJobPage): void {
    const text = JSON.stringify(message);
    if (this.#notified.get(message.type) === text) return;
    this.#notified.set(message.type, text);
    if (message.type === 'job') this.#page.setTitle(message.job.title);
    this.#page.post(message);
  }

  #actions(job: Job): readonly PageAction[] {
    return pageActions(job, this.#deps.jobs.endingActions(job));
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    this.#notify();
    try {
      await this.#run('graft.transfers.checkJob');
    } finally {
      this.#isPolling = false;
      this.#notify();
    }
  }

  /** Ignores actions that the job no longer offers. */
  async #act(name: string): Promise<void> {
    const job = this.#job;
    const action = job && this.#actions(job).find((each) => each.name === name);
    if (action === undefined) this.#notify();
    else if (action.command !== undefined) {
      await this.#run(action.command);
      // a removed job needs no page
      if (action.command === removeJob && this.#job === undefined) this.#page.close();
    } else if (action.name === copyReport) await this.#copyReport();
  }

  async #run(command: string): Promise<void> {
    await vscode.commands.executeCommand(command, { kind: 'job', id: this.key } satisfies JobRow);
  }

  async #copyReport(): Promise<void> {
    const job = this.#job;
    if (job === undefined) return;
    const account = this.#deps.accounts.get(job.account);
    const view = jobView(job, { account: account && `@${account.username}`, actions: [] });
    await vscode.env.clipboard.writeText(jobReport(view, failedViews(job)));
    vscode.window.setStatusBarMessage(vscode.l10n.t('Report copied as Markdown.'), 3000);
  }

  async #copyFailed({ as, ids }: MessageOf<FromJobPage, 'copyFailed'>): Promise<void> {
    const job = this.#job;
    if (job === undefined) return;
    const all = new Map(failedViews(job).map((relation) => [relation.id, relation]));
    const chosen = ids.flatMap((id) => all.get(id) ?? []);
    await vscode.env.clipboard.writeText(as === 'csv' ? failedCsv(chosen) : failedMarkdown(chosen));
  }
}
