import type { HandlersOf } from '../handling.ts';

/** What handles exports and imports of groups and projects, and imports from other services. */
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
  | 'importFromGithub'
  | 'cancelGithubImport'
  | 'importGithubGists'
  | 'importFromBitbucketServer'
  | 'importFromBitbucket'
> = {};
