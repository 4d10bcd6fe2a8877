import * as v from 'valibot';
import type { Answer, DownloadAnswer, NothingAnswer, Operation, ParameterTable, RecordOf } from '../wire/operation.ts';
import type { Download } from './download.ts';
import { parseJson, UnreadableAnswer } from './jsonBody.ts';
import { type Page, pageOf } from './pages.ts';

export type AnswerOf<O extends Operation> = O['answer'] extends { kind: 'page' }
  ? Page<RecordOf<O>>
  : O['answer'] extends { kind: 'bytes' }
    ? Buffer
    : O['answer'] extends { kind: 'download' }
      ? Download
      : O['answer'] extends { kind: 'nothing' }
        ? undefined
        : RecordOf<O>;

export type WholeAnswer = Exclude<Answer, DownloadAnswer>;

/** Unknown fields pass. Throws `UnreadableAnswer`. */
export const readAnswer = <O extends Operation<ParameterTable, WholeAnswer>>(
  operation: O,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  page: number,
): AnswerOf<O> => {
  const { answer } = operation;
  if (answer.kind === 'nothing') return checkUnread(answer, headers, body) as AnswerOf<O>;
  if (answer.kind === 'bytes') return body as AnswerOf<O>;
  const value = parseJson(headers, body);
  if (answer.kind === 'json') return checked(answer.schema, value) as AnswerOf<O>;
  const items = checked(v.array(answer.schema), value);
  const result: Page<unknown> = { items, ...pageOf(headers, page) };
  return result as AnswerOf<O>;
};

/** Throws `UnreadableAnswer` even for an unused body. */
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

const checked = <T>(schema: v.GenericSchema<unknown, T>, value: unknown): T => {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  const path = v.getDotPath(issue) ?? '(the whole answer)';
  // keep the server's data out of the log
  const why = issue.message.replace(issue.received, (received) => (received.startsWith('"') ? 'text' : received));
  throw new UnreadableAnswer('field', `field ${path}: ${why}`);
};
