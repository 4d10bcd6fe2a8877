import * as vscode from '../vscode.ts';

/** An action that starts a job. */
export interface TransferAction {
  readonly command: string;
  readonly label: string;
  readonly icon: string;
  readonly detail: string;
}

export const transferActions = (): readonly TransferAction[] => {
  const { t } = vscode.l10n;
  return [
    {
      command: 'graft.transfers.exportProject',
      label: t('Export Project…'),
      icon: 'cloud-download',
      detail: t('Export a whole project as an archive: save it here or let the server upload it.'),
    },
    {
      command: 'graft.transfers.exportGroup',
      label: t('Export Group…'),
      icon: 'cloud-download',
      detail: t('Export a group with its subgroups, labels, milestones and epics. Its projects are not included.'),
    },
    {
      command: 'graft.transfers.moveProject',
      label: t('Move Project to Another Account…'),
      icon: 'arrow-both',
      detail: t(
        'Copy a project to another server or namespace: export, download, import, compare. The source stays unchanged.',
      ),
    },
    {
      command: 'graft.transfers.importProject',
      label: t('Import Project…'),
      icon: 'cloud-upload',
      detail: t('Create a project from an export archive. The archive is checked first, then uploaded.'),
    },
    {
      command: 'graft.transfers.importProjectFromUrl',
      label: t('Import Project from URL…'),
      icon: 'link',
      detail: t('The server downloads the archive from a URL, which may be pre-signed.'),
    },
    {
      command: 'graft.transfers.importProjectFromStorage',
      label: t('Import Project from Object Storage…'),
      icon: 'database',
      detail: t('The server downloads the archive from an S3 bucket with your access keys.'),
    },
    {
      command: 'graft.transfers.importGroup',
      label: t('Import Group…'),
      icon: 'cloud-upload',
      detail: t('Create a group with its subgroups, labels, milestones and boards from an export archive.'),
    },
    {
      command: 'graft.transfers.importRelation',
      label: t('Import Issues, Merge Requests or Milestones…'),
      icon: 'git-merge',
      detail: t('Add issues, merge requests, milestones or pipelines from an archive to an existing project.'),
    },
    {
      command: 'graft.transfers.importGitRepository',
      label: t('Import Git Repository…'),
      icon: 'repo-clone',
      detail: t('The server clones a Git repository into a project without one.'),
    },
    {
      command: 'graft.transfers.importFromGithub',
      label: t('Import from GitHub…'),
      icon: 'github',
      detail: t(
        'Import a repository with its issues, pull requests and comments from github.com or GitHub Enterprise Server.',
      ),
    },
    {
      command: 'graft.transfers.importGists',
      label: t('Import Gists as Snippets…'),
      icon: 'file-code',
      detail: t('Import the gists of a GitHub user as personal snippets.'),
    },
    {
      command: 'graft.transfers.importFromBitbucketServer',
      label: t('Import from Bitbucket Server…'),
      icon: 'repo-clone',
      detail: t('Import a repository with its pull requests from Bitbucket Server or Data Center.'),
    },
    {
      command: 'graft.transfers.importFromBitbucket',
      label: t('Import from Bitbucket Cloud…'),
      icon: 'repo-clone',
      detail: t('Import a repository with its pull requests and issues from bitbucket.org. Since GitLab 17.0.'),
    },
  ];
};
