import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getOperationAST, parse, validate } from 'graphql';
import { nestedParameters } from '../../src/sandbox/formParameters.ts';
import { parseCommit } from '../../src/sandbox/git/commitObject.ts';
import { ObjectReader } from '../../src/sandbox/git/objects.ts';
import { querySize } from '../../src/sandbox/graphql/limits.ts';
import { sandboxSchema } from '../../src/sandbox/graphql/schema.ts';
import { runQuickActions } from '../../src/sandbox/operations/quickActions.ts';
import type { Inputs } from '../support/run/endsInTime.ts';

const fields = (name: (at: number) => string): readonly (readonly [string, string])[] =>
  Array.from({ length: 200_000 }, (_, at) => [name(at), 'a']);

/** Fragments that spread the next one twice. */
const fragments = (count: number): string =>
  `{ ...f0 } ${Array.from({ length: count }, (_, at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`).join(' ')} fragment f${count} on Query { __typename }`;

const readLarge = async (bytes: number): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'graft-large-'));
  execFileSync('git', ['init', '--quiet', '--bare', folder]);
  const made = execFileSync('git', ['-C', folder, '-c', 'core.looseCompression=0', 'hash-object', '-w', '--stdin'], {
    input: Buffer.alloc(bytes),
  });
  const objects = new ObjectReader(folder);
  assert.equal((await objects.contents(made.toString().trim()))?.content.length, bytes);
  objects.close();
  await rm(folder, { recursive: true, force: true });
};

export const inputs: Inputs = {
  'fragments that spread others twice': () => {
    const document = parse(fragments(60), { maxTokens: 5_000 });
    const operation = getOperationAST(document);
    validate(sandboxSchema(), document);
    if (operation != null) querySize(sandboxSchema(), document, operation, {});
  },
  'a note of an action and tabs': () => runQuickActions(`/a${`${'\t'.repeat(500_000)}\0`.repeat(2)}\rb`, {}),
  'a form of many fields': () => nestedParameters(fields((at) => `a${at}`)),
  'a form of many elements of a list': () => nestedParameters(fields(() => 'a[]')),
  'a form of many records of a list': () => nestedParameters(fields((at) => `a[][${at % 2}]`)),
  'a file of 128 MB': () => readLarge(128 << 20),
  'an author of <': () => parseCommit('', Buffer.from(`tree \nauthor ${'<'.repeat(1e6)}\n\n`)),
};
