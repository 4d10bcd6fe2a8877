import type { DraftNote } from '../../wire/draftNotes.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import type { Discussion, Position } from '../../wire/notes.ts';
import type { FileChange } from '../fileChange.ts';
import type { MergeRequestFiles } from './mergeRequestFiles.ts';
import { type Anchor, anchorOfLineCode, fileOf, findAnchor, isInDiff, type NewestDiff } from './preflightAnchor.ts';
import { spanOf } from './newCommentPosition.ts';
import { diffLines, runsOn } from './diffLines.ts';
import { isQuickActionsOnly } from './quickActions.ts';
import { pathOf } from './samePlace.ts';
import { hasBrokenSuggestion, maxAround, noteParts } from './suggestion.ts';
import { isResolved } from './threads.ts';

/** A `blocker` prevents publishing. */
type Severity = 'blocker' | 'warning' | 'note';

export type DraftFinding =
  /** Commits were pushed since. */
  | 'headMoved'
  /** Made on another comparison, such as between versions. */
  | 'otherComparison'
  | 'positionErased'
  /** Its line isn't in its diff; publishing deletes it and creates no comment. */
  | 'lineNotInDiff'
  /** Its diff is too large; publishing deletes it and creates no comment. */
  | 'fileTooLarge'
  /** The file is no longer changed. */
  | 'fileNotInDiff'
  /** No longer in the merge request. */
  | 'commitGone'
  /** Publishing would reopen the thread. */
  | 'threadResolved'
  | 'threadResolvedAlready'
  | 'threadGone'
  | 'secondInThread'
  | 'empty'
  /** Publishing creates no comment. */
  | 'quickActionsOnly'
  /** Unclosed fence or invalid range; shown as text. */
  | 'suggestionBroken'
  /** Not on a line of the new version. */
  | 'suggestionNowhere'
  /** Replaces lines outside the diff or too many. */
  | 'suggestionOutside';

export type ReviewFinding =
  | 'merged'
  | 'closed'
  /** Only project members may comment. */
  | 'discussionLocked'
  /** Comments are closed to everyone. */
  | 'archived'
  | 'readOnlyToken'
  | 'collecting'
  /** The target branch has moved since. */
  | 'targetMoved';

export interface Found {
  readonly kind: DraftFinding;
  readonly severity: Severity;
  readonly anchor: Anchor | undefined;
}

export interface Preflight {
  readonly review: readonly { readonly kind: ReviewFinding; readonly severity: Severity }[];
  /** By draft id, worst first; none for drafts without findings. */
  readonly drafts: ReadonlyMap<number, readonly Found[]>;
}

export interface PreflightInput {
  readonly drafts: readonly DraftNote[];
  readonly discussions: readonly Discussion[];
  readonly mergeRequest: Pick<MergeRequestDetail, 'state' | 'discussion_locked'>;
  /** Without it, lines aren't checked. */
  readonly files: MergeRequestFiles | undefined;
  /** Original diffs of the drafts, by {@link diffKey}. */
  readonly written: ReadonlyMap<string, readonly FileChange[]>;
  /** SHAs; without them, commits aren't checked. */
  readonly commits?: ReadonlySet<string> | undefined;
  readonly isArchived: boolean;
  /** Undefined if unknown. */
  readonly mayWrite: boolean | undefined;
}

export const diffKey = ({ base_sha: base, head_sha: head }: Pick<Position, 'base_sha' | 'head_sha'>): string =>
  `${base ?? ''} ${head ?? ''}`;

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

/** Replies suggest for the lines of their thread. */
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
    if (above > maxAround || below > maxAround || span.last <= above) return true;
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
    const resolves = draft.resolve_discussion;
    findings.push(resolves ? finding('threadResolvedAlready', 'note') : finding('threadResolved', 'warning'));
  }
  if (drafts.some((other) => other.id !== draft.id && other.discussion_id === id)) {
    findings.push(finding('secondInThread', 'warning'));
  }
  return findings;
};

const placeFindings = (draft: DraftNote, { files, written, commits }: PreflightInput): readonly Found[] => {
  const { position, discussion_id: thread, commit_id: commit } = draft;
  // replies use the position of their thread
  if (thread != null || files?.kind !== 'ready') return [];
  const newest: NewestDiff = { refs: files.version, files: files.files };
  if (position == null || pathOf(position) === undefined) {
    if (draft.line_code == null) return [];
    return [finding('positionErased', 'warning', anchorOfLineCode(draft, newest))];
  }
  const origin = fileOf(written.get(diffKey(position)) ?? [], position);
  if (commit != null) return commitFindings(draft, position, { origin, isGone: commits?.has(commit) === false });
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

/** Commits are immutable, but can leave the merge request. */
const commitFindings = (
  draft: DraftNote,
  position: Position,
  { origin, isGone }: { readonly origin: FileChange | undefined; readonly isGone: boolean },
): readonly Found[] => {
  if (origin?.withoutText === 'tooLarge' && spanOf(position) !== undefined) return [finding('fileTooLarge', 'warning')];
  const isLost = isUnnamed(draft) || (origin !== undefined && !isInDiff(origin, position));
  if (isLost) return [finding('lineNotInDiff', 'warning')];
  return isGone ? [finding('commitGone', 'warning')] : [];
};

/** The server sets `line_code` for each line it finds. */
const isUnnamed = ({ position, line_code: code }: DraftNote): boolean =>
  code === null && position?.position_type === 'text' && spanOf(position) !== undefined;

export const isBlocked = ({ review, drafts }: Preflight, { id }: Pick<DraftNote, 'id'>): boolean =>
  [...review, ...(drafts.get(id) ?? [])].some(({ severity }) => severity === 'blocker');
