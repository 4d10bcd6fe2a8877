import type { ParametersOf } from '../wire/operation.ts';
import type { listCommits } from '../wire/commits.ts';

/** What the list of commits is narrowed to; a member that is missing does not narrow. */
export interface CommitFilter {
  /** Branch, tag, hash, or range `a..b`; the default branch when missing. */
  readonly ref?: string;
  readonly path?: string;
  readonly author?: string;
  /** Day or moment: `YYYY-MM-DD` or ISO 8601. */
  readonly since?: string;
  readonly until?: string;
  /** Every commit of the repository, whatever the ref. */
  readonly all?: boolean;
  readonly firstParent?: boolean;
  readonly order?: 'default' | 'topo';
  readonly trailers?: boolean;
}

/** The filter as parameters of C1. `until` a day includes that day. */
export const filterParameters = (filter: CommitFilter): Omit<ParametersOf<typeof listCommits>, 'id'> => ({
  ref_name: filter.all === true ? undefined : filter.ref,
  path: filter.path,
  author: filter.author,
  since: moment(filter.since, '00:00:00Z'),
  until: moment(filter.until, '23:59:59Z'),
  all: filter.all,
  first_parent: filter.firstParent,
  order: filter.order === 'topo' ? 'topo' : undefined,
  trailers: filter.trailers,
});

const moment = (day: string | undefined, time: string): string | undefined => {
  if (day === undefined) return undefined;
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T${time}` : new Date(day).toISOString().replace(/\.\d{3}Z$/, 'Z');
};

/** Says whether `text` is a day or moment the filter understands. */
export const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) return false;
  const parsed = new Date(text);
  return (
    !Number.isNaN(parsed.getTime()) && (!/^\d{4}-\d{2}-\d{2}$/.test(text) || parsed.toISOString().startsWith(text))
  );
};

/** Names the members of a filter that narrow or change the list, in a fixed order. */
export const activeFilters = (filter: CommitFilter): readonly (keyof CommitFilter)[] =>
  (['ref', 'path', 'author', 'since', 'until', 'all', 'firstParent', 'order', 'trailers'] as const).filter((name) => {
    const value = filter[name];
    return value !== undefined && value !== false && value !== 'default';
  });
