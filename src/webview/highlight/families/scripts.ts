export { default as julia } from 'highlight.js/lib/languages/julia';
export { default as lua } from 'highlight.js/lib/languages/lua';
export { default as perl } from 'highlight.js/lib/languages/perl';
export { default as php } from 'highlight.js/lib/languages/php';
export { default as python } from 'highlight.js/lib/languages/python';
export { default as r } from 'highlight.js/lib/languages/r';
export { default as vbnet } from 'highlight.js/lib/languages/vbnet';
