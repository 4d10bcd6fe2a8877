import type { HLJSApi, LanguageFn } from 'highlight.js';

/** Languages in one bundle. */
export interface LanguageFamily {
  readonly names: readonly string[];
  readonly load: () => Promise<Readonly<Record<string, LanguageFn>>>;
}

const family = (names: string, load: LanguageFamily['load']): LanguageFamily => ({ names: names.split(' '), load });

/** Each family is a chunk, loaded on demand; similar languages compress well together. */
export const languageFamilies: readonly LanguageFamily[] = [
  family('css less scss', () => import('./families/styles.ts')),
  family(
    'erb graphql haml handlebars javascript json markdown ruby typescript xml yaml',
    () => import('./families/web.ts'),
  ),
  family('c cpp csharp go objectivec rust swift', () => import('./families/compiled.ts')),
  family('dart gradle groovy java kotlin scala', () => import('./families/java.ts')),
  family('julia lua perl php python r vbnet', () => import('./families/scripts.ts')),
  family(
    'bash cmake diff dockerfile ini makefile nginx nix powershell properties protobuf puppet sql',
    () => import('./families/tools.ts'),
  ),
  family('clojure elixir erlang fsharp haskell ocaml', () => import('./families/functional.ts')),
];

/** Embedded languages. */
const inner: Readonly<Record<string, readonly string[]>> = {
  ...{ xml: ['javascript', 'css'], markdown: ['xml'], erb: ['xml', 'ruby'], handlebars: ['xml'], haml: ['ruby'] },
  ...{ javascript: ['xml', 'css', 'graphql'], typescript: ['xml', 'css', 'graphql'], dockerfile: ['bash'] },
  ...{ dart: ['markdown'], nix: ['markdown'], yaml: ['ruby'] },
};

/** Registers a language and its embedded ones. Rejects if one can't be loaded. */
export async function loadLanguage(highlighter: HLJSApi, name: string): Promise<void> {
  const names = withInner(name);
  const needed = languageFamilies.filter((each) => each.names.some((one) => names.has(one)));
  const loaded = await Promise.all(needed.map(({ load }) => load()));
  const languages = Object.assign({}, ...loaded) as Readonly<Record<string, LanguageFn>>;
  for (const each of names) {
    const language = languages[each];
    if (language && !highlighter.getLanguage(each)) highlighter.registerLanguage(each, language);
  }
}

function withInner(name: string, names = new Set<string>()): ReadonlySet<string> {
  if (names.has(name)) return names;
  names.add(name);
  for (const each of inner[name] ?? []) withInner(each, names);
  return names;
}
