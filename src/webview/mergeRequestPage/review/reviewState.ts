import type { FailureView } from '../../../messages/page.ts';
import type { DraftGroupView, DraftView, ReviewView, ToReview } from '../../../messages/review.ts';
import { reducerOf } from '../../elements/host.ts';
import { many } from '../../elements/texts.ts';

/** An open editor of a draft. The current text is in the editor itself. */
export interface Editing {
  /** Text that the editor started with. */
  readonly initial: string;
  /** Text on the server when editing began, or the newer one that the user agreed to overwrite. */
  readonly base: string;
  /** Reason that saving failed. */
  readonly words: string | undefined;
  /** Newer text on the server, if edited elsewhere. */
  readonly theirs: string | undefined;
  readonly isSaving: boolean;
}

/** A deleted draft that can be restored. */
export interface Undo {
  readonly undoKey: number;
  readonly what: string;
}

export interface ReviewState {
  readonly review: ReviewView | undefined;
  /** Loading failed and nothing can be shown. */
  readonly failure: FailureView | undefined;
  readonly editing: ReadonlyMap<number, Editing>;
  readonly undo: Undo | undefined;
  /** Last notification; a new object each time, so that a repetition is shown, too. */
  readonly message: { readonly words: string; readonly tone: 'good' | 'bad' } | undefined;
  /** Draft to reveal; a new object each time. */
  readonly reveal: { readonly id: number } | undefined;
  /** Number of requests to open the dialog for publishing. */
  readonly asked: number;
}

/** Initial state. */
export const noReview: ReviewState = {
  review: undefined,
  failure: undefined,
  editing: new Map(),
  undo: undefined,
  message: undefined,
  reveal: undefined,
  asked: 0,
};

/** A message or user action. */
export type ReviewAction =
  | Exclude<ToReview, { readonly type: 'pending' | 'showReview' | 'showOverview' }>
  | { readonly type: 'closeEditor'; readonly id: number }
  | { readonly type: 'saving'; readonly id: number; readonly base: string }
  | { readonly type: 'closeUndo' };

/** In display order. */
export function draftsOf(review: ReviewView | undefined): readonly DraftView[] {
  return review?.groups.flatMap(({ drafts }) => drafts) ?? [];
}

export const reviewAfter = reducerOf<ReviewState, ReviewAction>({
  review: (state, { review }) => receiveReview(state, review),
  reviewFailed: (state, { failure }) => ({ ...state, failure }),
  edit: (state, { id }) => {
    const draft = draftsOf(state.review).find((each) => each.id === id);
    return draft === undefined || state.editing.has(id)
      ? state
      : withEditing(state, id, opened(draft, draft.typed?.text ?? draft.text));
  },
  saved: (state, { id }) => withEditing(state, id, undefined),
  notSaved: (state, { id, words, theirs }) => change(state, id, { isSaving: false, words, theirs }),
  deleted: (state, { undoKey, what }) => ({ ...state, undo: { undoKey, what } }),
  said: (state, { words, tone }) => ({ ...state, message: { words, tone } }),
  reveal: (state, { id }) => ({ ...state, reveal: { id } }),
  askPublishAll: (state) => ({ ...state, asked: state.asked + 1 }),
  saving: (state, { id, base }) => change(state, id, { isSaving: true, words: undefined, theirs: undefined, base }),
  closeEditor: (state, { id }) => withEditing(state, id, undefined),
  closeUndo: (state) => ({ ...state, undo: undefined }),
});

function opened(draft: DraftView, initial: string): Editing {
  return { initial, base: draft.text, words: draft.typed?.refusal, theirs: undefined, isSaving: false };
}

function withEditing(state: ReviewState, id: number, next: Editing | undefined): ReviewState {
  const editing = new Map(state.editing);
  if (next) editing.set(id, next);
  else editing.delete(id);
  return { ...state, editing };
}

function change(state: ReviewState, id: number, part: Partial<Editing>): ReviewState {
  const now = state.editing.get(id);
  return now === undefined ? state : withEditing(state, id, { ...now, ...part });
}

function receiveReview(state: ReviewState, arrived: ReviewView): ReviewState {
  const review = withKnownDrafts(state.review, arrived);
  const drafts = draftsOf(review);
  const editing = new Map<number, Editing>();
  for (const draft of drafts) {
    const now = state.editing.get(draft.id);
    if (now) editing.set(draft.id, noticed(now, draft));
    // Reopens editors after a reload. Later, the editor's own text is newer than `onInput`.
    else if (state.review === undefined && draft.typed) editing.set(draft.id, opened(draft, draft.typed.text));
  }
  return { ...state, review, failure: undefined, editing };
}

/** Warns in an open editor when the draft is edited elsewhere. */
function noticed(now: Editing, draft: DraftView): Editing {
  if (now.isSaving || draft.text === now.base) return now;
  return { ...now, theirs: draft.text };
}

/** Reuses unchanged drafts, so that they don't render again. */
function withKnownDrafts(before: ReviewView | undefined, arrived: ReviewView): ReviewView {
  if (before === undefined) return arrived;
  const known = new Map(draftsOf(before).map((draft) => [draft.id, draft]));
  const groups = arrived.groups.map((group): DraftGroupView => ({
    ...group,
    drafts: group.drafts.map((draft) => {
      const same = known.get(draft.id);
      return same !== undefined && JSON.stringify(same) === JSON.stringify(draft) ? same : draft;
    }),
  }));
  return { ...arrived, groups };
}

export const countedDrafts = (count: number): string => many(count, '{0} draft', '{0} drafts');
