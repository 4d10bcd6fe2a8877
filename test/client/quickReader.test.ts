import assert from 'node:assert/strict';
import * as v from 'valibot';
import { quickReader, unsure } from '../../src/client/quickReader.ts';
import { catalogue } from '../../src/wire/catalogue.ts';

type Schema = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly value?: Schema;
  readonly options?: readonly Schema[];
  readonly getter?: () => Schema;
  readonly pipe?: readonly Schema[];
};

/** Numbers that look random and are the same in every run. */
const randomNumbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** A value that fits a schema, with some of what may be missing left out. */
const valueOf = (schema: Schema, random: () => number, depth = 0): unknown => {
  const [first] = schema.pipe ?? [];
  if (first !== undefined) return valueOf(first, random, depth);
  switch (schema.type) {
    case 'string':
      return ['', 'text', '2026-03-05T10:11:12.000Z', 'été'][Math.floor(random() * 4)];
    case 'number':
      return Math.floor(random() * 1000);
    case 'boolean':
      return random() < 0.5;
    case 'nullish':
    case 'nullable':
    case 'optional':
      if (schema.type !== 'optional' && random() < 0.2) return null;
      return valueOf(schema.wrapped!, random, depth);
    case 'array':
      return Array.from({ length: depth > 3 ? 0 : Math.floor(random() * 3) }, () =>
        valueOf(schema.item!, random, depth + 1),
      );
    case 'record':
      return {
        one: valueOf(schema.value!, random, depth + 1),
        'Signed-off-by': valueOf(schema.value!, random, depth + 1),
      };
    case 'union':
      return valueOf(schema.options![Math.floor(random() * schema.options!.length)]!, random, depth);
    case 'lazy':
      return valueOf(schema.getter!(), random, depth + 1);
    case 'object':
    case 'loose_object': {
      const members = Object.entries(schema.entries!).filter(
        ([, entry]) => !['optional', 'nullish'].includes(entry.type) || random() < (depth > 3 ? 0 : 0.8),
      );
      return Object.fromEntries(members.map(([key, entry]) => [key, valueOf(entry, random, depth + 1)]));
    }
    case 'bigint':
      return 7;
    default:
      return null;
  }
};

type Holder = Record<string, unknown>;

const holdersIn = (value: unknown): Holder[] =>
  typeof value !== 'object' || value === null
    ? []
    : [value as Holder, ...Object.values(value).flatMap((member) => holdersIn(member))];

/** Changes one thing somewhere in a value: takes a member away, adds one, or makes it something else. */
const disturb = (value: unknown, random: () => number): unknown => {
  const holders = holdersIn(value);
  const holder = holders[Math.floor(random() * holders.length)];
  if (holder === undefined) return [7, null, 'text', {}, []][Math.floor(random() * 5)];
  const keys = Object.keys(holder);
  const key = keys[Math.floor(random() * keys.length)];
  const choice = Math.floor(random() * 4);
  if (key === undefined || choice === 0) {
    if (!Array.isArray(holder)) holder['a_member_of_tomorrow'] = { deep: [1] };
  } else if (choice === 1 && !Array.isArray(holder)) delete holder[key];
  else holder[key] = [null, 'text', 7, 7.5, true, [], {}, { id: 1 }][Math.floor(random() * 8)];
  return value;
};

const schemas = Object.entries(catalogue).flatMap(([name, { answer }]): readonly [name: string, schema: Schema][] => {
  if (answer.kind === 'json') return [[name, answer.schema]];
  return answer.kind === 'page' ? [[name, v.array(answer.schema)]] : [];
});

describe('quickReader', () => {
  for (const [name, schema] of schemas) {
    it(`reads ${name} as its schema does`, () => {
      const random = randomNumbers(schemas.findIndex(([other]) => other === name) + 1);
      const read = quickReader(schema);
      for (let count = 0; count < 300; count += 1) {
        const whole = valueOf(schema, random);
        const text = JSON.stringify(count % 2 === 0 ? whole : disturb(whole, random));
        const found = read(JSON.parse(text));
        const expected = v.safeParse(schema, JSON.parse(text));
        if (found === unsure) {
          // whatever is as it should be must not take the slow way
          assert.ok(count % 2 === 1 || !expected.success, text);
          continue;
        }
        assert.ok(expected.success, `${text} is no ${name}`);
        assert.deepEqual(found, expected.output, text);
      }
    });
  }

  const record = v.object({
    id: v.number(),
    name: v.nullish(v.string()),
    labels: v.optional(v.array(v.string()), []),
    position: v.nullish(v.number(), 3),
    rest: v.optional(v.unknown()),
    facts: v.optional(v.record(v.string(), v.string())),
  });
  const read = quickReader(record);

  it('leaves members out that the schema does not know, and puts defaults in', () => {
    assert.deepEqual(read(JSON.parse('{"id":1,"runners_token":"x","position":null}')), {
      id: 1,
      labels: [],
      position: 3,
    });
  });

  it('gives every record a default of its own', () => {
    const [one, other] = [read({ id: 1 }), read({ id: 2 })] as { labels: string[] }[];
    assert.notEqual(one?.labels, other?.labels);
  });

  for (const [what, text] of [
    ['a number whose digits were lost', '{"id":9007199254740993}'],
    ['such a number where anything may stand', '{"id":1,"rest":{"deep":[{"serial":12345678901234567890}]}}'],
    ['a member of another type', '{"id":"1"}'],
    ['a missing member', '{"name":"x"}'],
    ['a list where a record should be', '[]'],
    ['a record with a name of the prototype', '{"id":1,"facts":{"__proto__":"x"}}'],
    ['a value deeper than any record', `{"id":1,"rest":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
  ] as const)
    it(`is unsure of ${what}`, () => {
      assert.equal(read(JSON.parse(text)), unsure);
    });

  it('is sure of numbers that are no whole ones', () => {
    assert.deepEqual(quickReader(v.object({ coverage: v.number() }))(JSON.parse('{"coverage":87.5}')), {
      coverage: 87.5,
    });
  });
});
