import { type JobKind, jobKinds } from '../../model/transfers/jobs/job.ts';
import { importRules, reportNotApplied } from './imports/rules.ts';
import { serviceRules } from './imports/services/rules.ts';
import { MoveReports } from './move/reports.ts';
import { moveRules } from './move/rules.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import type { Shell } from '../shell/shell.ts';
import type { TransfersArea } from './area.ts';
import { notifyEnding } from './endings.ts';
import { exportRules } from './exports/rules.ts';
import { Jobs } from './jobs.ts';
import { JobSection } from './section.ts';
import { JobPages } from './jobPage/jobPages.ts';
import type { JobKindRules } from './rules.ts';

/** Registers all kinds of jobs. Sends nothing while no job is running. */
export const createTransferParts = (shell: Shell): TransfersArea => {
  const { context, log, own } = shell;
  const jobs = own(new Jobs({ ...shell, memento: context.globalState }));
  const rules: Readonly<Record<JobKind, JobKindRules>> = {
    ...exportRules(jobs),
    ...importRules,
    ...serviceRules,
    projectMove: moveRules(jobs),
  };
  for (const kind of jobKinds) jobs.register(kind, rules[kind]);
  own(jobs.onDidEnd(reportNotApplied));
  const moveReports = own(new MoveReports(jobs));
  own(
    jobs.onDidEnd((job) => {
      notifyEnding(job, jobs.endingActions(job)).catch((error: unknown) => {
        log.error('The action offered at the end of a job failed.', error);
      });
    }),
  );
  own(jobs.onDidChange(() => setContextKey('graft.transfers.hasJobs', jobs.list().length > 0)));
  const jobPages = own(new JobPages(shell, jobs));
  return { ...shell, jobs, jobPages, moveReports, section: own(new JobSection(shell, jobs)) };
};

export { transferCommands } from './allCommands.ts';
