import type * as vscode from 'vscode';
import type { Jobs } from '../jobs/jobs.ts';
import { MoveReports } from './reports.ts';
import { moveRules } from './rules.ts';

/** Says how moves are watched and carried on, and serves their reports. */
export const registerMoves = (jobs: Jobs): vscode.Disposable => {
  jobs.register('projectMove', moveRules(jobs));
  return new MoveReports(jobs);
};
