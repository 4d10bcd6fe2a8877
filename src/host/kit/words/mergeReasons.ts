import * as vscode from '../../vscode.ts';

/** Reasons with another name in GraphQL or in older releases. */
const sameReasons: ReadonlyMap<string, string> = new Map([
  ['blocked_status', 'merge_request_blocked'],
  ['external_status_checks', 'status_checks_must_pass'],
  ['locked_lfs_files', 'locked_paths'],
  ['security_policy_pipeline_check', 'security_policy_violations'],
  ['policies_denied', 'security_policy_violations'],
]);

/** Sentence for a `detailed_merge_status`, and the step that ends it here. */
const messagesOf = (status: string): readonly [reason: string, step?: string] => {
  const { t } = vscode.l10n;
  const messages: Readonly<Record<string, readonly [string, string?]>> = {
    draft_status: [t('It is a draft.'), t('Choose Mark as Ready.')],
    conflict: [t('It has conflicts with the target branch.'), t('Choose Check Out and Merge Target.')],
    not_approved: [t('Approvals are missing.'), t('Ask a reviewer for an approval.')],
    code_owners_approval: [t('Code owners have to approve it.'), t('Ask a reviewer for an approval.')],
    requested_changes: [t('A reviewer has requested changes.'), t('Push the changes and request another review.')],
    discussions_not_resolved: [t('Threads are unresolved.'), t('Answer and resolve them.')],
    ci_must_pass: [t('The pipeline must succeed first.'), t('Retry its failed jobs, or push a fix.')],
    ci_still_running: [t('The pipeline is still running.'), t('Wait for it, or set auto-merge.')],
    need_rebase: [t('It must be rebased onto the target branch.'), t('Choose Rebase.')],
    merge_request_blocked: [t('Another merge request blocks it.'), t('Merge that one first.')],
    status_checks_must_pass: [t('External status checks must pass first.')],
    commits_status: [t('The source branch has no commits, or no longer exists.'), t('Push a commit to it.')],
    jira_association_missing: [t('The title or description must name a Jira issue.'), t('Edit it.')],
    locked_paths: [t('It changes files that someone has locked.'), t('Ask them to unlock the files.')],
    title_regex: [t('The title does not follow the rule of the project.'), t('Edit it.')],
    merge_time: [t('It may be merged only at a later time.'), t('Wait until then, or change the time in the browser.')],
    security_policy_violations: [t('A security policy does not allow it.')],
    broken_status: [t('The branches cannot be merged.'), t('Merge the target branch into the source branch.')],
  };
  const reason = sameReasons.get(status) ?? status;
  const known = Object.hasOwn(messages, reason) ? messages[reason] : undefined;
  return known ?? [t('GitLab says: {0}', status.replaceAll('_', ' '))];
};

/** A value of `detailed_merge_status` as a sentence; one we do not know stays as the server has it. */
export const reasonMessage = (status: string): string => messagesOf(status)[0];

/** Each reason as sentences, with what ends it. */
export const reasonMessages = (reasons: readonly string[]): readonly string[] =>
  reasons
    .map(messagesOf)
    .map(([reason, step = vscode.l10n.t('Open it in the browser for details.')]) => `${reason} ${step}`);
