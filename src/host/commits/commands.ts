import { type CommandTable, refresh } from '../command.ts';
import { requireProject } from '../project/requireProject.ts';
import { clearFilter, filterCommits } from './filterCommits.ts';
import { applyMessage, discardMessage } from './messageEditor.ts';
import { browseCommit, copyLink, copySha, openAllChanges, openCommit, openFile } from './openCommit.ts';
import { cherryPick, revert } from './pickFlow.ts';

/** The commands on commits. */
export const commitCommands: CommandTable = {
  'graft.commits.refresh': (app) => refresh(app, app.commits),
  'graft.commits.filter': filterCommits,
  'graft.commits.clearFilter': clearFilter,
  'graft.commits.loadMore': async (app) => {
    if (await requireProject(app)) await app.commits.loadMore();
  },
  'graft.commits.openPage': openCommit,
  'graft.commits.openChanges': openAllChanges,
  'graft.commits.openFile': openFile,
  'graft.commits.openInBrowser': browseCommit,
  'graft.commits.copySha': copySha,
  'graft.commits.copyLink': copyLink,
  'graft.commits.cherryPick': cherryPick,
  'graft.commits.revert': revert,
  'graft.message.apply': applyMessage,
  'graft.message.discard': discardMessage,
};
