import assert from 'node:assert/strict';
import {
  hasBrokenSuggestion,
  noteParts,
  suggestionBlock,
  withSuggestionsShown,
} from '../../../src/model/reviews/suggestion.ts';

describe('suggestions', () => {
  it('replace the commented lines, of which the note stands on the last', () => {
    assert.equal(suggestionBlock(['a', 'b', 'c']), '```suggestion:-2+0\na\nb\nc\n```');
    assert.equal(suggestionBlock(['one']), '```suggestion:-0+0\none\n```');
  });

  it('are broken without an end or a range that can be read, and other blocks are not', () => {
    for (const note of ['```suggestion\nx', 'So:\n```suggestion:-1+0\nx\n``', '```suggestion:-1\nx\n```']) {
      assert.equal(hasBrokenSuggestion(note), true, note);
    }
    for (const note of ['```suggestion:-0+0\nx\n```', '```suggestions\nx', '```ts\nx', 'a suggestion: no']) {
      assert.equal(hasBrokenSuggestion(note), false, note);
    }
  });

  it('are none inside another block of code, which warns of nothing', () => {
    for (const note of [
      '````\n```suggestion:-0+0\nx\n```\n````',
      '````md\n```suggestion:-1\nx\n````',
      '~~~\n```suggestion\nx\n```\n~~~~',
      '```\n```suggestion\nx',
    ]) {
      assert.deepEqual(noteParts(note), [{ kind: 'text', text: note }]);
      assert.equal(hasBrokenSuggestion(note), false, note);
    }
    const after = '````\n```suggestion\n````\n```suggestion\nx\n````';
    assert.deepEqual(
      noteParts(after).map(({ kind }) => kind),
      ['text', 'suggestion'],
    );
  });

  it('have a fence longer than any in the lines', () => {
    const block = suggestionBlock(['```ts', 'x', '```']);
    assert.match(block, /^````suggestion:-2\+0\n/);
    const [part] = noteParts(block);
    assert.deepEqual(part, { kind: 'suggestion', above: 2, below: 0, lines: ['```ts', 'x', '```'], source: block });
  });

  it('are told from the text around them; one that never ends is text', () => {
    const kinds = (note: string) => noteParts(note).map(({ kind }) => kind);
    assert.deepEqual(kinds('Better:\n```suggestion:-0+1\nx\n```\nthanks'), ['text', 'suggestion', 'text']);
    assert.deepEqual(kinds('```suggestion\nx'), ['text']);
    assert.deepEqual(kinds('```ts\nx\n```'), ['text']);
  });

  it('are shown as a diff of the lines they replace, and as written where those are not known', () => {
    const note = 'So?\n```suggestion:-1+0\nnew\n```';
    const lines = ['first', 'second', 'third'];
    const shown = withSuggestionsShown(note, 2, (first, last) => lines.slice(first - 1, last));
    assert.equal(shown, 'So?\n```diff\n-first\n-second\n+new\n```');
    assert.equal(
      withSuggestionsShown(note, undefined, () => []),
      note,
    );
  });
});
