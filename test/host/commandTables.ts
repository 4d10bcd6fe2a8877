import { accountCommands } from '../../src/host/accounts/commands.ts';
import { administrationCommands } from '../../src/host/administration/commands.ts';
import { backportCommands } from '../../src/host/backports/commands.ts';
import { boardCommands } from '../../src/host/board/commands.ts';
import { commitCommands } from '../../src/host/commits/commands.ts';
import { composerCommands } from '../../src/host/composer/commands.ts';
import { iterationCommands } from '../../src/host/iterations/commands.ts';
import { transferCommands } from '../../src/host/transfers/allCommands.ts';
import { mergeRequestCommands } from '../../src/host/mergeRequests/commands.ts';
import { pipelineCommands } from '../../src/host/pipelines/commands.ts';
import { protectedBranchCommands } from '../../src/host/protectedBranches/commands.ts';
import { reviewCommands } from '../../src/host/reviews/commands.ts';

/** By folder of `src/host`. */
export const commandTables: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  accounts: accountCommands,
  administration: administrationCommands,
  backports: backportCommands,
  board: boardCommands,
  commits: commitCommands,
  composer: composerCommands,
  iterations: iterationCommands,
  mergeRequests: mergeRequestCommands,
  pipelines: pipelineCommands,
  protectedBranches: protectedBranchCommands,
  reviews: reviewCommands,
  transfers: transferCommands,
};

export const commandIds: readonly string[] = Object.values(commandTables).flatMap((table) => Object.keys(table));
