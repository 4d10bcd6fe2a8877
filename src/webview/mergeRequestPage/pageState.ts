import type {
  ActionView,
  PartMessage,
  PartName,
  MergeRequestParts,
  MergeRequestView,
  ToMergeRequestPage,
} from '../../messages/mergeRequestPage.ts';
import type { FailureView, PartView } from '../../messages/page.ts';
import type { PendingView } from '../../messages/review.ts';
import {
  conversationAfter,
  type ConversationAction,
  type ConversationState,
  noConversation,
} from '../conversation/conversationState.ts';
import { reducerOf, type Reducers } from '../elements/host.ts';
import { noReview, reviewAfter, type ReviewAction, type ReviewState } from './review/reviewState.ts';

/** `failure`: the last refresh failed, `view` is older. */
export interface PartState<T> {
  readonly view: PartView<T>;
  readonly failure: FailureView | undefined;
}

export interface PageState {
  readonly mergeRequest: MergeRequestView | undefined;
  readonly failure: FailureView | undefined;
  readonly actions: readonly ActionView[];
  readonly parts: { readonly [Name in PartName]?: PartState<MergeRequestParts[Name]> };
  readonly logs: ReadonlyMap<number, PartView<string>>;
  readonly conversation: ConversationState;
  /** Drafts to show among the threads. */
  readonly pending: readonly PendingView[];
  readonly isReviewing: boolean;
  readonly review: ReviewState;
}

/** Initial state. */
export const stateAt = (isReviewing: boolean): PageState => ({
  mergeRequest: undefined,
  failure: undefined,
  actions: [],
  parts: {},
  logs: new Map(),
  conversation: noConversation,
  pending: [],
  isReviewing,
  review: noReview,
});

export type PageAction =
  | ToMergeRequestPage
  | ConversationAction
  | ReviewAction
  | { readonly type: 'retried' }
  | { readonly type: 'retriedPart'; readonly name: PartName }
  | { readonly type: 'readingLog'; readonly job: number };

const talk = (state: PageState, action: ConversationAction): PageState => ({
  ...state,
  conversation: conversationAfter(state.conversation, action),
});

const judge = (state: PageState, action: ReviewAction): PageState => ({
  ...state,
  review: reviewAfter(state.review, action),
});

/** Old content remains during a refresh and after a failed one. */
const withPart = (state: PageState, { name, view }: PartMessage): PageState => {
  const known = state.parts[name]?.view;
  const isStale = known?.state === 'ready' && view.state !== 'ready';
  const failure = view.state === 'failed' ? view.failure : undefined;
  // No older data is shown, so no date.
  const withoutIt = failure ? { state: 'failed', failure: { ...failure, asOfMs: undefined } } : view;
  const part = isStale ? { view: known, failure } : { view: withoutIt, failure: undefined };
  return { ...state, parts: { ...state.parts, [name]: part } };
};

const withLog = (state: PageState, job: number, view: PartView<string>): PageState => ({
  ...state,
  logs: new Map(state.logs).set(job, view),
});

export const received: Reducers<PageState, ToMergeRequestPage> = {
  request: (state, { request }) => ({ ...state, mergeRequest: request, failure: undefined }),
  failed: (state, { failure }) => ({ ...state, failure }),
  actions: (state, { actions }) => ({ ...state, actions }),
  part: withPart,
  log: (state, { job, view }) => withLog(state, job, view),
  conversation: talk,
  texts: talk,
  textState: talk,
  showText: talk,
  pending: (state, { drafts }) => ({ ...state, pending: drafts }),
  showReview: (state) => ({ ...state, isReviewing: true }),
  showOverview: (state) => ({ ...state, isReviewing: false }),
  review: judge,
  reviewFailed: judge,
  saved: judge,
  notSaved: judge,
  deleted: judge,
  said: judge,
  reveal: judge,
  edit: judge,
  askPublishAll: judge,
};

export const reduce = reducerOf<PageState, PageAction>({
  ...received,
  open: talk,
  typed: talk,
  focused: talk,
  close: talk,
  sending: talk,
  saving: judge,
  closeEditor: judge,
  closeUndo: judge,
  retried: (state) => ({ ...state, failure: undefined, review: { ...state.review, failure: undefined } }),
  retriedPart: (state, { name }) => ({
    ...state,
    parts: { ...state.parts, [name]: { view: { state: 'loading' }, failure: undefined } },
  }),
  readingLog: (state, { job }) => withLog(state, job, { state: 'loading' }),
});
