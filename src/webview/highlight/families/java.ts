export { default as dart } from 'highlight.js/lib/languages/dart';
export { default as gradle } from 'highlight.js/lib/languages/gradle';
export { default as groovy } from 'highlight.js/lib/languages/groovy';
export { default as java } from 'highlight.js/lib/languages/java';
export { default as kotlin } from 'highlight.js/lib/languages/kotlin';
export { default as scala } from 'highlight.js/lib/languages/scala';
