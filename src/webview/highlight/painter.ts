import highlighter from 'highlight.js/lib/core';
import type { Painter } from '../diff/ranges.ts';
import { learnLanguage } from './languages.ts';
import { TokenEmitter, tokensOf } from './tokens.ts';
import { changedWords } from './words.ts';

highlighter.configure({ __emitter: TokenEmitter, classPrefix: '' });

/** Running loads; `done` for loaded or failed languages. */
const learning = new Map<string, Promise<void> | 'done'>();

const learn = (language: string): Promise<void> | undefined => {
  const known = learning.get(language);
  if (known === 'done') return undefined;
  if (known) return known;
  const done = (): unknown => learning.set(language, 'done');
  // on failure, text stays plain; the developer tools show the error
  const begun = learnLanguage(highlighter, language)
    .then(done, done)
    .then(() => undefined);
  learning.set(language, begun);
  return begun;
};

/** A bundle of its own, loaded after the page was drawn. */
export const painter: Painter = {
  learn,
  tokens: (code, language) => tokensOf(highlighter, code, language),
  changedWords,
};
