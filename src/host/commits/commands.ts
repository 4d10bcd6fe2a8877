import type { CommitsArea } from './area.ts';
import type { CommandTable } from '../kit/commands.ts';
import { refresh, requireProject } from '../kit/requireProject.ts';
import {
  browseComparison,
  changeComparison,
  compareCommits,
  compareRefs,
  endComparison,
  openComparedFiles,
  swapComparison,
  toggleFilesFirst,
} from './compare/compareRefs.ts';
import { showMergeRequests, showRefs, showSignature } from './commitPage/factPicks.ts';
import { copyFileLink, openFileOnServer } from './files/fileLink.ts';
import { fileHistory } from './files/fileHistory.ts';
import { commentCommands } from './comments/commentCommands.ts';
import { clearFilter, filterCommits } from './list/filterCommits.ts';
import { openLineCommit } from './files/lineCommit.ts';
import { applyMessage, discardMessage } from './pick/messageEditor.ts';
import { chooseFilter, deleteFilter, renameFilter, saveFilter } from './list/chooseFilter.ts';
import { browseCommit, copyEditorLink, copyLink, copySha, openAllChanges, openCommit, openFile } from './openCommit.ts';
import { openLink } from './links/openLink.ts';
import { cherryPick, revert } from './pick/pickFlow.ts';
import { setStatus } from './statuses/setStatus.ts';
import { showStatuses } from './statuses/statusList.ts';

export const commitCommands: CommandTable<CommitsArea> = {
  'graft.commits.refresh': (area) => refresh(area, area.commits),
  'graft.commits.filter': filterCommits,
  'graft.commits.clearFilter': clearFilter,
  'graft.commits.loadMore': async (area) => {
    if (await requireProject(area)) await area.commits.loadMore();
  },
  'graft.commits.older': async (area) => {
    if (await requireProject(area)) await area.commits.turn('older');
  },
  'graft.commits.newer': async (area) => {
    if (await requireProject(area)) await area.commits.turn('newer');
  },
  'graft.commits.saveFilter': saveFilter,
  'graft.commits.chooseFilter': chooseFilter,
  'graft.commits.renameFilter': renameFilter,
  'graft.commits.deleteFilter': deleteFilter,
  'graft.commits.fileHistory': fileHistory,
  'graft.commits.lineCommit': openLineCommit,
  'graft.commits.copyFileLink': copyFileLink,
  'graft.commits.openFileOnServer': openFileOnServer,
  'graft.commits.compare': compareRefs,
  'graft.commits.compareSelected': compareCommits,
  'graft.commits.swapComparison': swapComparison,
  'graft.commits.changeComparison': changeComparison,
  'graft.commits.filesFirst': toggleFilesFirst,
  'graft.commits.endComparison': endComparison,
  'graft.commits.openComparedFiles': openComparedFiles,
  'graft.commits.browseComparison': browseComparison,
  'graft.commits.showRefs': showRefs,
  'graft.commits.showMergeRequests': showMergeRequests,
  'graft.commits.showSignature': showSignature,
  'graft.commits.showStatuses': showStatuses,
  'graft.commits.setStatus': setStatus,
  'graft.commits.openPage': openCommit,
  'graft.commits.openLink': openLink,
  'graft.commits.openChanges': openAllChanges,
  'graft.commits.openFile': openFile,
  'graft.commits.openInBrowser': browseCommit,
  'graft.commits.copySha': copySha,
  'graft.commits.copyLink': copyLink,
  'graft.commits.copyEditorLink': copyEditorLink,
  'graft.commits.cherryPick': cherryPick,
  'graft.commits.revert': revert,
  'graft.commits.applyMessage': applyMessage,
  'graft.commits.discardMessage': discardMessage,
  ...commentCommands,
};
