/** As sent; `type` is null for an unchanged line. */
export interface RangeEnd {
  readonly lineCode?: string | null;
  readonly type?: string | null;
  readonly oldLine?: number | null;
  readonly newLine?: number | null;
}

export interface NotePosition {
  readonly baseSha: string;
  readonly startSha: string;
  readonly headSha: string;
  readonly type: 'text' | 'image' | 'file';
  readonly oldPath: string | null;
  readonly newPath: string | null;
  readonly oldLine: number | null;
  readonly newLine: number | null;
  readonly range: { readonly start: RangeEnd; readonly end: RangeEnd } | null;
  readonly picture: {
    readonly width: number | null;
    readonly height: number | null;
    readonly x: number | null;
    readonly y: number | null;
  } | null;
}

/** Line in the diff of a commit (C9). */
export interface CommentPlace {
  readonly path: string;
  readonly line: number;
  readonly lineType: 'new' | 'old';
}

/** null is a plain comment. */
export type NoteType = 'DiscussionNote' | 'DiffNote' | 'LegacyDiffNote' | null;

export interface Resolution {
  readonly personId: number;
  readonly at: string;
}

/** Unique by person and name. */
export interface Award {
  readonly name: string;
  readonly personId: number;
}

/** `position` is for diff notes, `place` for comments on commits. */
export interface NoteState {
  readonly id: number;
  readonly type: NoteType;
  readonly body: string;
  readonly authorId: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly isSystem: boolean;
  readonly isInternal: boolean;
  readonly position: NotePosition | null;
  readonly lineCode: string | null;
  readonly place: CommentPlace | null;
  /** Commit of a diff note in a merge request. */
  readonly commitId: string | null;
  readonly resolution: Resolution | null;
  /** Zero-based indices. */
  readonly appliedSuggestions?: readonly number[];
  /** Oldest first. */
  readonly awards?: readonly Award[];
}

export type Subject =
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'mergeRequest' | 'issue'; readonly iid: number };

/** Notes oldest first, never empty. `isIndividual`: a plain comment without replies. */
export interface DiscussionState {
  /** 40 hex digits. */
  readonly id: string;
  readonly subject: Subject;
  readonly isIndividual: boolean;
  readonly notes: readonly NoteState[];
}

/** `discussionId` is the thread of a reply. */
export interface DraftState {
  readonly id: number;
  readonly authorId: number;
  readonly mergeRequestIid: number;
  readonly discussionId: string | null;
  readonly resolvesDiscussion: boolean;
  readonly note: string;
  readonly commitId: string | null;
  readonly lineCode: string | null;
  readonly position: NotePosition | null;
}

export interface Approval {
  readonly mergeRequestIid: number;
  readonly personId: number;
  readonly at: string;
}

export interface ReviewState {
  readonly discussions: readonly DiscussionState[];
  readonly drafts: readonly DraftState[];
  readonly approvals: readonly Approval[];
}

export const noReview: ReviewState = { discussions: [], drafts: [], approvals: [] };
