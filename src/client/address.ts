import * as v from 'valibot';
import { isWrite, type Operation, type Parameter } from '../wire/operation.ts';
import { documentPath, documentSpelling, type Spelling } from '../wire/spelling.ts';
import { type Field, fieldsOf, UnwritableField } from './fields.ts';
import { multipartBody } from './multipart.ts';
import type { StreamedBody } from './transport.ts';

export interface BuiltRequest {
  readonly url: URL;
  /** False for dry runs. */
  readonly isChange: boolean;
  /** 1-based. */
  readonly page: number;
  /** Undefined if the operation has no body. */
  readonly body: string | StreamedBody | undefined;
  readonly contentType: string | undefined;
}

export interface RequestForm {
  /** Default: real names. */
  readonly spelling?: Spelling | undefined;
  /** `application/x-www-form-urlencoded` instead of JSON. */
  readonly encoding?: 'form' | undefined;
}

export class InvalidParameter extends Error {
  override readonly name = 'InvalidParameter';
}

/** Validates parameters against the catalogue. Throws `InvalidParameter`. */
export const buildRequest = (
  baseUrl: string,
  operation: Operation,
  parameters: Readonly<Record<string, unknown>>,
  form: RequestForm = {},
): BuiltRequest => {
  const given = checked(operation, parameters);
  const inDocument = form.spelling === 'document';
  const template = inDocument ? documentPath(operation.path) : operation.path;
  const path = template.replace(/:([a-z_]+)/g, (_, name: string) => pathSegment(name, given.get(name)));
  const query = new URLSearchParams();
  const members: [name: string, value: unknown][] = [];
  for (const [name, value] of given) {
    const place = operation.parameters[name]?.place;
    const spelled = inDocument ? documentSpelling(name) : name;
    if (place === 'query') for (const [field, text] of texts(spelled, value)) query.append(field, text);
    if (place === 'body') members.push([spelled, value]);
  }
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  const url = new URL(`${instanceAddress(baseUrl)}/api/v4${path}${search}`);
  const isChange = isWrite(operation) && given.get('dry_run') !== true;
  return { url, isChange, page: Number(given.get('page') ?? 1), ...bodyOf(operation, members, form) };
};

/** Servers read `{}` as no parameters. */
const bodyOf = (
  operation: Operation,
  members: readonly (readonly [name: string, value: unknown])[],
  { encoding }: RequestForm,
): Pick<BuiltRequest, 'body' | 'contentType'> => {
  const hasBody = (): boolean => Object.values(operation.parameters).some(({ place }) => place === 'body');
  if (operation.method === 'GET' || !hasBody()) return { body: undefined, contentType: undefined };
  if (operation.encoding === 'multipart') {
    if (encoding === 'form') throw new InvalidParameter(`${operation.reference} holds a file, which no form carries`);
    const body = multipartBody(members.flatMap(([name, value]) => fields(name, value)));
    if (!Number.isSafeInteger(body.sizeBytes)) throw new InvalidParameter('the size of the file is not known');
    return { body, contentType: body.contentType };
  }
  if (encoding !== 'form')
    return { body: JSON.stringify(Object.fromEntries(members)), contentType: 'application/json' };
  const text = new URLSearchParams();
  for (const [name, value] of members) for (const [field, part] of texts(name, value)) text.append(field, part);
  return { body: text.toString(), contentType: 'application/x-www-form-urlencoded' };
};

const texts = (name: string, value: unknown): readonly (readonly [name: string, text: string])[] =>
  fields(name, value).map(([field, text]) => {
    if (typeof text !== 'string') throw new InvalidParameter(`${field} is a file, which only a multipart body carries`);
    return [field, text];
  });

const fields = (name: string, value: unknown): readonly Field[] => {
  try {
    return fieldsOf(name, value);
  } catch (error) {
    if (!(error instanceof UnwritableField)) throw error;
    throw new InvalidParameter(error.message, { cause: error });
  }
};

const instances = new Map<string, string>();

/** Without credentials, query and trailing slash. Throws `InvalidParameter`. */
export const instanceAddress = (baseUrl: string): string => {
  const known = instances.get(baseUrl);
  if (known !== undefined) return known;
  const base = URL.parse(baseUrl);
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new InvalidParameter('the address of the instance is not valid');
  const address = `${base.origin}${base.pathname.replace(/\/$/, '')}`;
  instances.set(baseUrl, address);
  return address;
};

const checked = (operation: Operation, parameters: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> => {
  const unknownName = Object.keys(parameters).find((name) => !Object.hasOwn(operation.parameters, name));
  if (unknownName !== undefined)
    throw new InvalidParameter(`${unknownName} is not a parameter of ${operation.reference}`);
  const given = new Map<string, unknown>();
  for (const name of Object.keys(operation.parameters)) {
    const parameter = operation.parameters[name] as Parameter;
    const value = parameters[name];
    if (value === undefined) {
      if (parameter.required) throw new InvalidParameter(`${name} is missing`);
    } else {
      given.set(name, valid(name, parameter, value));
    }
  }
  return given;
};

const valid = (name: string, parameter: Parameter, value: unknown): unknown => {
  const result = v.safeParse(parameter.schema, value);
  if (!result.success) throw new InvalidParameter(`${name}: ${result.issues[0].message}`);
  return result.output;
};

/** `group/project` becomes `group%2Fproject`. */
const pathSegment = (name: string, value: unknown): string => {
  const text = String(value);
  // URLs drop these segments
  if (text === '.' || text === '..') throw new InvalidParameter(`${name} may not be "${text}"`);
  try {
    return encodeURIComponent(text);
  } catch {
    throw new InvalidParameter(`${name} holds half of a character`);
  }
};
