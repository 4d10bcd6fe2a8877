import highlighter from 'highlight.js/lib/core';
import type { Painter } from '../diff/ranges.ts';
import { learnLanguage } from './languages.ts';
import { TokenEmitter, tokensOf } from './tokens.ts';
import { changedWords } from './words.ts';

highlighter.configure({ __emitter: TokenEmitter, classPrefix: '' });

/** Languages that are being loaded, and `done` for those that are known or will not come. */
const learning = new Map<string, Promise<void> | 'done'>();

const learn = (language: string): Promise<void> | undefined => {
  const known = learning.get(language);
  if (known === 'done') return undefined;
  if (known) return known;
  const done = (): unknown => learning.set(language, 'done');
  // without it texts stay plain; the editor's own tools say why it did not come
  const begun = learnLanguage(highlighter, language)
    .then(done, done)
    .then(() => undefined);
  learning.set(language, begun);
  return begun;
};

/** Colours lines from inside. A bundle of its own: pages load it once they have been drawn. */
export const painter: Painter = {
  learn,
  tokens: (code, language) => tokensOf(highlighter, code, language),
  changedWords,
};
