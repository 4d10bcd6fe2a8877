import type { FromConversation, TextPlace, TextState, ToConversation } from '../../../messages/conversation.ts';
import type { Handlers } from '../../../messages/page.ts';
import type { UnsentText, UnsentTexts } from './unsentTexts.ts';

type Wish = Extract<FromConversation, { type: 'sendText' }>;

export interface PageTexts {
  readonly handlers: Pick<Handlers<FromConversation>, 'keepText' | 'sendText'>;
  /** Sends stored texts to the page. */
  readonly start: () => void;
  readonly dispose: () => void;
}

/** Comments typed on a page: stored while typing, sent once. Once it closes, they count as unsaved. */
export const pageTexts = <T extends UnsentText>(
  texts: Pick<UnsentTexts<T, never>, 'get' | 'isSending' | 'remove' | 'saveTyped' | 'boxOpened' | 'boxClosed'>,
  post: (message: ToConversation) => void,
  page: {
    /** Stored text, or an empty one. */
    readonly at: (place: TextPlace) => T;
    readonly all: () => readonly T[];
    readonly placeOf: (text: T) => TextPlace;
    /** Sends a text once; resolves to the notice of one that was sent. */
    readonly send: (text: T, wish: Wish) => Promise<TextState | undefined>;
  },
): PageTexts => ({
  handlers: {
    keepText: async ({ place, text }) => {
      const known = page.at(place);
      // late edits of a text that is being sent
      if (texts.isSending(known.key)) return;
      const isUnchanged = place.kind === 'note' && text === place.base;
      if (text.trim() === '' || isUnchanged) await texts.remove(known);
      else await texts.saveTyped({ ...known, text, refusal: undefined });
    },
    sendText: async (wanted) => {
      const { place, text } = wanted;
      const known = page.at(place);
      if (texts.isSending(known.key)) return;
      const notice = await page.send({ ...known, text, refusal: undefined }, wanted);
      const left = texts.get(known.key);
      post({ type: 'textState', place, state: left ? refused(left) : (notice ?? 'gone') });
    },
  },
  start: () => {
    const views = page.all().map((each) => {
      texts.boxOpened(each);
      const state: TextState = texts.isSending(each.key)
        ? { kind: 'sending' }
        : each.refusal === undefined
          ? { kind: 'typed', isLeftOver: true }
          : refused(each);
      return { place: page.placeOf(each), text: each.text, state };
    });
    post({ type: 'texts', texts: views });
  },
  dispose: () => {
    for (const each of page.all()) texts.boxClosed(each);
  },
});

const refused = ({ refusal }: UnsentText): TextState => ({ kind: 'refused', message: refusal ?? '' });
