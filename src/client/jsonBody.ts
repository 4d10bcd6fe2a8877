import { excessOf } from './jsonShape.ts';

export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
  /** HTML, invalid JSON, too large, or broken contract. */
  readonly what: 'page' | 'document' | 'excess' | 'field';

  constructor(what: UnreadableAnswer['what'], message: string) {
    super(message);
    this.what = what;
  }
}

/** Preserves all digits of numbers. Throws `UnreadableAnswer`. */
export const parseJson = (headers: Readonly<Record<string, string>>, body: Buffer): unknown => {
  const type = headers['content-type'];
  if (/html/i.test(type ?? '') || isHtmlPage(body))
    throw new UnreadableAnswer('page', 'the server answered with a web page instead of data');
  const excess = excessOf(body);
  if (excess !== undefined) throw new UnreadableAnswer('excess', excess);
  const text = body.toString('utf8').replace(/^\ufeff/, '');
  try {
    // a reviver makes parsing several times slower
    return longNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    const what = `${body.length} bytes, ${type ?? 'no type'}`;
    throw new UnreadableAnswer('document', `the server's answer is not valid JSON (${what})`);
  }
};

const isHtmlPage = (body: Buffer): boolean => body.subarray(0, 64).toString('utf8').trimStart().startsWith('<');

const longNumber = /":\s*-?\d{16}/;

/** Such as certificate serial numbers. */
const keepDigits = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d{16,100}$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? 0)
    : value;
