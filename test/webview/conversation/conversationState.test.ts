import assert from 'node:assert/strict';
import { textKey, type TextPlace } from '../../../src/messages/conversation.ts';
import {
  conversationAfter,
  noConversation,
  type ConversationAction,
  type ConversationState,
} from '../../../src/webview/conversation/conversationState.ts';

const place: TextPlace = { kind: 'thread', id: 'a' };
const after = (...actions: readonly ConversationAction[]): ConversationState =>
  actions.reduce(conversationAfter, noConversation);
const textOf = (state: ConversationState) => state.texts.get(textKey(place));
const kept = (text: string): ConversationAction => ({
  type: 'texts',
  texts: [{ place, text, state: { kind: 'typed', isLeftOver: true } }],
});

describe('the state of a conversation on a page', () => {
  it('prefers what is being typed to what was kept, and what was kept to an empty field', () => {
    const typed: ConversationAction = { type: 'typed', place, text: 'New' };
    assert.equal(textOf(after(typed, kept('Old')))?.text, 'New');
    const shown = textOf(after({ type: 'showText', place }, kept('Old')));
    assert.deepEqual([shown?.text, shown?.takesFocus], ['Old', true]);
    assert.equal(textOf(after(kept('Old'), { type: 'showText', place }))?.text, 'Old');
  });

  it('goes back to a text that was begun instead of opening an empty field over it', () => {
    const opened = textOf(after(kept('Begun'), { type: 'open', place, text: '' }));
    assert.deepEqual([opened?.text, opened?.takesFocus], ['Begun', true]);
  });

  it('keeps a refusal next to the text while it is changed, and drops it when the text is sent again', () => {
    const refused: ConversationAction = { type: 'textState', place, state: { kind: 'refused', message: 'No.' } };
    const changed = after(kept('Old'), refused, { type: 'typed', place, text: 'Better' });
    assert.equal(textOf(changed)?.state.kind, 'refused');
    const again = conversationAfter(changed, { type: 'sending', place, instead: undefined, text: 'Better' });
    assert.equal(textOf(again)?.state.kind, 'sending');
    assert.equal(textOf(conversationAfter(again, { type: 'textState', place, state: 'gone' })), undefined);
  });

  it('moves a text to the place it is sent to instead', () => {
    const elsewhere: TextPlace = { kind: 'commit' };
    const moved = after(kept('Old'), { type: 'sending', place: elsewhere, instead: place, text: 'Old' });
    assert.deepEqual([...moved.texts.keys()], [textKey(elsewhere)]);
  });

  it('shows what was read before while it is read again', () => {
    const view = {
      state: 'ready',
      value: { threads: [], places: { project: '', instance: '' }, readOnly: undefined },
    } as const;
    const again = after(
      { type: 'conversation', view, isRefreshing: false },
      { type: 'conversation', view: { state: 'loading' }, isRefreshing: true },
    );
    assert.deepEqual([again.view.state, again.isRefreshing], ['ready', true]);
    const failure = { message: 'No server.', retryable: true };
    const failed = conversationAfter(again, {
      type: 'conversation',
      view: { state: 'failed', failure },
      isRefreshing: false,
    });
    assert.deepEqual([failed.view.state, failed.isRefreshing, failed.refreshFailure], ['ready', false, failure]);
    const ready = conversationAfter(failed, { type: 'conversation', view, isRefreshing: false });
    assert.equal(ready.refreshFailure, undefined);
  });
});
