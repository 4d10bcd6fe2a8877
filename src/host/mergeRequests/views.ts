import * as vscode from '../vscode.ts';
import type { ConversationView, ReactionView, ThreadPlaceView, ThreadView } from '../../messages/conversation.ts';
import type {
  ApprovalsView,
  CommitView,
  EventView,
  FilesView,
  JobView,
  NameView,
  PipelineView,
  MergeRequestView,
  RuleView,
} from '../../messages/mergeRequestPage.ts';
import { type Account, mayWrite } from '../../model/account.ts';
import type { ApprovalsRead } from '../../model/mergeRequests/approvals.ts';
import type { ReviewDraftsState } from '../../model/reviews/drafts.ts';
import type { MergeRequestFiles } from '../../model/reviews/mergeRequestFiles.ts';
import { isOfRefs } from '../../model/reviews/newCommentPosition.ts';
import { isOf, type Reaction, type Reactions, withOffered } from '../../model/reviews/reactions.ts';
import { pathOf } from '../../model/reviews/samePlace.ts';
import { isResolvable, isResolved, writtenNotes } from '../../model/reviews/threads.ts';
import { appliableSuggestions } from '../../model/reviews/applySuggestion.ts';
import { isViewed, type ViewedMarks } from '../../model/reviews/viewedFiles.ts';
import type { Commit } from '../../wire/commits.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import type { ApprovalRule, Approvals, JobRecord, PipelineRecord } from '../../wire/mergeRequestState.ts';
import type { Discussion, Note } from '../../wire/notes.ts';
import type { UserSummary } from '../../wire/records.ts';
import { changeSize } from '../kit/words/changeSize.ts';
import { projectAndAccount, shortSha, visible } from '../kit/words/format.ts';
import { readOnlyTokenMessage } from '../kit/readOnlyToken.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { editableFacts, switchViews } from './details.ts';
import { mergeView } from './mergeMessages.ts';

const name = ({ name: full, username }: UserSummary): NameView => ({ name: full, username });

const placesOf = ({ account, project }: OpenProject): MergeRequestView['places'] => ({
  project: project.web_url.replace(/(?<!\/)\/+$/, ''),
  instance: account.baseUrl,
});

export const mergeRequestView = (
  open: OpenProject,
  mergeRequest: MergeRequestDetail,
  known: Parameters<typeof mergeView>[2] & { readonly isDeveloper: boolean },
): MergeRequestView => ({
  reference: `!${mergeRequest.iid}`,
  title: mergeRequest.title,
  state: mergeRequest.state,
  isDraft: (mergeRequest.draft ?? mergeRequest.work_in_progress) === true,
  project: projectAndAccount(open),
  sourceBranch: mergeRequest.source_branch,
  targetBranch: mergeRequest.target_branch,
  author: mergeRequest.author ? name(mergeRequest.author) : undefined,
  assignees: (mergeRequest.assignees ?? (mergeRequest.assignee ? [mergeRequest.assignee] : [])).map(name),
  labels: mergeRequest.labels ?? [],
  milestone: mergeRequest.milestone?.title,
  switches: switchViews(open, mergeRequest),
  editable: editableFacts(open, mergeRequest, known.isDeveloper),
  description: mergeRequest.description ?? '',
  createdAt: mergeRequest.created_at ?? undefined,
  updatedAt: mergeRequest.updated_at ?? undefined,
  merge: mergeView(open.project, mergeRequest, known),
  places: placesOf(open),
});

export const approvalsMessage = ({ approvals_left: missing, approvals_required: needed }: Approvals): string => {
  const { t } = vscode.l10n;
  const [left, required] = [missing ?? 0, needed ?? 0];
  if (left > 0) return left === 1 ? t('1 approval is missing.') : t('{0} approvals are missing.', left);
  return required > 0 ? t('All required approvals are given.') : t('No approval required.');
};

/** Given and missing approvals. */
export const approvalsView = ({ approvals, rules }: ApprovalsRead): ApprovalsView => {
  const { t } = vscode.l10n;
  const approvedBy = (approvals.approved_by ?? []).flatMap(({ user }) => (user ? [name(user)] : []));
  const { approvals_left: missing, approvals_required: needed } = approvals;
  const [left, required] = [missing ?? 0, needed ?? 0];
  return {
    words: approvalsMessage(approvals),
    // without required approvals, licensed servers report it approved from the start
    isMet: left === 0 && (required > 0 || approvedBy.length > 0),
    approvedBy,
    // the summary says that no approval is required
    rules: (rules ?? [])
      .filter((rule) => rule.rule_type !== 'any_approver' || rule.approvals_required > 0)
      .map(ruleView),
    withoutRules: rules === undefined ? t('This server has no approval rules.') : undefined,
  };
};

const ruleView = (rule: ApprovalRule): RuleView => {
  const approvedBy = (rule.approved_by ?? []).map(name);
  const { t } = vscode.l10n;
  return {
    name: [
      rule.rule_type === 'any_approver' ? t('All eligible users') : rule.name,
      rule.rule_type === 'code_owner' ? t('Code owners') : undefined,
      rule.section,
    ]
      .filter((each) => each != null && each !== '')
      .join(' · '),
    required: rule.approvals_required,
    given: approvedBy.length,
    isMet:
      rule.approvals_required === 0
        ? approvedBy.length > 0
        : (rule.approved ?? approvedBy.length >= rule.approvals_required),
    approvedBy,
    others: (rule.eligible_approvers ?? [])
      .map(name)
      .filter(({ username }) => !approvedBy.some((each) => each.username === username)),
  };
};

export const pipelineView = ({ id, status, source, created_at: at }: PipelineRecord): PipelineView => ({
  id,
  status,
  source: (source ?? '').replaceAll('_', ' '),
  at: at ?? undefined,
});

export const jobView = ({
  id,
  name: title,
  stage,
  status,
  allow_failure: allowed,
  duration,
  ...job
}: JobRecord): JobView => {
  const { t } = vscode.l10n;
  const seconds = duration == null ? undefined : Math.round(duration);
  const time =
    seconds === undefined
      ? undefined
      : seconds < 60
        ? t('{0} s', seconds)
        : t('{0} min {1} s', Math.floor(seconds / 60), seconds % 60);
  const reason = job.failure_reason == null ? undefined : job.failure_reason.replaceAll('_', ' ');
  return {
    id,
    name: title,
    stage: stage ?? '',
    status,
    allowFailure: allowed === true,
    duration: [time, reason].filter((each) => each !== undefined).join(' · ') || undefined,
  };
};

export const commitView = (commit: Commit): CommitView => ({
  sha: commit.id,
  shortSha: shortSha(commit.id),
  title: commit.title,
  author: commit.author_name,
  at: commit.created_at ?? undefined,
});

/** Changed files with viewed marks. */
export const filesView = (files: MergeRequestFiles, marks: ViewedMarks): FilesView => {
  const { t } = vscode.l10n;
  if (files.kind === 'collecting')
    return { files: [], note: t('GitLab is still preparing the changes. Refresh in a moment.') };
  const { version, isCut } = files;
  return {
    files: files.files.map((change) => ({
      path: change.newPath,
      oldPath: change.oldPath,
      change: change.kind,
      size: changeSize(change),
      isViewed: isViewed(marks, { change, version }),
    })),
    note:
      files.files.length === 0
        ? t('This merge request changes no files.')
        : isCut
          ? t('The server shows only the first {0} files.', files.files.length)
          : undefined,
  };
};

/** Comments, oldest first. */
export const conversationView = (
  open: OpenProject,
  { discussions, reactions }: Pick<ReviewDraftsState, 'discussions' | 'reactions'>,
  files: MergeRequestFiles | undefined,
): ConversationView => ({
  threads: discussions
    .filter((discussion) => writtenNotes(discussion).length > 0)
    .map((discussion) => threadView(discussion, files, (note) => noteView(note, open.account, reactions))),
  places: placesOf(open),
  ...(mayWrite(open.account) === false
    ? { readOnly: readOnlyTokenMessage() }
    : { readOnly: undefined, offered: reactions && withOffered().map((each) => reactionView(each, open.account)) }),
});

const reactionView = ({ name: word, text, people }: Reaction, { username }: Account): ReactionView => ({
  name: word,
  text,
  people: people.map(({ name: full }) => visible(full)),
  isOwn: isOf({ people }, username),
});

const threadView = (
  discussion: Discussion,
  files: MergeRequestFiles | undefined,
  viewOf: (note: Note) => ThreadView['notes'][number],
): ThreadView => ({
  id: discussion.id,
  place: placeOf(discussion, files),
  canReply: true,
  resolution: isResolvable(discussion) ? (isResolved(discussion) ? 'resolved' : 'open') : undefined,
  hasSuggestion: appliableSuggestions(discussion.notes).length > 0,
  notes: writtenNotes(discussion).map(viewOf),
});

const placeOf = ({ notes }: Discussion, files: MergeRequestFiles | undefined): ThreadPlaceView | undefined => {
  const position = notes[0]?.position;
  const path = pathOf(position);
  if (position == null || path === undefined) return undefined;
  return {
    oldPath: position.old_path ?? path,
    newPath: position.new_path ?? path,
    oldLine: position.old_line ?? undefined,
    newLine: position.new_line ?? undefined,
    isInThisDiff: files?.kind !== 'ready' || isOfRefs(position, files.version),
  };
};

const noteView = (note: Note, account: Account, reactions: Reactions | undefined): ThreadView['notes'][number] => ({
  id: String(note.id),
  author: note.author?.name ?? vscode.l10n.t('Unknown user'),
  username: note.author?.username,
  isOwn: note.author?.id === account.userId,
  canChange: note.author?.id === account.userId,
  at: note.created_at ?? undefined,
  isEdited:
    note.updated_at != null &&
    note.created_at != null &&
    note.updated_at !== note.created_at &&
    note.resolvable === false,
  isSystem: note.system,
  labels: (note.internal ?? note.confidential) === true ? [vscode.l10n.t('Internal')] : [],
  body: note.body,
  ...(reactions && { reactions: (reactions.get(note.id) ?? []).map((reaction) => reactionView(reaction, account)) }),
});

/** System notes, newest first. */
export const activityView = (discussions: readonly Discussion[]): readonly EventView[] =>
  discussions
    .flatMap(({ notes }) => notes)
    .filter(({ system }) => system)
    .map(({ author, body, created_at: at }) => ({
      author: author?.name ?? vscode.l10n.t('Unknown user'),
      body,
      at: at ?? undefined,
    }))
    .toReversed();
