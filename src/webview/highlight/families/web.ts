// Languages of web pages and their servers, and those written into them.
export { default as erb } from 'highlight.js/lib/languages/erb';
export { default as graphql } from 'highlight.js/lib/languages/graphql';
export { default as haml } from 'highlight.js/lib/languages/haml';
export { default as handlebars } from 'highlight.js/lib/languages/handlebars';
export { default as javascript } from 'highlight.js/lib/languages/javascript';
export { default as json } from 'highlight.js/lib/languages/json';
export { default as markdown } from 'highlight.js/lib/languages/markdown';
export { default as ruby } from 'highlight.js/lib/languages/ruby';
export { default as typescript } from 'highlight.js/lib/languages/typescript';
export { default as xml } from 'highlight.js/lib/languages/xml';
export { default as yaml } from 'highlight.js/lib/languages/yaml';
