import type { DraftNote } from '../../wire/draftNotes.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import type { Discussion, Position } from '../../wire/notes.ts';
import type { FileChange } from '../fileChange.ts';
import type { MergeRequestFiles } from './mergeRequestFiles.ts';
import { type Anchor, anchorOfLineCode, fileOf, findAnchor, isInDiff, type NewestDiff } from './preflightAnchor.ts';
import { spanOf } from './position.ts';
import { diffLines, runsOn } from './diffLines.ts';
import { isQuickActionsOnly } from './quickActions.ts';
import { pathOf } from './samePlace.ts';
import { hasBrokenSuggestion, mostAround, noteParts } from './suggestion.ts';
import { isResolved } from './threads.ts';

/** How bad a finding is: it cannot be published so, somebody should look, or it is good to know. */
export type Severity = 'blocker' | 'warning' | 'note';

/** What was found about one draft before it is published. */
export type DraftFinding =
  /** Commits were pushed since it was written; `anchor` when its lines are in the newest diff. */
  | 'headMoved'
  /** It was written on a comparison other than that of the merge request, such as between two versions. */
  | 'otherComparison'
  /** It stood on a line and has lost its position. */
  | 'positionErased'
  /** Its line is not in the diff it names: published, it would be deleted and leave no comment. */
  | 'lineNotInDiff'
  /** The server keeps no lines of its file, which is too large; published, it would be deleted and leave no comment. */
  | 'fileTooLarge'
  /** Its file is not among the changed files any more. */
  | 'fileNotInDiff'
  /** The commit it is about is not in the merge request any more. */
  | 'commitGone'
  /** The thread it answers is settled, and publishing it opens the thread again. */
  | 'threadResolved'
  /** The thread it would settle is settled. */
  | 'threadResolvedAlready'
  /** The thread it answers is not there. */
  | 'threadGone'
  /** Another draft answers the same thread. */
  | 'secondInThread'
  /** It says nothing. */
  | 'empty'
  /** It has quick actions only: they are carried out, and no comment is left. */
  | 'quickActionsOnly'
  /** The fence of a suggestion is not closed, or its range cannot be read: it would be shown as text. */
  | 'suggestionBroken'
  /** It suggests a change and stands on no line of the new version: nobody could apply it. */
  | 'suggestionNowhere'
  /** A suggestion replaces lines the diff does not show, or more than the server takes. */
  | 'suggestionOutside';

/** What was found about the merge request as a whole. */
export type ReviewFinding =
  | 'merged'
  | 'closed'
  /** Only members of the project may comment. */
  | 'discussionLocked'
  /** The project is archived: nobody may comment. */
  | 'archived'
  /** The token may only read. */
  | 'readOnlyToken'
  /** The server has not made the diff yet. */
  | 'collecting'
  /** The target branch went on since the source branch left it. */
  | 'targetMoved';

/** One finding about a draft. */
export interface Found {
  readonly kind: DraftFinding;
  readonly severity: Severity;
  /** Where the draft could stand in the newest diff. */
  readonly anchor: Anchor | undefined;
}

/** What a review was found to be like before it is published. */
export interface Preflight {
  readonly review: readonly { readonly kind: ReviewFinding; readonly severity: Severity }[];
  /** Findings by draft, worst first; drafts without any are not in it. */
  readonly drafts: ReadonlyMap<number, readonly Found[]>;
}

/** What the checks look at. */
export interface PreflightInput {
  readonly drafts: readonly DraftNote[];
  readonly discussions: readonly Discussion[];
  readonly mergeRequest: Pick<MergeRequestDetail, 'state' | 'discussion_locked'>;
  /** The newest diff; undefined when it could not be read, and then nothing is said about lines. */
  readonly files: MergeRequestFiles | undefined;
  /** The files of the diffs drafts were written on, by {@link diffKey}, as far as they are known. */
  readonly written: ReadonlyMap<string, readonly FileChange[]>;
  /** The commits of the merge request; undefined when they were not read, and then nothing is said about them. */
  readonly commits?: ReadonlySet<string> | undefined;
  readonly isArchived: boolean;
  /** Whether the token may write; undefined when nobody knows. */
  readonly mayWrite: boolean | undefined;
}

/** Names the diff a position was made on. */
export const diffKey = ({ base_sha: base, head_sha: head }: Pick<Position, 'base_sha' | 'head_sha'>): string =>
  `${base ?? ''} ${head ?? ''}`;

/** Checks drafts before they are published. Looks at nothing but what it is given. */
export const preflight = (input: PreflightInput): Preflight => {
  const found = input.drafts.map((draft) => [draft.id, draftFindings(draft, input)] as const);
  return { review: reviewFindings(input), drafts: new Map(found.filter(([, findings]) => findings.length > 0)) };
};

const reviewFindings = ({ mergeRequest, files, isArchived, mayWrite }: PreflightInput): Preflight['review'] => {
  const { state, discussion_locked: isLocked } = mergeRequest;
  const version = files?.kind === 'ready' ? files.version : undefined;
  const checks: readonly (readonly [boolean, ReviewFinding, Severity])[] = [
    [mayWrite === false, 'readOnlyToken', 'blocker'],
    [isArchived, 'archived', 'blocker'],
    [state === 'merged', 'merged', 'warning'],
    [state === 'closed', 'closed', 'warning'],
    [isLocked === true, 'discussionLocked', 'warning'],
    [files?.kind === 'collecting', 'collecting', 'warning'],
    [version !== undefined && version.baseSha !== version.startSha, 'targetMoved', 'note'],
  ];
  return checks.filter(([isSo]) => isSo).map(([, kind, severity]) => ({ kind, severity }));
};

const ranks: Readonly<Record<Severity, number>> = { blocker: 0, warning: 1, note: 2 };

const draftFindings = (draft: DraftNote, input: PreflightInput): readonly Found[] =>
  [
    ...textFindings(draft),
    ...suggestionFindings(draft, input),
    ...threadFindings(draft, input),
    ...placeFindings(draft, input),
  ].sort((one, other) => ranks[one.severity] - ranks[other.severity]);

const finding = (kind: DraftFinding, severity: Severity, anchor?: Anchor): Found => ({ kind, severity, anchor });

const textFindings = ({ note }: DraftNote): readonly Found[] => {
  if (note.trim() === '') return [finding('empty', 'blocker')];
  return isQuickActionsOnly(note) ? [finding('quickActionsOnly', 'warning')] : [];
};

/** A reply suggests for the lines its thread stands on. */
const suggestionFindings = (draft: DraftNote, { discussions, files, written }: PreflightInput): readonly Found[] => {
  const findings = hasBrokenSuggestion(draft.note) ? [finding('suggestionBroken', 'warning')] : [];
  const parts = noteParts(draft.note).filter((part) => part.kind === 'suggestion');
  if (parts.length === 0) return findings;
  const thread = discussions.find(({ id }) => id === draft.discussion_id);
  if (draft.discussion_id != null && thread === undefined) return findings;
  const position = thread ? thread.notes[0]?.position : draft.position;
  const span = spanOf(position);
  if (position == null || span?.side !== 'new') return [...findings, finding('suggestionNowhere', 'warning')];
  const isNewest = files?.kind === 'ready' && position.head_sha === files.version.headSha;
  const file = fileOf((isNewest ? files.files : written.get(diffKey(position))) ?? [], position);
  const isOutside = parts.some(({ above, below }) => {
    if (above > mostAround || below > mostAround || span.last <= above) return true;
    // whose text is left out shows nothing
    if (file === undefined || file.diff === '') return false;
    return !isShown(file, span.last - above, span.last + below);
  });
  return isOutside ? [...findings, finding('suggestionOutside', 'warning')] : findings;
};

const isShown = ({ diff }: FileChange, first: number, last: number): boolean =>
  runsOn(diffLines(diff), 'new').some(([from, to]) => from <= first && last <= to);

const threadFindings = (draft: DraftNote, { drafts, discussions }: PreflightInput): readonly Found[] => {
  const { discussion_id: id } = draft;
  if (id == null) return [];
  const thread = discussions.find((discussion) => discussion.id === id);
  if (thread === undefined) return [finding('threadGone', 'blocker')];
  const findings: Found[] = [];
  if (isResolved(thread)) {
    const settles = draft.resolve_discussion;
    findings.push(settles ? finding('threadResolvedAlready', 'note') : finding('threadResolved', 'warning'));
  }
  if (drafts.some((other) => other.id !== draft.id && other.discussion_id === id)) {
    findings.push(finding('secondInThread', 'warning'));
  }
  return findings;
};

const placeFindings = (draft: DraftNote, { files, written, commits }: PreflightInput): readonly Found[] => {
  const { position, discussion_id: thread, commit_id: commit } = draft;
  // a reply stands where its thread stands
  if (thread != null || files?.kind !== 'ready') return [];
  const newest: NewestDiff = { refs: files.version, files: files.files };
  if (position == null || pathOf(position) === undefined) {
    if (draft.line_code == null) return [];
    return [finding('positionErased', 'warning', anchorOfLineCode(draft, newest))];
  }
  const origin = fileOf(written.get(diffKey(position)) ?? [], position);
  if (commit != null) return commitFindings(draft, { commit, commits, position, origin });
  const { baseSha, startSha, headSha } = files.version;
  const isNewest = position.head_sha === headSha && position.base_sha === baseSha;
  const anchor = isNewest ? undefined : findAnchor(position, origin, newest);
  const file = isNewest ? fileOf(files.files, position) : origin;
  if (file?.withoutText === 'tooLarge' && spanOf(position) !== undefined) {
    return [finding('fileTooLarge', 'warning', anchor)];
  }
  const isLost = isUnnamed(draft) || (file !== undefined && !isInDiff(file, position));
  if (isLost) return [finding('lineNotInDiff', 'warning', anchor)];
  if (isNewest && file === undefined && !files.isCut) return [finding('fileNotInDiff', 'warning')];
  if (position.head_sha !== headSha) {
    if (fileOf(files.files, position) === undefined && !files.isCut) return [finding('fileNotInDiff', 'warning')];
    const isStill = anchor?.isSure === true && anchor.isSameLine;
    return [finding('headMoved', isStill ? 'note' : 'warning', anchor)];
  }
  const isOther = position.base_sha !== baseSha || position.start_sha !== startSha;
  return isOther ? [finding('otherComparison', 'note', anchor)] : [];
};

/** A commit never changes: a draft about one is as good as on the day it was written, as long as the commit is there. */
const commitFindings = (
  draft: DraftNote,
  {
    commit,
    commits,
    position,
    origin,
  }: Pick<PreflightInput, 'commits'> & {
    readonly commit: string;
    readonly position: Position;
    readonly origin: FileChange | undefined;
  },
): readonly Found[] => {
  if (origin?.withoutText === 'tooLarge' && spanOf(position) !== undefined) return [finding('fileTooLarge', 'warning')];
  const isLost = isUnnamed(draft) || (origin !== undefined && !isInDiff(origin, position));
  if (isLost) return [finding('lineNotInDiff', 'warning')];
  return commits?.has(commit) === false ? [finding('commitGone', 'warning')] : [];
};

/** Whether the server found no line for a draft that stands on one: every line it finds it gives a name. */
const isUnnamed = ({ position, line_code: code }: DraftNote): boolean =>
  code === null && position?.position_type === 'text' && spanOf(position) !== undefined;

/** Whether something keeps a draft from being published at all. */
export const isBlocked = ({ review, drafts }: Preflight, { id }: Pick<DraftNote, 'id'>): boolean =>
  [...review, ...(drafts.get(id) ?? [])].some(({ severity }) => severity === 'blocker');
