import type { FailureView } from '../../../messages/page.ts';
import type { DraftGroupView, DraftView, ReviewView, ToReview } from '../../../messages/review.ts';
import { reducerOf } from '../../elements/host.ts';
import { many } from '../../elements/texts.ts';

/** An editor that is open on a draft. What is typed lives in the editor itself. */
export interface Editing {
  /** What the editor began with. */
  readonly initial: string;
  /** What the draft said on the server when editing began, or what the user has agreed to write over since. */
  readonly base: string;
  /** Why the server does not have what was typed. */
  readonly words: string | undefined;
  /** What the draft says there by now, when it was changed elsewhere. */
  readonly theirs: string | undefined;
  readonly isSaving: boolean;
}

/** A draft that was deleted and can be brought back. */
export interface Undo {
  readonly undoKey: number;
  readonly what: string;
}

/** Everything the page knows of the review. */
export interface ReviewState {
  readonly review: ReviewView | undefined;
  /** Why nothing can be shown. */
  readonly failure: FailureView | undefined;
  readonly editing: ReadonlyMap<number, Editing>;
  readonly undo: Undo | undefined;
  /** What was said last; a new object each time, so that it is said again. */
  readonly said: { readonly words: string; readonly tone: 'good' | 'bad' } | undefined;
  /** The draft asked to be shown; a new object each time. */
  readonly reveal: { readonly id: number } | undefined;
  /** Counts how often the extension has asked for the question before publishing. */
  readonly asked: number;
}

/** What is known before the first message. */
export const noReview: ReviewState = {
  review: undefined,
  failure: undefined,
  editing: new Map(),
  undo: undefined,
  said: undefined,
  reveal: undefined,
  asked: 0,
};

/** What happens to it: a message, or something the user does. */
export type ReviewAction =
  | Exclude<ToReview, { readonly type: 'pending' | 'showReview' | 'showOverview' }>
  | { readonly type: 'closeEditor'; readonly id: number }
  | { readonly type: 'saving'; readonly id: number; readonly base: string }
  | { readonly type: 'closeUndo' };

/** The drafts in the order they are shown. */
export function draftsOf(review: ReviewView | undefined): readonly DraftView[] {
  return review?.groups.flatMap(({ drafts }) => drafts) ?? [];
}

/** The state after something has happened. */
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
  said: (state, { words, tone }) => ({ ...state, said: { words, tone } }),
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
    // what was being typed before a reload goes on where it was; later the editor knows better than the extension
    else if (state.review === undefined && draft.typed) editing.set(draft.id, opened(draft, draft.typed.text));
  }
  return { ...state, review, failure: undefined, editing };
}

/** An open editor learns at once when the draft is changed elsewhere. */
function noticed(now: Editing, draft: DraftView): Editing {
  if (now.isSaving || draft.text === now.base) return now;
  return { ...now, theirs: draft.text };
}

/** Drafts and groups that are the same as before stay the same objects, so that they are not drawn again. */
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

/** So many drafts, in words. */
export const countedDrafts = (count: number): string => many(count, '{0} draft', '{0} drafts');
