/** One end of a range of lines with what was told of it; `type` is null for a line both versions have. */
export interface RangeEnd {
  readonly lineCode?: string | null;
  readonly type?: string | null;
  readonly oldLine?: number | null;
  readonly newLine?: number | null;
}

/** Where a note stands in a diff: three commits, two paths, and lines or a place in a picture. */
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

/** The line of a commit's own diff a comment (C9) is attached to. */
export interface CommentPlace {
  readonly path: string;
  readonly line: number;
  readonly lineType: 'new' | 'old';
}

/** What a note is on the wire; null is a plain comment. */
export type NoteType = 'DiscussionNote' | 'DiffNote' | 'LegacyDiffNote' | null;

/** Who settled a thread, and when. */
export interface Resolution {
  readonly personId: number;
  readonly at: string;
}

/** A reaction to a note: who gave it, once for each name. */
export interface Award {
  readonly name: string;
  readonly personId: number;
}

/** One note of a discussion. `position` belongs to diff notes, `place` to comments on a line of a commit. */
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
  /** The commit a diff note of a merge request was written on. */
  readonly commitId: string | null;
  readonly resolution: Resolution | null;
  /** Which of its suggestions were applied, counted from 0. */
  readonly appliedSuggestions?: readonly number[];
  /** Oldest first. */
  readonly awards?: readonly Award[];
}

/** What a discussion is about. */
export type Subject =
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'mergeRequest' | 'issue'; readonly iid: number };

/** A thread of notes, oldest first; there is always at least one. Individual: a comment that is no thread (yet). */
export interface DiscussionState {
  /** 40 hexadecimal digits. */
  readonly id: string;
  readonly subject: Subject;
  readonly isIndividual: boolean;
  readonly notes: readonly NoteState[];
}

/** An unpublished note; a reply has the id of its thread. */
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

/** Who approved a merge request. */
export interface Approval {
  readonly mergeRequestIid: number;
  readonly personId: number;
  readonly at: string;
}

/** Everything people said in a project. */
export interface ReviewState {
  readonly discussions: readonly DiscussionState[];
  readonly drafts: readonly DraftState[];
  readonly approvals: readonly Approval[];
}

/** The state of a project nobody has said anything in. */
export const noReview: ReviewState = { discussions: [], drafts: [], approvals: [] };
