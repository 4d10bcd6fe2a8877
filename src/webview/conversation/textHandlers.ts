import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type FromConversation, textKey, type TextPlace } from '../../messages/conversation.ts';
import type { ConversationAction } from './conversationState.ts';
import type { TextHandlers } from './textField.tsx';

/** Typing pause before saving. */
const restMs = 250;

/** Handlers for typing and sending. Saves after a pause, on blur and when the page closes. */
export function useTextHandlers(
  post: (message: FromConversation) => void,
  dispatch: (action: ConversationAction) => void,
): TextHandlers {
  const waiting = useRef(new Map<string, { readonly timer: number; readonly keep: () => void }>());
  useLayoutEffect(() => {
    const keepAll = (): void => {
      for (const { timer, keep } of waiting.current.values()) {
        clearTimeout(timer);
        keep();
      }
      waiting.current.clear();
    };
    const events = ['pagehide', 'blur'];
    for (const event of events) window.addEventListener(event, keepAll);
    return () => {
      for (const event of events) window.removeEventListener(event, keepAll);
    };
  }, []);
  return useMemo<TextHandlers>(() => {
    const cancelSaving = (place: TextPlace): void => {
      const key = textKey(place);
      clearTimeout(waiting.current.get(key)?.timer);
      waiting.current.delete(key);
    };
    return {
      onText(place, text) {
        dispatch({ type: 'typed', place, text });
        cancelSaving(place);
        const keep = (): void => post({ type: 'keepText', place, text });
        const timer = window.setTimeout(() => {
          waiting.current.delete(textKey(place));
          keep();
        }, restMs);
        if (text.trim() === '') {
          clearTimeout(timer);
          keep();
        } else waiting.current.set(textKey(place), { timer, keep });
      },
      onSend(text, to = {}) {
        cancelSaving(text.place);
        const place = to.place ?? text.place;
        const instead = textKey(place) === textKey(text.place) ? undefined : text.place;
        dispatch({ type: 'sending', place, instead, text: text.text });
        post({ type: 'sendText', place, instead, text: text.text, form: to.form ?? 'thread' });
      },
      onFocused: (place) => dispatch({ type: 'focused', place }),
      onClose: (place) => dispatch({ type: 'close', place }),
      onDelete: (note) => post({ type: 'deleteNote', note }),
    };
  }, []);
}
