import * as v from 'valibot';
import { catalogue, type OperationName } from '../../src/wire/catalogue.ts';
import type { Answer, Operation, RecordOf } from '../../src/wire/operation.ts';
import { payloadText } from '../support/fixtures.ts';

export const hasRecords = (answer: Answer): answer is Extract<Answer, { kind: 'json' | 'page' }> =>
  answer.kind === 'json' || answer.kind === 'page';

/** Parses a payload with an operation's schema: a record, or a page's items. */
export const read = (operation: Operation, value: unknown): unknown => {
  const { answer } = operation;
  if (!hasRecords(answer)) throw new Error(`${operation.reference} answers no JSON`);
  return v.parse(answer.kind === 'page' ? v.array(answer.schema) : answer.schema, value);
};

export const payload = (name: string): unknown => JSON.parse(payloadText(`${name}.json`));

/** A parsed payload, such as `('getCommit', '.18')`. */
export const record = <Name extends OperationName>(name: Name, variant: string): RecordOf<(typeof catalogue)[Name]> =>
  read(catalogue[name], payload(`${name}${variant}`)) as RecordOf<(typeof catalogue)[Name]>;

export const items = <Name extends OperationName>(name: Name, variant: string): RecordOf<(typeof catalogue)[Name]>[] =>
  read(catalogue[name], payload(`${name}${variant}`)) as RecordOf<(typeof catalogue)[Name]>[];
