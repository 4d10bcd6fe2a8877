import type { CommandTable } from '../../command.ts';
import { importFromBitbucketCloud } from './bitbucketCloud.ts';
import { importFromBitbucketServer } from './bitbucketServer.ts';
import { cancelGithubImport } from './cancel.ts';
import { importGists } from './gists.ts';
import { importFromGithub } from './githubFlow.ts';

/** The commands of imports from other services. */
export const serviceImportCommands: CommandTable = {
  'graft.transfer.importFromGithub': importFromGithub,
  'graft.transfer.importGists': importGists,
  'graft.transfer.importFromBitbucketServer': importFromBitbucketServer,
  'graft.transfer.importFromBitbucket': importFromBitbucketCloud,
  'graft.transfer.cancelImport': cancelGithubImport,
};
