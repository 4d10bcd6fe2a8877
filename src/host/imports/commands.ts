import type { CommandTable } from '../command.ts';
import { importGitRepository } from './importGit.ts';
import { importGroup } from './importGroup.ts';
import { importProject } from './importProject.ts';
import { importRelation } from './importRelation.ts';
import { importProjectFromStorage, importProjectFromUrl } from './importRemote.ts';

/** The commands of imports of archives and git repositories. */
export const importCommands: CommandTable = {
  'graft.transfer.importProject': importProject,
  'graft.transfer.importProjectFromUrl': importProjectFromUrl,
  'graft.transfer.importProjectFromStorage': importProjectFromStorage,
  'graft.transfer.importRelation': importRelation,
  'graft.transfer.importGitRepository': importGitRepository,
  'graft.transfer.importGroup': importGroup,
};
