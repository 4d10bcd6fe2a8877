import * as vscode from '../vscode.ts';
import { hasEnded, type Job } from '../../model/transfers/jobs/job.ts';
import type { AccountStore } from '../shell/accountSecrets.ts';
import type { ViewSection } from '../kit/trees/viewSection.ts';
import { transferActions } from './actions.ts';
import type { Jobs } from './jobs.ts';
import {
  jobDetails,
  jobItem,
  type JobRow,
  type JobSectionRow,
  type JobsRow,
  type LiveFacts,
  otherItem,
} from './rows.ts';

const heading: JobsRow = { kind: 'jobs' };

/** Offered in an empty section. */
const usual: readonly string[] = [
  'graft.transfers.exportProject',
  'graft.transfers.importProject',
  'graft.transfers.importFromGithub',
  'graft.transfers.moveProject',
];

/** Exports and imports, newest first. */
export class JobSection implements ViewSection<JobSectionRow>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<JobSectionRow | undefined>();
  readonly onDidChange = this.#changed.event;
  readonly #jobs: Jobs;
  readonly #accounts: AccountStore;
  readonly #subscriptions: vscode.Disposable;
  /** By job id, for refreshing single rows. */
  readonly #rows = new Map<string, JobRow>();
  #viewing: vscode.Disposable | undefined;
  /** Ids and states of the drawn list; a change refreshes the heading. */
  #order = '';

  constructor({ accounts }: { readonly accounts: AccountStore }, jobs: Jobs) {
    this.#jobs = jobs;
    this.#accounts = accounts;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      jobs.onDidChange((job) => this.#redraw(job)),
      accounts.onDidChange(() => this.#changed.fire(heading)),
      { dispose: () => void this.#viewing?.dispose() },
    );
  }

  seen(isVisible: boolean): void {
    if (isVisible) this.#viewing ??= this.#jobs.addViewer();
    else {
      this.#viewing?.dispose();
      this.#viewing = undefined;
    }
  }

  rows(): readonly JobSectionRow[] {
    return this.#accounts.list().length === 0 && this.#jobs.list().length === 0 ? [] : [heading];
  }

  children(row: JobSectionRow): readonly JobSectionRow[] {
    if (row.kind === 'job') {
      const job = this.#jobs.get(row.id);
      return job === undefined ? [] : jobDetails(job, this.#liveFacts(job));
    }
    return row.kind === 'jobs' ? this.#list() : [];
  }

  item(row: JobSectionRow): vscode.TreeItem {
    if (row.kind === 'jobs') return this.#headingItem();
    if (row.kind !== 'job') return otherItem(row);
    const job = this.#jobs.get(row.id);
    return job === undefined ? new vscode.TreeItem('') : jobItem(job, this.#liveFacts(job));
  }

  async refresh(): Promise<void> {
    this.#changed.fire(heading);
    const open = this.#jobs.list().filter((job) => !hasEnded(job));
    await Promise.all(open.map(({ id }) => this.#jobs.checkNow(id)));
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #liveFacts(job: Job): LiveFacts {
    return { transfer: this.#jobs.transferOf(job.id), hasAccount: this.#accounts.get(job.account) !== undefined };
  }

  #headingItem(): vscode.TreeItem {
    const { t } = vscode.l10n;
    const item = new vscode.TreeItem(t('Exports and imports'), vscode.TreeItemCollapsibleState.Expanded);
    item.id = 'jobs';
    item.iconPath = new vscode.ThemeIcon('arrow-swap');
    const jobs = this.#jobs.list();
    const open = jobs.filter((job) => !hasEnded(job)).length;
    item.contextValue = jobs.length > open ? 'finished jobs' : 'jobs';
    if (open > 0) item.description = t('{0} running', open);
    return item;
  }

  #list(): readonly JobSectionRow[] {
    const jobs = this.#jobs.list();
    this.#order = orderOf(jobs);
    this.#rows.clear();
    if (jobs.length === 0) {
      return [
        { kind: 'jobsNote', text: vscode.l10n.t('No exports or imports yet.') },
        ...transferActions()
          .filter(({ command }) => usual.includes(command))
          .map(({ label, icon, command }) => ({ kind: 'jobsAction' as const, label, icon, command })),
        { kind: 'jobsAction', label: vscode.l10n.t('More…'), icon: 'ellipsis', command: 'graft.transfers.start' },
      ];
    }
    return jobs.map(({ id }) => {
      const row: JobRow = { kind: 'job', id };
      this.#rows.set(id, row);
      return row;
    });
  }

  #redraw(job: Job): void {
    const row = this.#rows.get(job.id);
    const isSame = orderOf(this.#jobs.list()) === this.#order;
    this.#changed.fire(isSame && row !== undefined ? row : heading);
  }
}

const orderOf = (jobs: readonly Job[]): string => jobs.map((job) => `${job.id} ${hasEnded(job)}`).join('\n');
