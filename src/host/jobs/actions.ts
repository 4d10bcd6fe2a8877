import * as vscode from 'vscode';

/** What one can begin: a row of the empty section and of the list `graft.transfer.start` offers. */
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
      command: 'graft.transfer.importFromGithub',
      label: t('Import from GitHub…'),
      icon: 'github',
      detail: t('A repository with its issues, pull requests and comments, from github.com or a server of your own.'),
    },
    {
      command: 'graft.transfer.importGists',
      label: t('Import Gists as Snippets…'),
      icon: 'file-code',
      detail: t('The gists of a GitHub user become personal snippets.'),
    },
    {
      command: 'graft.transfer.importFromBitbucketServer',
      label: t('Import from Bitbucket Server…'),
      icon: 'repo-clone',
      detail: t('A repository with its pull requests from a Bitbucket Server or Data Center.'),
    },
    {
      command: 'graft.transfer.importFromBitbucket',
      label: t('Import from Bitbucket Cloud…'),
      icon: 'repo-clone',
      detail: t('A repository with its pull requests and issues from bitbucket.org. Since GitLab 17.0.'),
    },
  ];
};
