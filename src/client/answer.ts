import * as v from 'valibot';
import type { Answer, DownloadAnswer, NothingAnswer, Operation, ParameterTable, RecordOf } from '../wire/operation.ts';
import type { Download } from './download.ts';
import { nextPage, type Page, totalItems } from './pages.ts';

/** What sending an operation gives: one value, one page of a list, bytes, an archive as it comes, or nothing. */
export type AnswerOf<O extends Operation> = O['answer'] extends { kind: 'page' }
  ? Page<RecordOf<O>>
  : O['answer'] extends { kind: 'bytes' }
    ? Buffer
    : O['answer'] extends { kind: 'download' }
      ? Download
      : O['answer'] extends { kind: 'nothing' }
        ? undefined
        : RecordOf<O>;

/** Operations whose answer is read whole before anybody sees it. */
export type WholeAnswer = Exclude<Answer, DownloadAnswer | NothingAnswer>;

/** A body that is not what the operation promises: not JSON, or a field of the wrong type. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
  /** `document` when it is no JSON at all (an HTML page, a cut body), `field` when a record breaks the contract. */
  readonly what: 'document' | 'field';

  constructor(what: 'document' | 'field', message: string) {
    super(message);
    this.what = what;
  }
}

/** Reads the body of a successful answer by the operation's promise. Unknown fields pass; throws `UnreadableAnswer`. */
export const readAnswer = <O extends Operation<ParameterTable, WholeAnswer>>(
  operation: O,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  page: number,
): AnswerOf<O> => {
  const { answer } = operation;
  if (answer.kind === 'bytes') return body as AnswerOf<O>;
  const value = parseJson(headers, body);
  if (answer.kind === 'json') return checked(answer.schema, value) as AnswerOf<O>;
  const items = checked(v.array(answer.schema), value);
  const result: Page<unknown> = { items, next: nextPage(headers, page), total: totalItems(headers) };
  return result as AnswerOf<O>;
};

/** Parses a JSON body; throws `UnreadableAnswer` naming what came instead. */
export const parseJson = (headers: Readonly<Record<string, string>>, body: Buffer): unknown => {
  const type = headers['content-type'] ?? '';
  const start = body.subarray(0, 64).toString('utf8').trimStart();
  if (/html/i.test(type) || start.startsWith('<')) {
    throw new UnreadableAnswer('document', 'the server answered with a web page instead of data');
  }
  const text = body.toString('utf8').replace(/^\ufeff/, '');
  try {
    return (longNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)) as unknown;
  } catch {
    throw new UnreadableAnswer(
      'document',
      `the server's answer is not valid JSON (${body.length} bytes, ${type || 'no type'})`,
    );
  }
};

/** Finds a member whose value is a number of 16 digits or more. */
const longNumber = /":\s*-?\d{16}/;

/** Gives whole numbers that no double holds, such as serial numbers of certificates, as `bigint` with all digits. */
const keepDigits = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d{16,100}$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? 0)
    : value;

const checked = <T>(schema: v.GenericSchema<unknown, T>, value: unknown): T => {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  const path = v.getDotPath(issue) ?? '(the whole answer)';
  // what the text says is nobody's business in a log
  const why = issue.message.replace(issue.received, (received) => (received.startsWith('"') ? 'text' : received));
  throw new UnreadableAnswer('field', `field ${path}: ${why}`);
};
