import {
  textKey,
  type ConversationView,
  type TextPlace,
  type TextState,
  type TextView,
  type ToConversation,
} from '../../messages/conversation.ts';
import type { FailureView, PartView } from '../../messages/page.ts';

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

const typed: TextState = { kind: 'typed', isLeftOver: false };

/** The state after something has happened. */
export const conversationAfter = (state: ConversationState, action: ConversationAction): ConversationState => {
  switch (action.type) {
    case 'conversation':
      // what was read before stays while it is read again, and when that fails
      if (state.view.state === 'ready' && action.view.state !== 'ready') {
        const refreshFailure = action.view.state === 'failed' ? action.view.failure : undefined;
        return { ...state, isRefreshing: action.view.state === 'loading', refreshFailure };
      }
      return { ...state, view: action.view, isRefreshing: action.isRefreshing, refreshFailure: undefined };
    case 'texts':
      return { ...state, texts: withKept(state.texts, action.texts) };
    case 'textState': {
      if (action.state === 'gone') return without(state, action.place);
      const known = state.texts.get(textKey(action.place));
      return known ? withText(state, { ...known, state: action.state, takesFocus: false }) : state;
    }
    case 'showText': {
      const known = state.texts.get(textKey(action.place));
      const opened = known ? { ...known, takesFocus: true } : blank(action.place);
      return { ...withText(state, opened), shown: { place: action.place } };
    }
    case 'open': {
      const known = state.texts.get(textKey(action.place));
      if (known && known.text.trim() !== '') {
        return { ...withText(state, { ...known, takesFocus: true }), shown: { place: action.place } };
      }
      return { ...withText(state, { ...blank(action.place), text: action.text }), shown: { place: action.place } };
    }
    case 'typed': {
      const known = state.texts.get(textKey(action.place)) ?? blank(action.place);
      return withText(state, { ...known, text: action.text, state: stateWhileTyping(known.state), takesFocus: false });
    }
    case 'focused': {
      const known = state.texts.get(textKey(action.place));
      return known?.takesFocus === true ? withText(state, { ...known, takesFocus: false }) : state;
    }
    case 'close':
      return without(state, action.place);
    case 'sending': {
      const { place, instead, text } = action;
      const rest = instead === undefined ? state : without(state, instead);
      return withText(rest, { place, text, state: { kind: 'sending' }, takesFocus: false });
    }
  }
};

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
