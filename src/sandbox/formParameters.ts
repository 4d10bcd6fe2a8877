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

const intoList = (list: FormValue[], steps: readonly string[], value: string): FormValue[] => {
  if (steps.length === 0) return [...list, value];
  const last = list.at(-1);
  // a member that is there already begins the next element
  const goesOn = isMembers(last) && !hasMember(last, steps);
  const element = intoMembers(goesOn ? last : {}, steps, value);
  return goesOn ? [...list.slice(0, -1), element] : [...list, element];
};

const intoMembers = (members: Members, steps: readonly string[], value: string): Members => {
  const [step = '', ...rest] = steps;
  if (rest.length === 0) return { ...members, [step]: value };
  const known = Object.hasOwn(members, step) ? members[step] : undefined;
  const next =
    rest[0] === ''
      ? intoList(Array.isArray(known) ? known : [], rest.slice(1), value)
      : intoMembers(isMembers(known) ? known : {}, rest, value);
  return { ...members, [step]: next };
};

/**
 * Nests form fields or query parameters the way Rails does: `a[]=1&a[]=2` is a list, `h[k]=v` a record, and with
 * `a[][x]=…&a[][y]=…` the elements follow from the order: a member that repeats begins the next one.
 */
export const nestedParameters = (fields: Iterable<readonly [string, string]>): Readonly<Record<string, FormValue>> => {
  let members: Members = {};
  for (const [name, value] of fields) members = intoMembers(members, stepsOf(name), value);
  return members;
};
