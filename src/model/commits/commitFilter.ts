import * as v from 'valibot';
import type { ParametersOf } from '../../wire/operation.ts';
import type { listCommits } from '../../wire/commits.ts';
import { defaultRef } from '../../wire/refName.ts';
import { isDate, momentOf } from '../dates.ts';

/** What the list of commits is narrowed to; a member that is missing does not narrow. */
export interface CommitFilter {
  /** Branch or tag by its full name, hash, or range `a..b`; the default branch when missing. */
  readonly ref?: string;
  readonly path?: string;
  /** A pattern: see {@link authorPattern}. */
  readonly author?: string;
  /** Words of the message. The server searches by them and by the ref, and knows no other filter then. */
  readonly message?: string;
  /** Day or moment: `YYYY-MM-DD` or ISO 8601. */
  readonly since?: string;
  readonly until?: string;
  /** Every commit of the repository, whatever the ref. */
  readonly all?: boolean;
  readonly firstParent?: boolean;
  readonly order?: 'default' | 'topo';
  readonly trailers?: boolean;
  /** With a path: goes on with the name the file or folder had before it was renamed. */
  readonly follow?: boolean;
}

/** A filter with the name the user gave it. */
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

/** A filter as it was kept; what cannot be understood, such as a date that is none, narrows nothing. */
export const readFilter = (kept: unknown): CommitFilter => {
  const read = v.safeParse(filterShape, kept);
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

/** Named filters as they were kept, by name. */
export const readNamedFilters = (kept: unknown): readonly NamedFilter[] => {
  const read = v.safeParse(namedShape, kept);
  return read.success
    ? sortedByName(read.output.map(({ name, filter }) => ({ name, filter: readFilter(filter) })))
    : [];
};

/** The named filters with one more, in place of the one that had its name. */
export const withNamedFilter = (filters: readonly NamedFilter[], added: NamedFilter): readonly NamedFilter[] =>
  sortedByName([...filters.filter(({ name }) => name !== added.name), added]);

/** The named filters with another name for one of them, in place of the one that had that name. */
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

/**
 * The filter with the words of a message to search for. What the server does not know beside them is left out; and they are
 * left out of a filter that is narrowed by anything else.
 */
export const withMessage = ({ ref, all }: CommitFilter, message: string): CommitFilter => ({
  ...(ref === undefined || all === true ? {} : { ref }),
  message,
});

/** Says whether two filters narrow alike. */
export const sameFilter = (one: CommitFilter, other: CommitFilter): boolean => {
  const words = (filter: CommitFilter): string =>
    JSON.stringify(activeFilters(filter).map((name) => [name, filter[name]]));
  return words(one) === words(other);
};

/**
 * A name as a pattern that matches it alone. Servers and git read authors as regular expressions, of whichever kind they
 * are set to: what only some of them take for a sign stands in brackets.
 */
export const authorPattern = (name: string): string =>
  name.replace(/[+?(){}|]|[\\.[*^$]/g, (sign) => (/[+?(){}|]/.test(sign) ? `[${sign}]` : `\\${sign}`));

/** The name that a pattern of authors matches alone; undefined where it may match others as well. */
export const authorName = (pattern: string): string | undefined => {
  const name = pattern.replace(/\[([+?(){}|])\]|\\([\\.[*^$])/g, '$1$2');
  return authorPattern(name) === pattern ? name : undefined;
};

/** The filter as parameters of C1. `until` a day includes that day. */
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

/** Says whether `since` lies after `until`, so that no commit can be between them. */
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

/** Names the members of a filter that narrow or change the list, in a fixed order. */
export const activeFilters = (filter: CommitFilter): readonly (keyof CommitFilter)[] => {
  const active: (keyof CommitFilter)[] = narrowing.filter((name) => {
    const value = filter[name];
    return value !== undefined && value !== false && value !== 'default';
  });
  return filter.follow === true && filter.path !== undefined ? [...active, 'follow'] : active;
};
