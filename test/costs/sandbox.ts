import { getOperationAST, parse, validate } from 'graphql';
import { nestedParameters } from '../../src/sandbox/formParameters.ts';
import { parseCommit } from '../../src/sandbox/git/commitObject.ts';
import { querySize } from '../../src/sandbox/graphql/limits.ts';
import { serviceSchema } from '../../src/sandbox/graphql/schema.ts';
import { carryOut } from '../../src/sandbox/operations/quickActions.ts';
import type { Inputs } from '../support/endsInTime.ts';

const fields = (name: (at: number) => string): readonly (readonly [string, string])[] =>
  Array.from({ length: 200_000 }, (_, at) => [name(at), 'a']);

/** Each spreads the next twice. */
const fragments = (count: number): string =>
  `{ ...f0 } ${Array.from({ length: count }, (_, at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`).join(' ')} fragment f${count} on Query { __typename }`;

export const inputs: Inputs = {
  'fragments that spread others twice': () => {
    const document = parse(fragments(60), { maxTokens: 5_000 });
    const operation = getOperationAST(document);
    validate(serviceSchema(), document);
    if (operation != null) querySize(serviceSchema(), document, operation, {});
  },
  'a note of an action and tabs': () => carryOut(`/a${`${'\t'.repeat(500_000)}\0`.repeat(2)}\rb`, {}),
  'a form of many fields': () => nestedParameters(fields((at) => `a${at}`)),
  'a form of many elements of a list': () => nestedParameters(fields(() => 'a[]')),
  'a form of many records of a list': () => nestedParameters(fields((at) => `a[][${at % 2}]`)),
  'an author of <': () => parseCommit('', Buffer.from(`tree \nauthor ${'<'.repeat(1e6)}\n\n`)),
};
