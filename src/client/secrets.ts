/** Shorter secrets are parts of ordinary words, which would be cut to pieces. */
const shortest = 4;
/** Shortest part of base64 that is taken for a credential. */
const shortestCoded = 6;
/** Shortest beginning of a credential that is taken for one where a text was cut. */
const shortestCut = 8;

const instead = '[credential]';

/**
 * The tokens and passwords of this session. A server, or a proxy before it, may repeat what it was sent in any word of
 * its own: what is cleaned here has none of them, as they are, as part of an address, or coded in base64 with whatever
 * stands around them, as in `Basic` credentials.
 */
export class Secrets {
  readonly #forms = new Map<string, readonly Form[]>();
  #pattern: RegExp | undefined;

  constructor(secrets: readonly string[] = []) {
    for (const secret of secrets) this.keep(secret);
  }

  /** From now on this stands in no text. */
  keep(secret: string | undefined): void {
    if (secret === undefined || secret.length < shortest || this.#forms.has(secret)) return;
    this.#forms.set(secret, formsOf(secret));
    // what holds another goes whole
    const sources = [...this.#forms.values()].flat().sort((one, other) => other.text.length - one.text.length);
    this.#pattern = new RegExp(sources.map(({ source }) => source).join('|'), 'g');
  }

  /** Keeps what an address signs in with. */
  keepAddress(address: string): void {
    if (!URL.canParse(address)) return;
    const { username, password } = new URL(address);
    if (password === '') return;
    this.keep(password);
    this.keep(decoded(password));
    this.keep(`${decoded(username)}:${decoded(password)}`);
  }

  /** Keeps the credentials of an `Authorization` or `Proxy-Authorization` header. */
  keepHeader(header: string): void {
    const [, scheme = '', credentials] = /^(\S+)\s+(\S+)\s*$/.exec(header) ?? [];
    this.keep(credentials ?? header);
    if (credentials === undefined || scheme.toLowerCase() !== 'basic') return;
    const pair = Buffer.from(credentials, 'base64').toString();
    this.keep(pair);
    this.keep(pair.slice(pair.indexOf(':') + 1));
  }

  /** The text without any of them. */
  clean(text: string): string {
    return this.#pattern === undefined ? text : this.#withoutCut(text.replace(this.#pattern, instead));
  }

  /** An error, with its causes, in clean words; of the rest only its code is left. A text is cleaned, too. */
  cleanCause(cause: unknown): unknown {
    if (typeof cause === 'string') return this.clean(cause);
    if (!(cause instanceof Error)) return undefined;
    const further = this.cleanCause(cause.cause);
    const clean = new Error(this.clean(cause.message), further === undefined ? undefined : { cause: further });
    clean.name = cause.name;
    if ('code' in cause && typeof cause.code === 'string') Object.assign(clean, { code: this.clean(cause.code) });
    if (cause.stack !== undefined) clean.stack = this.clean(cause.stack);
    return clean;
  }

  /** Long words are cut, at times in the middle of a credential. */
  #withoutCut(text: string): string {
    if (!text.endsWith('…')) return text;
    const body = text.slice(0, -1);
    for (const { text: form } of [...this.#forms.values()].flat()) {
      for (let length = form.length - 1; length >= shortestCut; length -= 1)
        if (body.endsWith(form.slice(0, length))) return `${body.slice(0, -length)}${instead}…`;
    }
    return text;
  }
}

/** One way to write a credential, and the source of a pattern that finds it. */
interface Form {
  readonly text: string;
  readonly source: string;
}

const formsOf = (secret: string): readonly Form[] => {
  const plain = [...new Set([secret, encodeURIComponent(secret)])].map((text) => ({ text, source: escaped(text) }));
  return [...plain, ...[0, 1, 2].flatMap((before) => codedForms(Buffer.from(secret), before))];
};

/**
 * The credential in base64 where `before` bytes, modulo three, stand before it: the characters that are made of it
 * alone. The one on either side that is made of a neighbour too goes with them, and so does the padding.
 */
const codedForms = (secret: Buffer, before: number): readonly Form[] => {
  const all = Buffer.concat([Buffer.alloc(before), secret]);
  const bits = all.length * 8;
  const text = all.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
  if (text.length < shortestCoded) return [];
  const [first, last] = [before > 0, bits % 6 > 0].map((isShared) => (isShared ? String.raw`[\w+/-]?` : ''));
  const urlText = text.replaceAll('+', '-').replaceAll('/', '_');
  return [...new Set([text, urlText])].map((form) => ({ text: form, source: `${first}${escaped(form)}${last}={0,2}` }));
};

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // it is sent as it stands
    return text;
  }
};
