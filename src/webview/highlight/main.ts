import highlighter from 'highlight.js/lib/core';
import type { Painter, PainterPlace } from '../diff/painting.ts';
import { TokenEmitter, tokensOf } from './tokens.ts';
import { changedWords } from './words.ts';

// A bundle of its own: pages load it once they have been drawn, and find what it offers here.
highlighter.configure({ __emitter: TokenEmitter, classPrefix: '' });

const painter: Painter = {
  tokens: (code, language) => tokensOf(highlighter, code, language),
  changedWords,
};
(globalThis as PainterPlace).graftPainter = painter;
