import * as v from 'valibot';

/** A structured value that fits, or what is wrong with it in the words of the service. */
export type StructuredReading = { readonly value: unknown } | { readonly problems: readonly string[] };

interface SchemaShape {
  readonly type: string;
  readonly wrapped?: SchemaShape;
  readonly item?: SchemaShape;
  /** What the members of a record of any names look like. */
  readonly value?: SchemaShape;
  readonly entries?: Readonly<Record<string, SchemaShape>>;
  readonly options?: readonly unknown[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unwrapped = (schema: SchemaShape): SchemaShape =>
  schema.wrapped === undefined ? schema : unwrapped(schema.wrapped);

/** Says whether a schema names the numbers that are allowed; they come as text in queries and forms. */
export const isNumberChoice = (schema: { readonly type: string; readonly options?: unknown }): boolean =>
  schema.type === 'picklist' &&
  Array.isArray(schema.options) &&
  schema.options.every((option) => typeof option === 'number');

const structures: readonly string[] = ['array', 'object', 'record', 'custom'];

const isScalar = (schema: SchemaShape): boolean => !structures.includes(unwrapped(schema).type);

/** A list as it came; one text stands for a list of words or numbers with commas between them. */
const listOf = (item: SchemaShape, raw: unknown): unknown => {
  if (raw === '') return [];
  return typeof raw === 'string' && isScalar(item) ? raw.split(',').map((part) => part.trim()) : raw;
};

/** Turns words into the values a schema asks for, all the way down; what does not fit is left for the check. */
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
  // a blank number or flag counts as not given
  if (raw === '') return undefined;
  // whether a fraction will do is for the check to say
  if (type === 'number' && /^[+-]?\d+\.\d+$/.test(String(raw))) return Number(raw);
  return scalar(type, String(raw)) ?? raw;
};

const problemOf = (name: string, issue: v.BaseIssue<unknown>): string => {
  const keys = (issue.path ?? []).map(({ key }) => key);
  // a list with an element that is no record is no such list at all
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

/** Says whether a parameter is a list, a record or a file rather than one word. */
export const isStructured = (schema: v.GenericSchema): boolean => structures.includes(unwrapped(schema).type);

/** Reads a list or a record; members are named in problems as the service does (`position[base_sha] is missing`). */
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
