export { default as c } from 'highlight.js/lib/languages/c';
export { default as cpp } from 'highlight.js/lib/languages/cpp';
export { default as csharp } from 'highlight.js/lib/languages/csharp';
export { default as go } from 'highlight.js/lib/languages/go';
export { default as objectivec } from 'highlight.js/lib/languages/objectivec';
export { default as rust } from 'highlight.js/lib/languages/rust';
export { default as swift } from 'highlight.js/lib/languages/swift';
