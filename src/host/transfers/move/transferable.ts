import * as vscode from '../../vscode.ts';

/** What an archive of a project carries and what not, as GitLab documents it, for a question. */
export const transferabilityMessage = (): { readonly along: string; readonly behind: string } => {
  const { t } = vscode.l10n;
  return {
    along: t(
      'Comes along: the repository, wiki and LFS files; issues and merge requests with comments, labels, milestones and boards; protected branches and tags, releases, snippets and settings; the record of pipelines.',
    ),
    behind: t(
      'Stays behind: CI/CD variables, tokens, webhooks, integrations and deploy keys; job logs, artifacts, packages and container images; people and groups the target does not have; what belongs to the groups above.',
    ),
  };
};

/** What stays behind, one thing after the other. */
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
