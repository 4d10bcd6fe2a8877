import * as v from 'valibot';
import type { ParametersOf } from '../../wire/operation.ts';
import type { listCommits } from '../../wire/commits.ts';
import { defaultRef } from '../../wire/refName.ts';
import { isDate, momentOf } from '../dates.ts';

/** Missing members don't filter. */
export interface CommitFilter {
  /** Full ref name, SHA or range `a..b`. */
  readonly ref?: string;
  readonly path?: string;
  readonly author?: string;
  /** Uses the search API, which otherwise only takes `ref`. */
  readonly message?: string;
  /** `YYYY-MM-DD` or ISO 8601. */
  readonly since?: string;
  readonly until?: string;
  /** Ignores `ref`. */
  readonly all?: boolean;
  readonly firstParent?: boolean;
  readonly order?: 'default' | 'topo';
  readonly trailers?: boolean;
  /** Follows renames of `path`. */
  readonly follow?: boolean;
}

export interface NamedFilter {
  readonly name: string;
  readonly filter: CommitFilter;
}

const text = v.optional(v.pipe(v.string(), v.nonEmpty()));
const flag = v.optional(v.boolean());
const filterShape = v.object({
  ref: text,
  path: text,
  author: text,
  message: text,
  since: text,
  until: text,
  all: flag,
  firstParent: flag,
  order: v.optional(v.picklist(['default', 'topo'])),
  trailers: flag,
  follow: flag,
});
const namedShape = v.array(v.object({ name: v.pipe(v.string(), v.nonEmpty()), filter: v.unknown() }));

/** Drops invalid parts. */
export const readFilter = (stored: unknown): CommitFilter => {
  const read = v.safeParse(filterShape, stored);
  if (!read.success) return {};
  const filter = Object.fromEntries(
    Object.entries(read.output).filter(([, value]) => value !== undefined),
  ) as CommitFilter;
  return withoutBadDates(filter);
};

const withoutBadDates = (filter: CommitFilter): CommitFilter => {
  const { since, until, ...rest } = filter;
  return {
    ...rest,
    ...(since !== undefined && isDate(since) ? { since } : {}),
    ...(until !== undefined && isDate(until) ? { until } : {}),
  };
};

/** Sorted by name. */
export const readNamedFilters = (stored: unknown): readonly NamedFilter[] => {
  const read = v.safeParse(namedShape, stored);
  return read.success
    ? sortedByName(read.output.map(({ name, filter }) => ({ name, filter: readFilter(filter) })))
    : [];
};

/** Replaces a filter of the same name. */
export const withNamedFilter = (filters: readonly NamedFilter[], added: NamedFilter): readonly NamedFilter[] =>
  sortedByName([...filters.filter(({ name }) => name !== added.name), added]);

/** Replaces a filter of the new name. */
export const withRenamedFilter = (
  filters: readonly NamedFilter[],
  name: string,
  to: string,
): readonly NamedFilter[] => {
  const renamed = filters.find((each) => each.name === name);
  if (renamed === undefined) return filters;
  return withNamedFilter(
    filters.filter((each) => each !== renamed),
    { ...renamed, name: to },
  );
};

const sortedByName = (filters: readonly NamedFilter[]): readonly NamedFilter[] =>
  [...filters].sort((one, other) => one.name.localeCompare(other.name));

/** Drops members that the search API doesn't support. */
export const withMessage = ({ ref, all }: CommitFilter, message: string): CommitFilter => ({
  ...(ref === undefined || all === true ? {} : { ref }),
  message,
});

export const sameFilter = (one: CommitFilter, other: CommitFilter): boolean => {
  const words = (filter: CommitFilter): string =>
    JSON.stringify(activeFilters(filter).map((name) => [name, filter[name]]));
  return words(one) === words(other);
};

/** Escapes a name for basic and extended regular expressions, as servers differ: brackets work in both. */
export const authorPattern = (name: string): string =>
  name.replace(/[+?(){}|]|[\\.[*^$]/g, (sign) => (/[+?(){}|]/.test(sign) ? `[${sign}]` : `\\${sign}`));

/** Undefined unless made by {@link authorPattern}. */
export const authorName = (pattern: string): string | undefined => {
  const name = pattern.replace(/\[([+?(){}|])\]|\\([\\.[*^$])/g, '$1$2');
  return authorPattern(name) === pattern ? name : undefined;
};

/** C1. An `until` day is inclusive. */
export const filterParameters = (filter: CommitFilter): Omit<ParametersOf<typeof listCommits>, 'id'> => ({
  ref_name: filter.all === true ? undefined : (filter.ref ?? defaultRef),
  path: filter.path,
  author: filter.author,
  since: filter.since && momentOf(filter.since, 'begin'),
  until: filter.until && momentOf(filter.until, 'end'),
  all: filter.all,
  first_parent: filter.firstParent,
  order: filter.order === 'topo' ? 'topo' : undefined,
  trailers: filter.trailers,
});

export const isEmptySpan = ({ since, until }: Pick<CommitFilter, 'since' | 'until'>): boolean => {
  const { since: from, until: to } = filterParameters({ ...(since ? { since } : {}), ...(until ? { until } : {}) });
  return from !== undefined && to !== undefined && from > to;
};

const narrowing = [
  'ref',
  'message',
  'path',
  'author',
  'since',
  'until',
  'all',
  'firstParent',
  'order',
  'trailers',
] as const;

/** In a fixed order. */
export const activeFilters = (filter: CommitFilter): readonly (keyof CommitFilter)[] => {
  const active: (keyof CommitFilter)[] = narrowing.filter((name) => {
    const value = filter[name];
    return value !== undefined && value !== false && value !== 'default';
  });
  return filter.follow === true && filter.path !== undefined ? [...active, 'follow'] : active;
};
