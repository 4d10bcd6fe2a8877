import * as vscode from '../../vscode.ts';

/** Contents of project archives, as documented by GitLab. */
export const transferabilityMessage = (): { readonly along: string; readonly behind: string } => {
  const { t } = vscode.l10n;
  return {
    along: t(
      'Included: repository, wiki and LFS files; issues and merge requests with comments, labels, milestones and boards; protected branches and tags, releases, snippets and settings; pipeline history.',
    ),
    behind: t(
      'Not included: CI/CD variables, tokens, webhooks, integrations and deploy keys; job logs, artifacts, packages and container images; users and groups missing on the target; inherited data of parent groups.',
    ),
  };
};

export const notTravelling = (): readonly string[] => {
  const { t } = vscode.l10n;
  return [
    t('CI/CD variables, secure files, and variables of schedules'),
    t('tokens: project access tokens, deploy tokens, trigger tokens, and anything else that is encrypted'),
    t('webhooks and integrations'),
    t('deploy keys, and rules for users and groups missing on the target'),
    t('job logs and artifacts, packages, and the container registry'),
    t('links between issues, security policies, and inherited data of parent groups'),
  ];
};
