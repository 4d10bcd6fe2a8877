import * as vscode from './host/vscode.ts';
import { createAccounts } from './host/accounts/accounts.ts';
import type { AccountsArea } from './host/accounts/area.ts';
import { createAdministration } from './host/administration/administration.ts';
import type { AdministrationArea } from './host/administration/area.ts';
import type { BackportsArea } from './host/backports/area.ts';
import { createBackports } from './host/backports/backports.ts';
import type { BoardArea } from './host/board/area.ts';
import { createBoard } from './host/board/board.ts';
import type { CommitsArea, EagerCommitsArea } from './host/commits/area.ts';
import { createCommits } from './host/commits/commits.ts';
import type { ComposerArea } from './host/composer/area.ts';
import { createComposer } from './host/composer/composer.ts';
import type { IterationsArea } from './host/iterations/area.ts';
import { createIterations } from './host/iterations/iterations.ts';
import type { TransfersArea } from './host/transfers/area.ts';
import { createTransfers } from './host/transfers/transfers.ts';
import type { MergeRequestsArea } from './host/mergeRequests/area.ts';
import type { PipelinesArea } from './host/pipelines/area.ts';
import { createPipelines } from './host/pipelines/pipelines.ts';
import { createMergeRequests, loadMergeRequestPages } from './host/mergeRequests/mergeRequests.ts';
import type { ProtectionArea } from './host/protectedBranches/area.ts';
import { createProtection } from './host/protectedBranches/protectedBranches.ts';
import type { ReviewsArea } from './host/reviews/area.ts';
import { createReviews } from './host/reviews/reviews.ts';
import { createShell } from './host/shell/shell.ts';

/** All areas at once, for tests. */
export type App = AccountsArea &
  AdministrationArea &
  BackportsArea &
  BoardArea &
  CommitsArea &
  ComposerArea &
  IterationsArea &
  MergeRequestsArea &
  PipelinesArea &
  ProtectionArea &
  ReviewsArea &
  TransfersArea;

/** Exports of the extension in test mode. */
export interface TestExports {
  /** Available at activation. */
  readonly eagerCommits: EagerCommitsArea;
  /** Loads all areas. */
  readonly loadAllAreas: () => Promise<App>;
}

/**
 * Creates the shell and registers the areas. Sends no requests and loads only what the first view needs. Exports
 * nothing outside test mode.
 */
export const activate = async (context: vscode.ExtensionContext): Promise<TestExports | undefined> => {
  const shell = await createShell(context);
  const commits = createCommits(shell, async () => (await board()).boards.singlePick);
  const firstRows = (): Promise<unknown> => commits.eager.commits.firstRows;
  const protection = createProtection(shell, firstRows);
  const loadDeps = async (): Promise<CommitsArea & Pick<ProtectionArea, 'branchRights'>> => {
    const [area, { branchRights }] = await Promise.all([commits.load(), protection()]);
    return { ...area, branchRights };
  };
  const board = createBoard(shell, loadDeps);
  const transfers = createTransfers(shell);
  const reviews = createReviews(shell, firstRows, loadMergeRequestPages);
  const areaLoaders = [
    commits.load,
    protection,
    board,
    createComposer(shell, loadDeps),
    reviews,
    createMergeRequests(shell, reviews),
    createBackports(shell, firstRows),
    createIterations(shell, firstRows),
    createPipelines(shell, firstRows),
    transfers,
    createAdministration(shell, transfers),
    createAccounts(shell, firstRows),
  ] as const;
  if (context.extensionMode !== vscode.ExtensionMode.Test) return undefined;
  return {
    eagerCommits: commits.eager,
    loadAllAreas: async () => Object.assign({}, ...(await Promise.all(areaLoaders.map((load) => load())))) as App,
  };
};
