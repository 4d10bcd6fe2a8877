import * as v from 'valibot';
import { catalogue, type OperationName } from '../../src/wire/catalogue.ts';
import type { Answer, Operation, RecordOf } from '../../src/wire/operation.ts';
import { payloadText } from '../support/fixtures.ts';

/** Whether an operation answers records, and no file. */
export const hasRecords = (answer: Answer): answer is Extract<Answer, { kind: 'json' | 'page' }> =>
  answer.kind === 'json' || answer.kind === 'page';

/** Reads a payload by the promise of an operation: one record, or the items of a page. */
export const read = (operation: Operation, value: unknown): unknown => {
  const { answer } = operation;
  if (!hasRecords(answer)) throw new Error(`${operation.reference} answers no JSON`);
  return v.parse(answer.kind === 'page' ? v.array(answer.schema) : answer.schema, value);
};

/** A payload of the fixtures, without `.json`. */
export const payload = (name: string): unknown => JSON.parse(payloadText(`${name}.json`));

/** The record of a payload, such as `('getCommit', '.18')`, read by its operation. */
export const record = <Name extends OperationName>(name: Name, variant: string): RecordOf<(typeof catalogue)[Name]> =>
  read(catalogue[name], payload(`${name}${variant}`)) as RecordOf<(typeof catalogue)[Name]>;

/** The items of a payload, read by its operation. */
export const items = <Name extends OperationName>(name: Name, variant: string): RecordOf<(typeof catalogue)[Name]>[] =>
  read(catalogue[name], payload(`${name}${variant}`)) as RecordOf<(typeof catalogue)[Name]>[];
