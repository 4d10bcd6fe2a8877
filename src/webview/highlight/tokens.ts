import type { Emitter, HLJSApi } from 'highlight.js';
import { tokenKinds, type TokenKind } from '../diff/tokenKinds.ts';

const kinds: Readonly<Record<string, TokenKind>> = {
  ...all('comment', 'comment quote doctag'),
  ...all('string', 'string char link'),
  ...all('regexp', 'regexp'),
  ...all('escape', 'char.escape'),
  ...all('number', 'number'),
  ...all('keyword', 'keyword operator variable.language'),
  ...all('constant', 'literal variable.constant symbol'),
  ...all('function', 'title.function title.function.invoke built_in'),
  ...all('type', 'type title.class title.class.inherited title'),
  ...all('variable', 'variable params template-variable'),
  ...all('property', 'property'),
  ...all('tag', 'tag name template-tag'),
  ...all('attribute', 'attr attribute'),
  ...all('selector', 'selector-tag selector-id selector-class selector-attr selector-pseudo'),
  ...all('meta', 'meta meta.keyword meta.string meta.prompt formula'),
  ...all('heading', 'section bullet'),
  ...all('strong', 'strong'),
  ...all('emphasis', 'emphasis'),
  ...all('inserted', 'addition'),
  ...all('deleted', 'deletion'),
};

/** Scopes that stay plain, whatever surrounds them. */
const plain: ReadonlySet<string> = new Set(['subst', 'params', 'function', 'class', 'punctuation', 'code']);

/** Keywords that VS Code's themes colour as control flow. */
const control: ReadonlySet<string> = new Set(
  (
    'if else elif elsif elseif unless then fi switch case default when match for foreach while until do done loop repeat ' +
    'break continue next redo return yield await throw throws raise try catch except finally rescue ensure begin end goto ' +
    'import export from require include use package with as defer pass in of'
  ).split(' '),
);

const kindNumbers = new Map<string, number>(tokenKinds.map((kind, index) => [kind, index]));
const attribute = kindNumbers.get('attribute');

/** Collects flat triples of start, end and kind. */
export class TokenEmitter implements Emitter {
  readonly tokens: number[] = [];
  #length = 0;
  readonly #scopes: number[] = [];

  addText(text: string): void {
    this.#push(text, this.#scopes.at(-1) ?? -1);
  }

  startScope(scope: string): void {
    this.#scopes.push(this.#kindOf(scope));
  }

  endScope(): void {
    this.#scopes.pop();
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(inner: TokenEmitter): void {
    for (let at = 0; at < inner.tokens.length; at += 3) {
      const [start = 0, end = 0, kind = 0] = inner.tokens.slice(at, at + 3);
      this.tokens.push(start + this.#length, end + this.#length, kind);
    }
    this.#length += inner.#length;
  }

  finalize(): void {
    this.#scopes.length = 0;
  }

  closeAllNodes(): void {
    this.#scopes.length = 0;
  }

  toHTML(): string {
    return '';
  }

  #kindOf(scope: string): number {
    if (plain.has(scope)) return -1;
    const kind = kinds[scope] ?? kinds[scope.slice(0, scope.indexOf('.'))];
    return kind === undefined ? (this.#scopes.at(-1) ?? -1) : (kindNumbers.get(kind) ?? -1);
  }

  #push(text: string, kind: number): void {
    const start = this.#length;
    this.#length += text.length;
    if (kind < 0 || text === '') return;
    const isControl = kind === kindNumbers.get('keyword') && control.has(text);
    this.tokens.push(start, this.#length, isControl ? (kindNumbers.get('control') ?? kind) : kind);
  }
}

/** Flat triples of start, end and index into `tokenKinds`; empty for an unknown language. */
export function tokensOf(highlighter: HLJSApi, code: string, language: string): readonly number[] {
  if (!highlighter.getLanguage(language)) return [];
  const { _emitter: emitter } = highlighter.highlight(code, { language, ignoreIllegals: true });
  if (!(emitter instanceof TokenEmitter)) return [];
  if (withAttributes.has(language)) return emitter.tokens;
  const as = kindNumbers.get(language === 'yaml' ? 'tag' : 'property') ?? -1;
  return emitter.tokens.map((value, index) => (index % 3 === 2 && value === attribute ? as : value));
}

/** Languages whose attributes belong to tags; in others they are keys. */
const withAttributes: ReadonlySet<string> = new Set(['xml', 'erb', 'handlebars', 'haml', 'css', 'scss', 'less']);

function all(kind: TokenKind, scopes: string): Readonly<Record<string, TokenKind>> {
  return Object.fromEntries(scopes.split(' ').map((scope) => [scope, kind]));
}
