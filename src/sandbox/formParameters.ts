import { badRequest } from './refusals.ts';

/** Text, a list (`a[]=`) or an object (`h[k]=`). */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

type Members = Record<string, FormValue>;

const isMembers = (value: FormValue | undefined): value is Members =>
  typeof value === 'object' && !Array.isArray(value);

/** Splits `actions[][position][line]` into `actions`, ``, `position`, `line`; other names stay whole. */
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
  // a repeated member starts the next element
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

/** Defines an own property, also for names such as `__proto__`. */
const setMember = (members: Members, name: string, value: FormValue): void =>
  void Object.defineProperty(members, name, { value, configurable: true, enumerable: true, writable: true });

/** Rack's depth limit. */
const deepest = 32;

/**
 * Nests parameters as Rails does: `a[]=1&a[]=2` is a list, `h[k]=v` an object; in `a[][x]=…&a[][y]=…` a repeated member
 * starts the next element. Throws 400 beyond the depth limit.
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
