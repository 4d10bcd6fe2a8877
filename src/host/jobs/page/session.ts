import * as vscode from 'vscode';
import type { FromJobPage, ToJobPage } from '../../../messages/jobPage.ts';
import type { Job } from '../../../model/jobs/job.ts';
import type { AccountStore } from '../../accounts/store.ts';
import type { Jobs } from '../jobs.ts';
import type { JobRow } from '../rows.ts';
import { copyReport, type PageAction, pageActions, removeJob } from './actions.ts';
import { transferView } from './amounts.ts';
import { failedCsv, failedMarkdown } from './failedTable.ts';
import { jobReport } from './report.ts';
import { failedViews, jobView } from './view.ts';

/** How long changes are gathered before the page is told, in milliseconds. */
const gatherMs = 60;

/** What a session needs of its surroundings. */
export interface SessionParts {
  readonly jobs: Jobs;
  readonly accounts: AccountStore;
  readonly post: (message: ToJobPage) => void;
  readonly close: () => void;
}

/** One page of a job: tells it what has changed, and nothing else, and carries out what it asks for. */
export class JobPageSession implements vscode.Disposable {
  readonly #id: string;
  readonly #parts: SessionParts;
  readonly #subscriptions: vscode.Disposable;
  /** What the page was told last, by the type of message; empty until it listens. */
  readonly #told = new Map<ToJobPage['type'], string>();
  #failed: Job['failedRelations'] | undefined;
  #isListening = false;
  #isLooking = false;
  #isDisposed = false;
  #telling: NodeJS.Timeout | undefined;
  #attending: vscode.Disposable | undefined;

  constructor(id: string, parts: SessionParts) {
    this.#id = id;
    this.#parts = parts;
    this.#subscriptions = vscode.Disposable.from(
      parts.jobs.onDidChange((job) => {
        if (job.id === id) this.#tellSoon();
      }),
      parts.accounts.onDidChange(() => this.#tellSoon()),
    );
  }

  /** The page has come into sight or gone out of it: a job that somebody sees is looked at more often. */
  seen(isVisible: boolean): void {
    if (isVisible && !this.#isDisposed) this.#attending ??= this.#parts.jobs.attend();
    else {
      this.#attending?.dispose();
      this.#attending = undefined;
    }
    // a page out of sight is thrown away by the editor, and asks for everything when it is back
    if (!isVisible) this.#isListening = false;
  }

  /** Carries out what the page asks for; resolves when it is done. */
  async receive(message: FromJobPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#isListening = true;
        this.#told.clear();
        this.#failed = undefined;
        this.#tell();
        return;
      case 'lookNow':
        return this.#look();
      case 'act':
        return this.#act(message.action);
      case 'copyFailed':
        return this.#copyFailed(message);
      case 'close':
        this.#parts.close();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#telling);
    this.#attending?.dispose();
    this.#subscriptions.dispose();
  }

  get #job(): Job | undefined {
    return this.#parts.jobs.get(this.#id);
  }

  #tellSoon(): void {
    this.#telling ??= setTimeout(() => this.#tell(), gatherMs);
  }

  #tell(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    if (!this.#isListening || this.#isDisposed) return;
    const job = this.#job;
    if (job === undefined) {
      this.#post({ type: 'gone' });
      return;
    }
    this.#told.delete('gone');
    // may be a megabyte, while bytes under way are told four times a second
    if (job.failedRelations !== this.#failed) this.#post({ type: 'failed', relations: failedViews(job) });
    this.#failed = job.failedRelations;
    const state = this.#parts.jobs.transferOf(job.id);
    const direction = job.phase === 'sending' ? 'sending' : 'receiving';
    this.#post({ type: 'transfer', transfer: state && transferView(direction, state) });
    this.#post({ type: 'looking', isLooking: this.#isLooking });
    const account = this.#parts.accounts.get(job.account);
    this.#post({
      type: 'job',
      job: jobView(job, {
        account: account && `${account.name} (@${account.username})`,
        actions: this.#actions(job).map(({ name, label, icon, isPrimary }) => ({ name, label, icon, isPrimary })),
      }),
    });
  }

  /** Posts a message unless the page was told the same last. */
  #post(message: ToJobPage): void {
    const text = JSON.stringify(message);
    if (this.#told.get(message.type) === text) return;
    this.#told.set(message.type, text);
    this.#parts.post(message);
  }

  #actions(job: Job): readonly PageAction[] {
    return pageActions(job, this.#parts.jobs.endingActions(job));
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#tell();
    try {
      await this.#run('graft.jobs.lookNow');
    } finally {
      this.#isLooking = false;
      this.#tell();
    }
  }

  /** Does what a button says, if the job still offers it. */
  async #act(name: string): Promise<void> {
    const job = this.#job;
    const action = job && this.#actions(job).find((each) => each.name === name);
    if (action === undefined) this.#tell();
    else if (action.command !== undefined) {
      await this.#run(action.command);
      // who removes a job on its page is done with the page
      if (action.command === removeJob && this.#job === undefined) this.#parts.close();
    } else if (action.name === copyReport) await this.#copyReport();
  }

  async #run(command: string): Promise<void> {
    await vscode.commands.executeCommand(command, { kind: 'job', id: this.#id } satisfies JobRow);
  }

  async #copyReport(): Promise<void> {
    const job = this.#job;
    if (job === undefined) return;
    const account = this.#parts.accounts.get(job.account);
    const view = jobView(job, { account: account && `@${account.username}`, actions: [] });
    await vscode.env.clipboard.writeText(jobReport(view, failedViews(job)));
    vscode.window.setStatusBarMessage(vscode.l10n.t('The report was copied as Markdown.'), 3000);
  }

  async #copyFailed({ as, ids }: Extract<FromJobPage, { type: 'copyFailed' }>): Promise<void> {
    const job = this.#job;
    if (job === undefined) return;
    const all = new Map(failedViews(job).map((relation) => [relation.id, relation]));
    const chosen = ids.flatMap((id) => all.get(id) ?? []);
    await vscode.env.clipboard.writeText(as === 'csv' ? failedCsv(chosen) : failedMarkdown(chosen));
  }
}
