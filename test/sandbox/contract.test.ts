import assert from 'node:assert/strict';
import * as v from 'valibot';
import { catalogue } from '../../src/wire/catalogue.ts';
import type { Operation, Parameter } from '../../src/wire/operation.ts';
import { documentPath, realSpelling } from '../../src/wire/spelling.ts';
import type { UploadFile } from '../../src/wire/parameters.ts';
import { file, operations, type DocumentedParameter } from '../fixtures/contract/operations.ts';

const ours = new Map<string, Operation>(Object.values(catalogue).map((each) => [each.reference, each]));

const upload: UploadFile = {
  name: 'a.tar.gz',
  size: 1,
  async *open() {
    yield new Uint8Array(1);
  },
};

const nonsense = [Symbol('nothing'), () => undefined, Number.NaN];

const compare = (known: Parameter, wanted: DocumentedParameter): void => {
  assert.equal(known.place, wanted.place, 'place');
  assert.equal(known.required, wanted.required, 'required');
  if (wanted.default !== undefined) assert.equal(known.default, wanted.default, 'default');
  if (wanted.tier !== undefined) assert.equal(known.tier, wanted.tier, 'tier');
  if (wanted.since !== undefined) assert.equal(known.since, wanted.since, 'since');
  const example = wanted.example === file ? upload : wanted.example;
  assert.ok(v.is(known.schema, example), `${JSON.stringify(wanted.example)} is refused`);
  for (const value of nonsense) assert.ok(!v.is(known.schema, value), `${String(value)} is taken`);
};

describe('the parameter tables of the interface document', () => {
  for (const [reference, { request, parameters, since, tier }] of Object.entries(operations)) {
    describe(`${reference} ${request}`, () => {
      const operation = ours.get(reference);

      it('is in the catalogue', () => {
        assert.ok(operation);
        assert.equal(`${operation.method} ${documentPath(operation.path)}`, request);
        assert.equal(operation.tier, tier, 'tier');
        if (since !== undefined) assert.equal(operation.since, since, 'since');
      });

      for (const [name, wanted] of Object.entries(parameters)) {
        it(`knows ${name}`, () => {
          const known = operation?.parameters[realSpelling(name)];
          assert.ok(known, `${name} is missing`);
          compare(known, wanted);
        });
      }
    });
  }
});
