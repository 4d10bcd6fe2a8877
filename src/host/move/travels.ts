import * as vscode from 'vscode';

/** What an archive of a project carries, as GitLab documents it. */
export const travelling = (): readonly string[] => {
  const { t } = vscode.l10n;
  return [
    t('the repository with all branches and tags, the wiki, and files in LFS'),
    t('issues and merge requests with their comments, labels, milestones and boards'),
    t('protected branches and tags, snippets, releases, and the settings of the project'),
    t('the record of pipelines, and schedules without their variables'),
  ];
};

/** What stays behind. */
export const notTravelling = (): readonly string[] => {
  const { t } = vscode.l10n;
  return [
    t('CI/CD variables, secure files, and variables of schedules'),
    t('tokens: project access tokens, deploy tokens, trigger tokens, and anything else that is encrypted'),
    t('webhooks and integrations'),
    t('deploy keys, and rules for groups and people who are not at the target'),
    t('job logs and artifacts, packages, and the container registry'),
    t('links between issues, security policies, and what belongs to the groups above'),
  ];
};
