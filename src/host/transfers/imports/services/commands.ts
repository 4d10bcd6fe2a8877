import type { TransfersArea } from '../../area.ts';
import type { CommandTable } from '../../../kit/commands.ts';
import { importFromBitbucketCloud } from './bitbucketCloud.ts';
import { importFromBitbucketServer } from './bitbucketServer.ts';
import { cancelGithubImport } from './cancel.ts';
import { importGists } from './gists.ts';
import { importFromGithub } from './githubFlow.ts';

export const serviceImportCommands: CommandTable<TransfersArea> = {
  'graft.transfers.importFromGithub': importFromGithub,
  'graft.transfers.importGists': importGists,
  'graft.transfers.importFromBitbucketServer': importFromBitbucketServer,
  'graft.transfers.importFromBitbucket': importFromBitbucketCloud,
  'graft.transfers.cancelImport': cancelGithubImport,
};
