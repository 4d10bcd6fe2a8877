export { default as clojure } from 'highlight.js/lib/languages/clojure';
export { default as elixir } from 'highlight.js/lib/languages/elixir';
export { default as erlang } from 'highlight.js/lib/languages/erlang';
export { default as fsharp } from 'highlight.js/lib/languages/fsharp';
export { default as haskell } from 'highlight.js/lib/languages/haskell';
export { default as ocaml } from 'highlight.js/lib/languages/ocaml';
