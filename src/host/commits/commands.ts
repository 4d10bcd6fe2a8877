import { type CommandTable, refresh } from '../command.ts';
import { requireProject } from '../project/requireProject.ts';
import {
  browseComparison,
  changeComparison,
  compareCommits,
  compareRefs,
  endComparison,
  openComparedFiles,
  swapComparison,
} from './compareRefs.ts';
import { showMergeRequests, showRefs, showSignature } from './factPicks.ts';
import { fileHistory } from './fileHistory.ts';
import { commentCommands } from './commentCommands.ts';
import { clearFilter, filterCommits } from './filterCommits.ts';
import { openLineCommit } from './lineCommit.ts';
import { applyMessage, discardMessage } from './messageEditor.ts';
import { chooseFilter, deleteFilter, renameFilter, saveFilter } from './namedFilters.ts';
import { browseCommit, copyEditorLink, copyLink, copySha, openAllChanges, openCommit, openFile } from './openCommit.ts';
import { cherryPick, revert } from './pickFlow.ts';
import { setStatus } from './setStatus.ts';
import { showStatuses } from './statusList.ts';

/** The commands on commits. */
export const commitCommands: CommandTable = {
  'graft.commits.refresh': (app) => refresh(app, app.commits),
  'graft.commits.filter': filterCommits,
  'graft.commits.clearFilter': clearFilter,
  'graft.commits.loadMore': async (app) => {
    if (await requireProject(app)) await app.commits.loadMore();
  },
  'graft.commits.older': async (app) => {
    if (await requireProject(app)) await app.commits.turn('older');
  },
  'graft.commits.newer': async (app) => {
    if (await requireProject(app)) await app.commits.turn('newer');
  },
  'graft.commits.saveFilter': saveFilter,
  'graft.commits.chooseFilter': chooseFilter,
  'graft.commits.renameFilter': renameFilter,
  'graft.commits.deleteFilter': deleteFilter,
  'graft.commits.fileHistory': fileHistory,
  'graft.commits.lineCommit': openLineCommit,
  'graft.commits.compare': compareRefs,
  'graft.commits.compareSelected': compareCommits,
  'graft.commits.swapComparison': swapComparison,
  'graft.commits.changeComparison': changeComparison,
  'graft.commits.endComparison': endComparison,
  'graft.commits.openComparedFiles': openComparedFiles,
  'graft.commits.browseComparison': browseComparison,
  'graft.commits.showRefs': showRefs,
  'graft.commits.showMergeRequests': showMergeRequests,
  'graft.commits.showSignature': showSignature,
  'graft.commits.showStatuses': showStatuses,
  'graft.commits.setStatus': setStatus,
  'graft.commits.openPage': openCommit,
  'graft.commits.openChanges': openAllChanges,
  'graft.commits.openFile': openFile,
  'graft.commits.openInBrowser': browseCommit,
  'graft.commits.copySha': copySha,
  'graft.commits.copyLink': copyLink,
  'graft.commits.copyEditorLink': copyEditorLink,
  'graft.commits.cherryPick': cherryPick,
  'graft.commits.revert': revert,
  'graft.message.apply': applyMessage,
  'graft.message.discard': discardMessage,
  ...commentCommands,
};
