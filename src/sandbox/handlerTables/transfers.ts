import type { HandlersOf } from '../handling.ts';
import { handleDownloadGroupExport, handleExportGroup, handleImportGroup } from '../operations/groupTransfer.ts';
import {
  handleDownloadProjectExport,
  handleExportProject,
  handleGetProjectExport,
} from '../operations/projectExports.ts';
import {
  handleGetProjectImport,
  handleImportProject,
  handleImportProjectFromS3,
  handleImportRelation,
  handleImportRemoteProject,
  handleListRelationImports,
} from '../operations/projectImports.ts';
import {
  handleImportFromBitbucket,
  handleImportFromBitbucketServer,
  handleImportGitRepository,
} from '../operations/externalImports.ts';
import {
  handleCancelGithubImport,
  handleImportFromGithub,
  handleImportGithubGists,
} from '../operations/githubImports.ts';

/** Exports and imports, also from other services. */
export const transfersHandlers: HandlersOf<
  | 'exportGroup'
  | 'downloadGroupExport'
  | 'importGroup'
  | 'exportProject'
  | 'getProjectExport'
  | 'downloadProjectExport'
  | 'importProject'
  | 'importRemoteProject'
  | 'importProjectFromS3'
  | 'getProjectImport'
  | 'importRelation'
  | 'listRelationImports'
  | 'importGitRepository'
  | 'importFromGithub'
  | 'cancelGithubImport'
  | 'importGithubGists'
  | 'importFromBitbucketServer'
  | 'importFromBitbucket'
> = {
  exportGroup: handleExportGroup,
  downloadGroupExport: handleDownloadGroupExport,
  importGroup: handleImportGroup,
  exportProject: handleExportProject,
  getProjectExport: handleGetProjectExport,
  downloadProjectExport: handleDownloadProjectExport,
  importProject: handleImportProject,
  importRemoteProject: handleImportRemoteProject,
  importProjectFromS3: handleImportProjectFromS3,
  getProjectImport: handleGetProjectImport,
  importRelation: handleImportRelation,
  listRelationImports: handleListRelationImports,
  importGitRepository: handleImportGitRepository,
  importFromGithub: handleImportFromGithub,
  cancelGithubImport: handleCancelGithubImport,
  importGithubGists: handleImportGithubGists,
  importFromBitbucketServer: handleImportFromBitbucketServer,
  importFromBitbucket: handleImportFromBitbucket,
};
