import type * as vscode from '../vscode.ts';
import { hasEnded, type JobPhase } from '../../model/transfers/jobs/phase.ts';

/** Prefix of keys in the global state, before the id. */
export const jobPrefix = 'graft.job ';

/** A tombstone has no phase. */
const phases = (memento: vscode.Memento): readonly JobPhase[] =>
  memento
    .keys()
    .filter((key) => key.startsWith(jobPrefix))
    .map((key) => memento.get<{ readonly phase?: JobPhase }>(key)?.phase)
    .filter((phase) => phase !== undefined);

/** Including ended jobs. */
export const hasJobs = (memento: vscode.Memento): boolean => phases(memento).length > 0;

export const hasOpenJobs = (memento: vscode.Memento): boolean => phases(memento).some((phase) => !hasEnded({ phase }));
