import type * as vscode from '../vscode.ts';
import { registerCommands, reported } from '../kit/commands.ts';
import { late, lateFiles, latePages } from '../kit/late.ts';
import { type Shell, signInPath } from '../shell/shell.ts';
import type { CommitsArea, EagerCommitsArea } from './area.ts';
import { CommitChanges } from './changes.ts';
import { CommitDetails } from './details.ts';
import { CommitFacts } from './commitPage/facts.ts';
import { registerFileBadges } from './list/fileBadges.ts';
import { fileScheme } from '../kit/pages/fileVersions.ts';
import { messageScheme } from './pick/messageDrafts.ts';
import { CommitsView } from './list/view.ts';

/** Area of commits: the view at activation, the rest on first use. */
export interface Commits {
  readonly eager: EagerCommitsArea;
  readonly load: () => Promise<CommitsArea>;
}

/** `backports` loads the board features for a single pick. */
export const createCommits = (shell: Shell, backports: CommitsArea['backports']): Commits => {
  const { context, own } = shell;
  const details = own(new CommitDetails());
  const pipelines = late(
    async () => new (await import('./list/livePipelines.ts')).LivePipelines({ ...shell, details }),
  );
  const known = { details, pipelines, facts: new CommitFacts(), changes: new CommitChanges() };
  const commits = own(new CommitsView({ ...shell, ...known, memento: context.workspaceState }));
  const eager: EagerCommitsArea = { ...shell, ...known, commits };
  const load = late(async () => (await import('./parts.ts')).createCommitParts(eager, backports));
  own(registerFileBadges());
  own(lateFiles(fileScheme, async () => (await load()).files, { isReadonly: true }));
  own(lateFiles(messageScheme, async () => (await load()).messageDrafts));
  own(latePages('graft.commit', async () => (await load()).commitPages));
  own(registerCommands(shell, 'commits', async () => [await load(), (await import('./parts.ts')).commitCommands]));
  const follow = (uri: vscode.Uri): Promise<void> =>
    reported(shell, 'The link', async () => (await import('./parts.ts')).followLink(await load(), uri));
  own(shell.links.event((uri) => void (uri.path === signInPath || follow(uri))));
  return { eager, load };
};
