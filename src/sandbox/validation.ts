import * as v from 'valibot';
import type { Operation, Parameter, ParametersOf } from '../wire/operation.ts';
import { isDeclared, newestEdition, type Edition } from './edition.ts';
import { badParameters, refusal } from './refusals.ts';
import { isNumberChoice, isStructured, readStructured } from './structuredParameters.ts';

/** Unvalidated values of path, query and body. */
export type RawParameters = Readonly<Record<string, unknown>>;

const trueWords = new Set(['1', 't', 'true', 'on', 'y', 'yes']);
const falseWords = new Set(['0', 'f', 'false', 'off', 'n', 'no']);
const maxPage = 100;

type Reading = { readonly value: unknown } | { readonly problems: readonly string[] } | 'absent';

const isTime = (parameter: Parameter): boolean => {
  const { pipe } = parameter.schema as { pipe?: readonly { type?: string }[] };
  return pipe?.some((step) => step.type === 'iso_timestamp') === true;
};

const asText = (raw: unknown): string | undefined =>
  typeof raw === 'string' ? raw : typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : undefined;

const takesFractions = ({ schema }: Parameter): boolean => !('pipe' in schema);

const scalar = (type: string, text: string): unknown => {
  if (type === 'number') return /^[+-]?\d+$/.test(text.trim()) ? Number(text) : undefined;
  const word = text.toLowerCase();
  return trueWords.has(word) ? true : falseWords.has(word) ? false : undefined;
};

const coerced = (parameter: Parameter, text: string): unknown => {
  const { type } = parameter.schema;
  if (type === 'number' && takesFractions(parameter)) {
    return /^[+-]?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
  }
  if (isNumberChoice(parameter.schema)) return scalar('number', text);
  if (type === 'boolean' || type === 'number') return scalar(type, text);
  // unions of words and numbers: words first
  if (type === 'union' && !v.is(parameter.schema, text)) return scalar('number', text) ?? text;
  if (isTime(parameter)) {
    const time = Date.parse(text);
    return Number.isNaN(time) ? undefined : new Date(time).toISOString();
  }
  return text;
};

/** Text that must not be empty must not be blank either. */
const withoutBlanks = ({ schema, place }: Parameter, text: string): string =>
  place === 'body' && schema.type === 'string' && text.trim() === '' && !v.is(schema, '') ? '' : text;

const read = (name: string, parameter: Parameter, raw: unknown): Reading => {
  if (raw === undefined || raw === null) return parameter.required ? { problems: [`${name} is missing`] } : 'absent';
  if (isStructured(parameter.schema)) return readStructured(name, parameter.schema, raw, scalar);
  // labels may also be a list
  const given = asText(name === 'labels' && Array.isArray(raw) ? raw.join(',') : raw);
  if (given === undefined) return { problems: [`${name} is invalid`] };
  const text = withoutBlanks(parameter, given);
  if (text === '' && parameter.place !== 'body')
    return parameter.required ? { problems: [`${name} is empty`] } : 'absent';
  const value = coerced(parameter, text);
  if (value === undefined) return { problems: [`${name} is invalid`] };
  if (name === 'per_page' && value === 0) return { problems: ['per_page has a value not allowed'] };
  const parsed = v.safeParse(
    parameter.schema,
    name === 'per_page' && typeof value === 'number' ? Math.min(value, maxPage) : value,
  );
  if (parsed.success) return { value: parsed.output };
  if (text === '') return parameter.required ? { problems: [`${name} is empty`] } : 'absent';
  const { type } = parameter.schema;
  return {
    problems: [`${name} ${type === 'picklist' || type === 'number' ? 'does not have a valid value' : 'is invalid'}`],
  };
};

/** Ignores file contents. */
export const holdsNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null || 'open' in value) return false;
  return Object.entries(value).some(([name, member]) => name !== 'content' && holdsNul(member));
};

/** Throws 400 for NUL characters, as GitLab does before validation. */
export const withoutNul = (raw: RawParameters): RawParameters => {
  if (holdsNul(raw)) throw refusal(400, '400 Bad Request');
  return raw;
};

/**
 * Validates like GitLab: converts text, treats blank optional values as missing, caps `per_page` at 100, ignores
 * unknown parameters. Throws 400 with all errors in the order of the declaration.
 */
export const checkParameters = <O extends Operation>(
  operation: O,
  raw: RawParameters,
  edition: Edition = newestEdition,
): ParametersOf<O> => {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, parameter] of Object.entries(operation.parameters)) {
    if (!isDeclared(edition, parameter)) continue;
    const reading = read(name, parameter, raw[name]);
    if (reading === 'absent') {
      if (parameter.default !== undefined) values[name] = parameter.default;
    } else if ('problems' in reading) problems.push(...reading.problems);
    else values[name] = reading.value;
  }
  if (problems.length > 0) throw badParameters(problems);
  return values as ParametersOf<O>;
};
