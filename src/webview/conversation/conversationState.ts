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

/** A text that is being written, and whether its field is to take the focus when it appears. */
export interface OpenText extends TextView {
  readonly takesFocus: boolean;
}

/** Everything a page knows of a conversation. */
export interface ConversationState {
  readonly view: PartView<ConversationView>;
  readonly isRefreshing: boolean;
  /** Why it could not be read again; what was read before is still shown. */
  readonly refreshFailure: FailureView | undefined;
  /** By {@link textKey}. */
  readonly texts: ReadonlyMap<string, OpenText>;
  /** The text asked to be shown; a new object each time. */
  readonly shown: { readonly place: TextPlace } | undefined;
}

/** What happens to it: what the extension says, and what the reader does. */
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

/** What is known before the first message. */
export const noConversation: ConversationState = {
  view: { state: 'loading' },
  isRefreshing: false,
  refreshFailure: undefined,
  texts: new Map(),
  shown: undefined,
};

/** Why it could not be read, or read again. */
export const failureOf = ({ view, refreshFailure }: ConversationState): FailureView | undefined =>
  view.state === 'failed' ? view.failure : refreshFailure;

const typed: TextState = { kind: 'typed', isLeftOver: false };

/** The state after each message. */
export const received: Reducers<ConversationState, ToConversation> = {
  conversation: (state, { view, isRefreshing }) => {
    // what was read before stays while it is read again, and when that fails
    if (state.view.state === 'ready' && view.state !== 'ready') {
      const refreshFailure = view.state === 'failed' ? view.failure : undefined;
      return { ...state, isRefreshing: view.state === 'loading', refreshFailure };
    }
    return { ...state, view, isRefreshing, refreshFailure: undefined };
  },
  texts: (state, { texts }) => ({ ...state, texts: withKept(state.texts, texts) }),
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

/** The state after something has happened. */
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

/** A refusal stays next to the text until it is sent again: it says what to change. */
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

/** What a page typed after it asked is newer than what was kept. */
const withKept = (known: ConversationState['texts'], kept: readonly TextView[]): ConversationState['texts'] => {
  const texts = new Map<string, OpenText>();
  for (const text of kept) texts.set(textKey(text.place), { ...text, takesFocus: false });
  for (const [key, text] of known) {
    const older = texts.get(key);
    texts.set(key, text.text.trim() === '' && older ? { ...older, takesFocus: text.takesFocus } : text);
  }
  return texts;
};
