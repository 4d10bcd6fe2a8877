import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import type { FromJobPage, ToJobPage } from '../../../messages/jobPage.ts';
import { type Page, Pages, type PageShell, type Restored } from '../../kit/pages/page.ts';
import type { Jobs } from '../jobs.ts';
import { JobPageSession } from './session.ts';

const savedState = v.object({ job: v.string() });

/** One page for each job. */
export class JobPages extends Pages<FromJobPage, ToJobPage, JobPageSession, v.InferOutput<typeof savedState>> {
  readonly #jobs: Jobs;

  constructor(shell: PageShell, jobs: Jobs) {
    super(shell, {
      viewType: 'graft.job',
      bundle: 'jobPage',
      styles: ['jobPage'],
      hasFindWidget: true,
      saved: savedState,
    });
    this.#jobs = jobs;
  }

  show(id: string): void {
    if (this.find(id)) this.reveal(id);
    else this.openPage((page) => this.#session(id, page));
  }

  protected override restored({ job }: v.InferOutput<typeof savedState>): Restored<ToJobPage, JobPageSession> {
    return {
      key: job,
      title: vscode.l10n.t('Export or Import'),
      problem: vscode.l10n.t('The page of an export or import could not be shown'),
      read: async () => (page) => this.#session(job, page),
    };
  }

  #session(id: string, page: Page<ToJobPage>): JobPageSession {
    const { accounts } = this.shell;
    return new JobPageSession(id, { jobs: this.#jobs, accounts }, page);
  }
}
