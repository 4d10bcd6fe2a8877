import fc from 'fast-check';
import type * as v from 'valibot';
import type { Operation, ParametersOf } from '../../src/wire/operation.ts';
import { type UploadFile, uploadFile } from '../../src/wire/parameters.ts';

interface Shape {
  readonly type: string;
  readonly options?: readonly unknown[];
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly key?: Shape;
  readonly value?: Shape;
  readonly wrapped?: Shape;
  readonly literal?: unknown;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
}

/** Path segments; `.` and `..` are refused. */
const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => !/^\.{1,2}$/.test(text));

const file: fc.Arbitrary<UploadFile> = fc.uint8Array({ maxLength: 2000 }).map((bytes) => ({
  name: 'export.tar.gz',
  size: bytes.length,
  async *open() {
    yield bytes;
  },
}));

const bound = (shape: Shape, type: string): number | undefined => {
  const requirement = shape.pipe?.find((step) => step.type === type)?.requirement;
  return typeof requirement === 'number' ? requirement : undefined;
};

const text = (shape: Shape): fc.Arbitrary<string> =>
  shape.pipe?.some(({ type }) => type === 'iso_timestamp') === true
    ? fc.integer({ min: 0, max: 4e9 }).map((seconds) => new Date(seconds * 1000).toISOString())
    : words;

const number = (shape: Shape): fc.Arbitrary<number> => {
  const min = bound(shape, 'min_value') ?? -1000;
  const max = bound(shape, 'max_value') ?? 1_000_000;
  const isWhole = shape.pipe?.some(({ type }) => type === 'integer' || type === 'safe_integer') === true;
  return isWhole ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
};

const valuesOf = (shape: Shape): fc.Arbitrary<unknown> => {
  if (shape === (uploadFile as unknown)) return file;
  switch (shape.type) {
    case 'string':
      return text(shape);
    case 'number':
      return number(shape);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'literal':
      return fc.constant(shape.literal);
    case 'picklist':
      return fc.constantFrom(...(shape.options ?? []));
    case 'union':
      return fc.oneof(...(shape.options ?? []).map((option) => valuesOf(option as Shape)));
    case 'optional':
    case 'nullish':
      return valuesOf(shape.wrapped as Shape);
    case 'array':
      return fc.array(valuesOf(shape.item as Shape), { minLength: bound(shape, 'min_length') ?? 0, maxLength: 3 });
    case 'record':
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), valuesOf(shape.value as Shape), { maxKeys: 3 });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(shape.entries ?? {}).map(([name, entry]) => [name, valuesOf(entry)])),
        { requiredKeys: requiredKeys(shape) },
      );
    default:
      throw new Error(`no values for a schema of type ${shape.type}`);
  }
};

const requiredKeys = (shape: Shape): string[] =>
  Object.entries(shape.entries ?? {}).flatMap(([name, { type }]) =>
    type === 'optional' || type === 'nullish' ? [] : [name],
  );

/** Required parameters always, others sometimes. */
export const parametersFor = (operation: Operation): fc.Arbitrary<ParametersOf<Operation>> => {
  const table = Object.entries(operation.parameters);
  return fc.record(
    Object.fromEntries(
      table.map(([name, { schema }]) => [name, valuesOf(schema as v.GenericSchema as unknown as Shape)]),
    ),
    { requiredKeys: table.flatMap(([name, { required }]) => (required ? [name] : [])) },
  );
};
