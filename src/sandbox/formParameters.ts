import { badRequest } from './refusals.ts';

/** A value as forms and query strings nest it: text, a list (`a[]=`), or members by name (`h[k]=`). */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

type Members = Record<string, FormValue>;

const isMembers = (value: FormValue | undefined): value is Members =>
  typeof value === 'object' && !Array.isArray(value);

/** Splits `actions[][position][line]` into `actions`, ``, `position`, `line`; a name that is no such form stays whole. */
const stepsOf = (name: string): readonly string[] => {
  const found = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name);
  if (found === null) return [name];
  const inner = [...(found[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? '');
  return [found[1] ?? '', ...inner];
};

const hasMember = (members: Members, steps: readonly string[]): boolean => {
  const [step = '', ...rest] = steps;
  if (!Object.hasOwn(members, step)) return false;
  const value = members[step];
  if (rest.length === 0 || rest[0] === '') return rest.length === 0;
  return isMembers(value) ? hasMember(value, rest) : true;
};

const intoList = (list: FormValue[], steps: readonly string[], value: string): void => {
  if (steps.length === 0) return void list.push(value);
  const last = list.at(-1);
  // a member that is there already begins the next element
  if (isMembers(last) && !hasMember(last, steps)) return intoMembers(last, steps, value);
  const element: Members = {};
  list.push(element);
  intoMembers(element, steps, value);
};

const intoMembers = (members: Members, steps: readonly string[], value: string): void => {
  const [step = '', ...rest] = steps;
  if (rest.length === 0) return setMember(members, step, value);
  const known = Object.hasOwn(members, step) ? members[step] : undefined;
  if (rest[0] === '') {
    const list = Array.isArray(known) ? known : [];
    setMember(members, step, list);
    return intoList(list, rest.slice(1), value);
  }
  const inner = isMembers(known) ? known : {};
  setMember(members, step, inner);
  intoMembers(inner, rest, value);
};

/** Sets a member as its own, also one that is called like one every object has. */
const setMember = (members: Members, name: string, value: FormValue): void =>
  void Object.defineProperty(members, name, { value, configurable: true, enumerable: true, writable: true });

/** How deep names may nest, as in Rack. */
const deepest = 32;

/**
 * Nests form fields or query parameters the way Rails does: `a[]=1&a[]=2` is a list, `h[k]=v` a record, and with
 * `a[][x]=…&a[][y]=…` the elements follow from the order: a member that repeats begins the next one. Refuses with 400
 * what is nested too deep.
 */
export const nestedParameters = (fields: Iterable<readonly [string, string]>): Readonly<Record<string, FormValue>> => {
  const members: Members = {};
  for (const [name, value] of fields) {
    const steps = stepsOf(name);
    if (steps.length > deepest) throw badRequest('Parameters are nested too deep.');
    intoMembers(members, steps, value);
  }
  return members;
};
