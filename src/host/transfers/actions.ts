import * as vscode from '../vscode.ts';

/** What one can begin: a row of the empty section and of the list `graft.transfers.start` offers. */
export interface TransferAction {
  readonly command: string;
  readonly label: string;
  readonly icon: string;
  /** In a sentence, what it does. */
  readonly detail: string;
}

/** Everything that begins a job. */
export const transferActions = (): readonly TransferAction[] => {
  const { t } = vscode.l10n;
  return [
    {
      command: 'graft.transfers.exportProject',
      label: t('Export Project…'),
      icon: 'cloud-download',
      detail: t('Everything of a project as an archive: saved here, or uploaded by the server.'),
    },
    {
      command: 'graft.transfers.exportGroup',
      label: t('Export Group…'),
      icon: 'cloud-download',
      detail: t(
        'A group with its subgroups, labels, milestones and epics as an archive. Its projects are not part of it.',
      ),
    },
    {
      command: 'graft.transfers.moveProject',
      label: t('Move Project to Another Account…'),
      icon: 'arrow-both',
      detail: t('Export, download, import and a comparison in one go; the source stays as it is.'),
    },
    {
      command: 'graft.transfers.importProject',
      label: t('Import Project…'),
      icon: 'cloud-upload',
      detail: t('A project from the archive of an export: looked at before, sent from here.'),
    },
    {
      command: 'graft.transfers.importProjectFromUrl',
      label: t('Import Project from Address…'),
      icon: 'link',
      detail: t('The server fetches the archive from an address, which may be a pre-signed one.'),
    },
    {
      command: 'graft.transfers.importProjectFromStorage',
      label: t('Import Project from Object Storage…'),
      icon: 'database',
      detail: t('The server fetches the archive from a bucket, with keys you give.'),
    },
    {
      command: 'graft.transfers.importGroup',
      label: t('Import Group…'),
      icon: 'cloud-upload',
      detail: t('A group with its subgroups, labels, milestones and boards from the archive of an export.'),
    },
    {
      command: 'graft.transfers.importRelation',
      label: t('Import Issues, Merge Requests or Milestones…'),
      icon: 'git-merge',
      detail: t('Only these of an archive, or its pipelines, into a project that is there.'),
    },
    {
      command: 'graft.transfers.importGitRepository',
      label: t('Import Git Repository…'),
      icon: 'repo-clone',
      detail: t('The server clones a repository into a project that has none.'),
    },
    {
      command: 'graft.transfers.importFromGithub',
      label: t('Import from GitHub…'),
      icon: 'github',
      detail: t('A repository with its issues, pull requests and comments, from github.com or a server of your own.'),
    },
    {
      command: 'graft.transfers.importGists',
      label: t('Import Gists as Snippets…'),
      icon: 'file-code',
      detail: t('The gists of a GitHub user become personal snippets.'),
    },
    {
      command: 'graft.transfers.importFromBitbucketServer',
      label: t('Import from Bitbucket Server…'),
      icon: 'repo-clone',
      detail: t('A repository with its pull requests from a Bitbucket Server or Data Center.'),
    },
    {
      command: 'graft.transfers.importFromBitbucket',
      label: t('Import from Bitbucket Cloud…'),
      icon: 'repo-clone',
      detail: t('A repository with its pull requests and issues from bitbucket.org. Since GitLab 17.0.'),
    },
  ];
};
