import type { TransfersArea } from '../area.ts';
import type { CommandTable } from '../../kit/commands.ts';
import { importGitRepository } from './importGit.ts';
import { importGroup } from './importGroup.ts';
import { importProject } from './importProject.ts';
import { importRelation } from './importRelation.ts';
import { importProjectFromStorage, importProjectFromUrl } from './importRemote.ts';

export const importCommands: CommandTable<TransfersArea> = {
  'graft.transfers.importProject': importProject,
  'graft.transfers.importProjectFromUrl': importProjectFromUrl,
  'graft.transfers.importProjectFromStorage': importProjectFromStorage,
  'graft.transfers.importRelation': importRelation,
  'graft.transfers.importGitRepository': importGitRepository,
  'graft.transfers.importGroup': importGroup,
};
