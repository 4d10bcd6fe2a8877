import * as vscode from '../vscode.ts';

/** Sentence for a `detailed_merge_status`. */
export const reasonMessage = (status: string): string => {
  const { t } = vscode.l10n;
  switch (status) {
    case 'draft_status':
      return t('It is a draft.');
    case 'conflict':
      return t('It has conflicts with the target branch.');
    case 'not_approved':
      return t('Approvals are missing.');
    case 'requested_changes':
      return t('A reviewer has requested changes.');
    case 'discussions_not_resolved':
      return t('Threads are unresolved.');
    case 'ci_must_pass':
      return t('The pipeline must succeed first.');
    case 'ci_still_running':
      return t('The pipeline is still running.');
    case 'need_rebase':
      return t('It must be rebased onto the target branch.');
    case 'merge_request_blocked':
    case 'blocked_status':
      return t('Another merge request blocks it.');
    case 'status_checks_must_pass':
    case 'external_status_checks':
      return t('External status checks must pass first.');
    case 'commits_status':
      return t('The source branch has no commits, or no longer exists.');
    case 'jira_association_missing':
      return t('The title or description must name a Jira issue.');
    case 'locked_paths':
    case 'locked_lfs_files':
      return t('It changes files that someone has locked.');
    case 'title_regex':
      return t('The title does not follow the rule of the project.');
    case 'merge_time':
      return t('It may be merged only at a later time.');
    case 'security_policy_violations':
    case 'security_policy_pipeline_check':
    case 'policies_denied':
      return t('A security policy does not allow it.');
    case 'broken_status':
      return t('The branches cannot be merged.');
    default:
      return t('GitLab says: {0}', status.replaceAll('_', ' '));
  }
};
