import {
  textKey,
  type ConversationView,
  type TextPlace,
  type TextState,
  type TextView,
  type ToConversation,
} from '../../messages/conversation.ts';
import type { FailureView, PartView } from '../../messages/page.ts';
import { reducerOf, type Reducers } from '../elements/host.ts';

/** `takesFocus` focuses the editor when it appears. */
export interface OpenText extends TextView {
  readonly takesFocus: boolean;
}

export interface ConversationState {
  readonly view: PartView<ConversationView>;
  readonly isRefreshing: boolean;
  /** Error of a refresh; older data stays visible. */
  readonly refreshFailure: FailureView | undefined;
  /** By {@link textKey}. */
  readonly texts: ReadonlyMap<string, OpenText>;
  /** New object for each request to show a text. */
  readonly shown: { readonly place: TextPlace } | undefined;
}

export type ConversationAction =
  | ToConversation
  | { readonly type: 'open'; readonly place: TextPlace; readonly text: string }
  | { readonly type: 'typed'; readonly place: TextPlace; readonly text: string }
  | { readonly type: 'focused'; readonly place: TextPlace }
  | { readonly type: 'close'; readonly place: TextPlace }
  | {
      readonly type: 'sending';
      readonly place: TextPlace;
      readonly instead: TextPlace | undefined;
      readonly text: string;
    };

export const noConversation: ConversationState = {
  view: { state: 'loading' },
  isRefreshing: false,
  refreshFailure: undefined,
  texts: new Map(),
  shown: undefined,
};

/** Error of the load or refresh. */
export const failureOf = ({ view, refreshFailure }: ConversationState): FailureView | undefined =>
  view.state === 'failed' ? view.failure : refreshFailure;

const typed: TextState = { kind: 'typed', isLeftOver: false };

export const received: Reducers<ConversationState, ToConversation> = {
  conversation: (state, { view, isRefreshing }) => {
    // keep older data during and after a failed refresh
    if (state.view.state === 'ready' && view.state !== 'ready') {
      const refreshFailure = view.state === 'failed' ? view.failure : undefined;
      return { ...state, isRefreshing: view.state === 'loading', refreshFailure };
    }
    return { ...state, view, isRefreshing, refreshFailure: undefined };
  },
  texts: (state, { texts }) => ({ ...state, texts: withStored(state.texts, texts) }),
  textState: (state, { place, state: textState }) => {
    if (textState === 'gone') return without(state, place);
    const known = state.texts.get(textKey(place));
    return known ? withText(state, { ...known, state: textState, takesFocus: false }) : state;
  },
  showText: (state, { place }) => {
    const known = state.texts.get(textKey(place));
    const opened = known ? { ...known, takesFocus: true } : blank(place);
    return { ...withText(state, opened), shown: { place } };
  },
};

export const conversationAfter = reducerOf<ConversationState, ConversationAction>({
  ...received,
  open: (state, { place, text }) => {
    const known = state.texts.get(textKey(place));
    const opened = known && known.text.trim() !== '' ? { ...known, takesFocus: true } : { ...blank(place), text };
    return { ...withText(state, opened), shown: { place } };
  },
  typed: (state, { place, text }) => {
    const known = state.texts.get(textKey(place)) ?? blank(place);
    return withText(state, { ...known, text, state: stateWhileTyping(known.state), takesFocus: false });
  },
  focused: (state, { place }) => {
    const known = state.texts.get(textKey(place));
    return known?.takesFocus === true ? withText(state, { ...known, takesFocus: false }) : state;
  },
  close: (state, { place }) => without(state, place),
  sending: (state, { place, instead, text }) => {
    const rest = instead === undefined ? state : without(state, instead);
    return withText(rest, { place, text, state: { kind: 'sending' }, takesFocus: false });
  },
});

const blank = (place: TextPlace): OpenText => ({ place, text: '', state: typed, takesFocus: true });

/** An error stays visible until the text is sent again. */
const stateWhileTyping = (state: TextState): TextState => (state.kind === 'sent' ? typed : state);

const withText = (state: ConversationState, text: OpenText): ConversationState => ({
  ...state,
  texts: new Map(state.texts).set(textKey(text.place), text),
});

const without = (state: ConversationState, place: TextPlace): ConversationState => {
  const texts = new Map(state.texts);
  texts.delete(textKey(place));
  return { ...state, texts };
};

/** Restores saved texts, except where the page has newer ones. */
const withStored = (known: ConversationState['texts'], stored: readonly TextView[]): ConversationState['texts'] => {
  const texts = new Map<string, OpenText>();
  for (const text of stored) texts.set(textKey(text.place), { ...text, takesFocus: false });
  for (const [key, text] of known) {
    const older = texts.get(key);
    texts.set(key, text.text.trim() === '' && older ? { ...older, takesFocus: text.takesFocus } : text);
  }
  return texts;
};
