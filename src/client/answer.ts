import * as v from 'valibot';
import type { Answer, DownloadAnswer, NothingAnswer, Operation, ParameterTable, RecordOf } from '../wire/operation.ts';
import type { Download } from './download.ts';
import { nextPage, type Page, totalItems } from './pages.ts';
import { type QuickReader, quickReader, unsure } from './quickReader.ts';

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
export type WholeAnswer = Exclude<Answer, DownloadAnswer>;

/** A body that is not what the operation promises: a web page, not JSON, or a field of the wrong type. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
  /** `page` for HTML, `document` for other things that are no JSON (a cut body), `field` when a record breaks the contract. */
  readonly what: 'page' | 'document' | 'field';

  constructor(what: UnreadableAnswer['what'], message: string) {
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
  if (answer.kind === 'nothing') return checkUnread(answer, headers, body) as AnswerOf<O>;
  if (answer.kind === 'bytes') return body as AnswerOf<O>;
  const schema = answer.kind === 'json' ? answer.schema : listOf(answer.schema);
  const value = readJson(schema, headers, body);
  if (answer.kind === 'json') return value as AnswerOf<O>;
  const items = value as readonly unknown[];
  const result: Page<unknown> = { items, next: nextPage(headers, page), total: totalItems(headers) };
  return result as AnswerOf<O>;
};

/** Checks a body that is not used. Throws `UnreadableAnswer` when it cannot be the answer of the operation. */
const checkUnread = (
  { body: expected }: NothingAnswer,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): void => {
  const isEmpty = body.toString('utf8', 0, 64).trim() === '';
  if (isEmpty) return;
  const value = parseJson(headers, body);
  if (expected === 'empty' && value !== null)
    throw new UnreadableAnswer('field', `an answer of ${body.length} bytes where none belongs`);
};

type Schema = v.GenericSchema;

const lists = new WeakMap<Schema, Schema>();

const listOf = (item: Schema): Schema => {
  let list = lists.get(item);
  if (list === undefined) {
    list = v.array(item);
    lists.set(item, list);
  }
  return list;
};

const quickReaders = new WeakMap<Schema, QuickReader>();

const quickReaderOf = (schema: Schema): QuickReader => {
  let reader = quickReaders.get(schema);
  if (reader === undefined) {
    reader = quickReader(schema);
    quickReaders.set(schema, reader);
  }
  return reader;
};

/** Reads and checks a body: quickly where it is as it should be, and with all care where anything is unusual. */
const readJson = (schema: Schema, headers: Readonly<Record<string, string>>, body: Buffer): unknown => {
  const text = textOf(headers, body);
  const value = quickReaderOf(schema)(parsed(text, headers, body));
  return value === unsure ? checked(schema, withLongNumbers(text, headers, body)) : value;
};

/** Parses a JSON body; throws `UnreadableAnswer` naming what came instead. */
export const parseJson = (headers: Readonly<Record<string, string>>, body: Buffer): unknown =>
  withLongNumbers(textOf(headers, body), headers, body);

const textOf = (headers: Readonly<Record<string, string>>, body: Buffer): string => {
  const type = headers['content-type'] ?? '';
  if (/html/i.test(type) || beginsAsPage(body)) {
    throw new UnreadableAnswer('page', 'the server answered with a web page instead of data');
  }
  const text = body.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
};

const beginsAsPage = (body: Buffer): boolean => body.subarray(0, 64).toString('utf8').trimStart().startsWith('<');

const parsed = (
  text: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  reviver?: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
): unknown => {
  try {
    return (reviver === undefined ? JSON.parse(text) : JSON.parse(text, reviver)) as unknown;
  } catch {
    throw new UnreadableAnswer(
      'document',
      `the server's answer is not valid JSON (${body.length} bytes, ${headers['content-type'] ?? 'no type'})`,
    );
  }
};

const withLongNumbers = (text: string, headers: Readonly<Record<string, string>>, body: Buffer): unknown =>
  parsed(text, headers, body, longNumber.test(text) ? keepDigits : undefined);

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
