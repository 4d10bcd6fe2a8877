/** Shorter secrets occur in ordinary words. */
const minSecretLength = 4;
/** Shortest base64 part. */
const minBase64Length = 6;
/** Shortest prefix in a shortened text. */
const minCutLength = 8;

const replacement = '[credential]';

/**
 * Removes known credentials from texts, as servers and proxies may repeat them: plain, URL-encoded, or in base64 at any
 * offset (`Basic`).
 */
export class Secrets {
  readonly #forms = new Map<string, readonly Form[]>();
  #pattern: RegExp | undefined;

  constructor(secrets: readonly string[] = []) {
    for (const secret of secrets) this.add(secret);
  }

  add(secret: string | undefined): void {
    if (secret === undefined || secret.length < minSecretLength || this.#forms.has(secret)) return;
    this.#forms.set(secret, formsOf(secret));
    // longest first, as one may contain another
    const sources = [...this.#forms.values()].flat().sort((one, other) => other.text.length - one.text.length);
    this.#pattern = new RegExp(sources.map(({ source }) => source).join('|'), 'g');
  }

  addFromAddress(address: string): void {
    if (!URL.canParse(address)) return;
    const { username, password } = new URL(address);
    if (password === '') return;
    this.add(password);
    this.add(decoded(password));
    this.add(`${decoded(username)}:${decoded(password)}`);
  }

  /** `Authorization` or `Proxy-Authorization`. */
  addFromHeader(header: string): void {
    const [, scheme = '', credentials] = /^(\S+)\s+(\S+)\s*$/.exec(header) ?? [];
    this.add(credentials ?? header);
    if (credentials === undefined || scheme.toLowerCase() !== 'basic') return;
    const pair = Buffer.from(credentials, 'base64').toString();
    this.add(pair);
    this.add(pair.slice(pair.indexOf(':') + 1));
  }

  clean(text: string): string {
    return this.#pattern === undefined ? text : this.#withoutCut(text.replace(this.#pattern, replacement));
  }

  /** Reduces errors and their causes to name, message, stack and `code`. */
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

  /** Messages may be shortened within a credential. */
  #withoutCut(text: string): string {
    if (!text.endsWith('…')) return text;
    const body = text.slice(0, -1);
    for (const { text: form } of [...this.#forms.values()].flat()) {
      for (let length = form.length - 1; length >= minCutLength; length -= 1)
        if (body.endsWith(form.slice(0, length))) return `${body.slice(0, -length)}${replacement}…`;
    }
    return text;
  }
}

interface Form {
  readonly text: string;
  readonly source: string;
}

const formsOf = (secret: string): readonly Form[] => {
  const plain = [...new Set([secret, encodeURIComponent(secret)])].map((text) => ({ text, source: escaped(text) }));
  return [...plain, ...[0, 1, 2].flatMap((before) => codedForms(Buffer.from(secret), before))];
};

/**
 * Base64 at offset `before` modulo 3: the characters that depend on the credential alone. The pattern also takes shared
 * ones and the padding.
 */
const codedForms = (secret: Buffer, before: number): readonly Form[] => {
  const all = Buffer.concat([Buffer.alloc(before), secret]);
  const bits = all.length * 8;
  const text = all.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
  if (text.length < minBase64Length) return [];
  const [first, last] = [before > 0, bits % 6 > 0].map((isShared) => (isShared ? String.raw`[\w+/-]?` : ''));
  const urlText = text.replaceAll('+', '-').replaceAll('/', '_');
  return [...new Set([text, urlText])].map((form) => ({ text: form, source: `${first}${escaped(form)}${last}={0,2}` }));
};

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // used as is
    return text;
  }
};
