import { translator, type PackedTexts } from '../../messages/texts.ts';

// a script of its own, which is run before that of the page, and only where the page is not in English
globalThis.graftTranslate = translator(JSON.parse(document.body.dataset['texts'] ?? '[[],[]]') as PackedTexts);
