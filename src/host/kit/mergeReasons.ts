import * as vscode from '../vscode.ts';
import { type NextStep, nextStep } from '../../model/mergeRequests/mergeability.ts';

/** Reasons with another name in GraphQL or in older releases. */
const sameReasons: ReadonlyMap<string, string> = new Map([
  ['blocked_status', 'merge_request_blocked'],
  ['external_status_checks', 'status_checks_must_pass'],
  ['locked_lfs_files', 'locked_paths'],
  ['security_policy_pipeline_check', 'security_policy_violations'],
  ['policies_denied', 'security_policy_violations'],
]);

/** Sentence for a `detailed_merge_status`. */
export const reasonMessage = (status: string): string => {
  const { t } = vscode.l10n;
  const messages: Readonly<Record<string, string>> = {
    draft_status: t('It is a draft.'),
    conflict: t('It has conflicts with the target branch.'),
    not_approved: t('Approvals are missing.'),
    code_owners_approval: t('Code owners have to approve it.'),
    requested_changes: t('A reviewer has requested changes.'),
    discussions_not_resolved: t('Threads are unresolved.'),
    ci_must_pass: t('The pipeline must succeed first.'),
    ci_still_running: t('The pipeline is still running.'),
    need_rebase: t('It must be rebased onto the target branch.'),
    merge_request_blocked: t('Another merge request blocks it.'),
    status_checks_must_pass: t('External status checks must pass first.'),
    commits_status: t('The source branch has no commits, or no longer exists.'),
    jira_association_missing: t('The title or description must name a Jira issue.'),
    locked_paths: t('It changes files that someone has locked.'),
    title_regex: t('The title does not follow the rule of the project.'),
    merge_time: t('It may be merged only at a later time.'),
    security_policy_violations: t('A security policy does not allow it.'),
    broken_status: t('The branches cannot be merged.'),
  };
  const reason = sameReasons.get(status) ?? status;
  const known = Object.hasOwn(messages, reason) ? messages[reason] : undefined;
  return known ?? t('GitLab says: {0}', status.replaceAll('_', ' '));
};

const stepMessages = (): Readonly<Record<NextStep, string>> => {
  const { t } = vscode.l10n;
  return {
    pipeline: t('Wait for it, or set auto-merge.'),
    pipelineOrPush: t('Retry its failed jobs, or push a fix.'),
    push: t('Push a commit to the source branch.'),
    resolveConflicts: t('Merge the target branch into the source branch.'),
    rebase: t('Choose Rebase.'),
    markReady: t('Choose Mark as Ready.'),
    resolveThreads: t('Answer and resolve them.'),
    askForApproval: t('Ask a reviewer for an approval.'),
    askForReview: t('Push the changes and request another review.'),
    mergeOther: t('Merge that one first.'),
    waitForTime: t('Wait until then, or change the time in the browser.'),
    title: t('Edit it.'),
    unlock: t('Ask them to unlock the files.'),
    browser: t('Open it in the browser for details.'),
  };
};

/** Each reason as sentences, with what ends it. */
export const reasonMessages = (reasons: readonly string[]): readonly string[] => {
  const steps = stepMessages();
  return reasons.map((reason) => `${reasonMessage(reason)} ${steps[nextStep(reason)]}`);
};
