import { excessOf } from './jsonShape.ts';

/** A body that is not what the operation promises: a web page, not JSON, or a field of the wrong type. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
  /**
   * `page` for HTML, `document` for other things that are no JSON (a cut body), `excess` for more than any answer
   * holds, `field` when a record breaks the contract.
   */
  readonly what: 'page' | 'document' | 'excess' | 'field';

  constructor(what: UnreadableAnswer['what'], message: string) {
    super(message);
    this.what = what;
  }
}

/**
 * Parses a JSON body with all digits of its numbers. Throws `UnreadableAnswer` naming what came instead: a web page, no
 * JSON, or more than any answer holds.
 */
export const parseJson = (headers: Readonly<Record<string, string>>, body: Buffer): unknown => {
  const type = headers['content-type'];
  if (/html/i.test(type ?? '') || beginsAsPage(body))
    throw new UnreadableAnswer('page', 'the server answered with a web page instead of data');
  const excess = excessOf(body);
  if (excess !== undefined) throw new UnreadableAnswer('excess', excess);
  const text = body.toString('utf8').replace(/^\ufeff/, '');
  try {
    // asking for every value makes parsing several times slower
    return longNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    const what = `${body.length} bytes, ${type ?? 'no type'}`;
    throw new UnreadableAnswer('document', `the server's answer is not valid JSON (${what})`);
  }
};

const beginsAsPage = (body: Buffer): boolean => body.subarray(0, 64).toString('utf8').trimStart().startsWith('<');

/** Finds a member whose value is a number of 16 digits or more. */
const longNumber = /":\s*-?\d{16}/;

/** Gives whole numbers that no double holds, such as serial numbers of certificates, as `bigint` with all digits. */
const keepDigits = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d{16,100}$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? 0)
    : value;
