import * as v from 'valibot';

/** Value, or GitLab's error messages. */
export type StructuredReading = { readonly value: unknown } | { readonly problems: readonly string[] };

interface SchemaShape {
  readonly type: string;
  readonly wrapped?: SchemaShape;
  readonly item?: SchemaShape;
  /** Members of a record with arbitrary names. */
  readonly value?: SchemaShape;
  readonly entries?: Readonly<Record<string, SchemaShape>>;
  readonly options?: readonly unknown[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unwrapped = (schema: SchemaShape): SchemaShape =>
  schema.wrapped === undefined ? schema : unwrapped(schema.wrapped);

/** Picklist of numbers, which queries and forms send as text. */
export const isNumberChoice = (schema: { readonly type: string; readonly options?: unknown }): boolean =>
  schema.type === 'picklist' &&
  Array.isArray(schema.options) &&
  schema.options.every((option) => typeof option === 'number');

const structures: readonly string[] = ['array', 'object', 'record', 'custom'];

const isScalar = (schema: SchemaShape): boolean => !structures.includes(unwrapped(schema).type);

/** Splits comma-separated text. */
const listOf = (item: SchemaShape, raw: unknown): unknown => {
  if (raw === '') return [];
  return typeof raw === 'string' && isScalar(item) ? raw.split(',').map((part) => part.trim()) : raw;
};

/** Converts text to the schema's types, recursively; validation reports the rest. */
const coerced = (schema: SchemaShape, raw: unknown, scalar: (type: string, text: string) => unknown): unknown => {
  const inner = unwrapped(schema);
  const { item, entries, value: member } = inner;
  const type = isNumberChoice(inner) ? 'number' : inner.type;
  if (type === 'array' && item !== undefined) {
    const list = listOf(item, raw);
    return Array.isArray(list) ? list.map((element) => coerced(item, element, scalar)) : raw;
  }
  if (type === 'object' && entries !== undefined && isRecord(raw)) {
    const members: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(entries)) {
      const value = Object.hasOwn(raw, name) ? coerced(member, raw[name], scalar) : undefined;
      if (value !== undefined) members[name] = value;
    }
    return members;
  }
  if (type === 'record' && member !== undefined && isRecord(raw)) {
    return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, coerced(member, value, scalar)]));
  }
  if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean') return raw;
  if (type === 'string' || type === 'picklist') return String(raw);
  if (type !== 'number' && type !== 'boolean') return raw;
  // blank numbers and booleans count as missing
  if (raw === '') return undefined;
  // validation decides about fractions
  if (type === 'number' && /^[+-]?\d+\.\d+$/.test(String(raw))) return Number(raw);
  return scalar(type, String(raw)) ?? raw;
};

const problemOf = (name: string, issue: v.BaseIssue<unknown>): string => {
  const keys = (issue.path ?? []).map(({ key }) => key);
  // GitLab reports the list, not its invalid element
  const isElement = issue.type === 'object' && typeof keys.at(-1) === 'number';
  const path = (isElement ? keys.slice(0, -1) : keys).map((key) => `[${String(key)}]`).join('');
  const what =
    issue.received === 'undefined'
      ? 'is missing'
      : issue.type === 'picklist'
        ? 'does not have a valid value'
        : issue.type === 'non_empty'
          ? 'is empty'
          : 'is invalid';
  return `${name}${path} ${what}`;
};

/** Lists, records and files. */
export const isStructured = (schema: v.GenericSchema): boolean => structures.includes(unwrapped(schema).type);

/** Errors name members as GitLab does (`position[base_sha] is missing`). */
export const readStructured = (
  name: string,
  schema: v.GenericSchema,
  raw: unknown,
  scalar: (type: string, text: string) => unknown,
): StructuredReading => {
  const parsed = v.safeParse(schema, coerced(schema, raw, scalar));
  if (parsed.success) return { value: parsed.output };
  return { problems: parsed.issues.map((issue) => problemOf(name, issue)) };
};
