import type * as vscode from '../vscode.ts';
import { hasEnded, type JobPhase } from '../../model/transfers/jobs/phase.ts';

/** What the keys of jobs begin with in the storage all windows share; the id follows. */
export const jobPrefix = 'graft.job ';

/** The phases of the jobs there are, as far as this window can see; a job that was removed leaves a mark without one. */
const phases = (memento: vscode.Memento): readonly JobPhase[] =>
  memento
    .keys()
    .filter((key) => key.startsWith(jobPrefix))
    .map((key) => memento.get<{ readonly phase?: JobPhase }>(key)?.phase)
    .filter((phase) => phase !== undefined);

/** Whether there is a job, ended or not. */
export const hasJobs = (memento: vscode.Memento): boolean => phases(memento).length > 0;

/** Whether a job is kept that has not ended, as far as this window can see. */
export const hasOpenJobs = (memento: vscode.Memento): boolean => phases(memento).some((phase) => !hasEnded({ phase }));
