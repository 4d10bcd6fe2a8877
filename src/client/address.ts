import * as v from 'valibot';
import type { Operation, Parameter } from '../wire/operation.ts';

/** A request made of an operation and its parameters. */
export interface BuiltRequest {
  readonly url: URL;
  /** JSON text, or undefined when the operation has no body. */
  readonly body: string | undefined;
}

/** A parameter that must not be sent: which one and why. */
export class InvalidParameter extends Error {
  override readonly name = 'InvalidParameter';
}

/** Checks the parameters against the catalogue and places them in path, query and body. Throws `InvalidParameter`. */
export const buildRequest = (
  baseUrl: string,
  operation: Operation,
  parameters: Readonly<Record<string, unknown>>,
): BuiltRequest => {
  const given = checked(operation, parameters);
  const path = operation.path.replace(/:([a-z_]+)/g, (_, name: string) => pathSegment(name, given.get(name)));
  const url = new URL(`${instanceAddress(baseUrl)}/api/v4${path}`);
  const body: Record<string, unknown> = {};
  for (const [name, value] of given) {
    const place = operation.parameters[name]?.place;
    if (place === 'query') url.searchParams.append(name, String(value));
    if (place === 'body') body[name] = value;
  }
  const hasBody = Object.values(operation.parameters).some((parameter) => parameter.place === 'body');
  return { url, body: hasBody ? JSON.stringify(body) : undefined };
};

/** The address of the instance without credentials, query and trailing slash; throws `InvalidParameter`. */
export const instanceAddress = (baseUrl: string): string => {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (base === undefined || !/^https?:$/.test(base.protocol))
    throw new InvalidParameter('the address of the instance is not valid');
  return `${base.origin}${base.pathname.replace(/\/$/, '')}`;
};

const checked = (operation: Operation, parameters: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> => {
  const unknownName = Object.keys(parameters).find((name) => !Object.hasOwn(operation.parameters, name));
  if (unknownName !== undefined)
    throw new InvalidParameter(`${unknownName} is not a parameter of ${operation.reference}`);
  const given = new Map<string, unknown>();
  for (const [name, parameter] of Object.entries(operation.parameters)) {
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

/** Encodes a value so that it stays one segment: `group/project` becomes `group%2Fproject`. */
const pathSegment = (name: string, value: unknown): string => {
  const text = String(value);
  // a URL drops these segments, and the request would go to another operation
  if (text === '.' || text === '..') throw new InvalidParameter(`${name} may not be "${text}"`);
  try {
    return encodeURIComponent(text);
  } catch {
    throw new InvalidParameter(`${name} holds half of a character`);
  }
};
