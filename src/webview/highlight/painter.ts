import highlighter from 'highlight.js/lib/core';
import type { Highlighter } from '../diff/ranges.ts';
import { loadLanguage } from './languages.ts';
import { TokenEmitter, tokensOf } from './tokens.ts';
import { changedWords } from './changedWords.ts';

highlighter.configure({ __emitter: TokenEmitter, classPrefix: '' });

/** Running loads; `done` for loaded or failed languages. */
const loading = new Map<string, Promise<void> | 'done'>();

const load = (language: string): Promise<void> | undefined => {
  const known = loading.get(language);
  if (known === 'done') return undefined;
  if (known) return known;
  const done = (): unknown => loading.set(language, 'done');
  // on failure, text stays plain; the developer tools show the error
  const started = loadLanguage(highlighter, language)
    .then(done, done)
    .then(() => undefined);
  loading.set(language, started);
  return started;
};

/** A bundle of its own, loaded after the page was drawn. */
export const painter: Highlighter = {
  loadLanguage: load,
  tokens: (code, language) => tokensOf(highlighter, code, language),
  changedWords,
};
