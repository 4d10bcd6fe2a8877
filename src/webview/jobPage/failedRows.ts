import type { FailedRelationView } from '../../messages/jobPage.ts';

/** In display order. */
export const columns = ['relation', 'source', 'message', 'exceptionClass', 'line', 'atMs'] as const;

export type Column = (typeof columns)[number];

export const isColumn = (value: unknown): value is Column => columns.some((column) => column === value);

/** UI state of the table. */
export interface TableView {
  readonly filter: string;
  /** `key` of the relation shown; undefined for all. */
  readonly kind: string | undefined;
  /** Undefined: the server's order. */
  readonly sort: Column | undefined;
  readonly direction: 'ascending' | 'descending';
}

export const usualView: TableView = { filter: '', kind: undefined, sort: undefined, direction: 'ascending' };

/** Cycles through ascending, descending and the server's order. */
export const sortedBy = (view: TableView, column: Column): TableView => {
  if (view.sort !== column) return { ...view, sort: column, direction: 'ascending' };
  return view.direction === 'ascending'
    ? { ...view, direction: 'descending' }
    : { ...view, sort: undefined, direction: 'ascending' };
};

/** `text` is what the filter searches. */
export interface FailedRow {
  readonly relation: FailedRelationView;
  readonly text: string;
}

/** Computed once per list. */
export const failedRows = (relations: readonly FailedRelationView[]): readonly FailedRow[] =>
  relations.map((relation) => {
    const { relation: name, key, source, message, exceptionClass, line } = relation;
    return { relation, text: [name, key, source, message, exceptionClass, line ?? ''].join('\n').toLowerCase() };
  });

/** Most failures first. */
export const kindsOf = (
  rows: readonly FailedRow[],
): readonly { readonly key: string; readonly name: string; readonly count: number }[] => {
  const kinds = new Map<string, { key: string; name: string; count: number }>();
  for (const { relation } of rows) {
    const kind = kinds.get(relation.key) ?? { key: relation.key, name: relation.relation, count: 0 };
    kind.count += 1;
    kinds.set(relation.key, kind);
  }
  return [...kinds.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
};

/** Every word of the filter must occur; missing values sort last. */
export const shownRows = (rows: readonly FailedRow[], view: TableView, locale: string): readonly FailedRow[] => {
  const words = view.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const left = rows.filter(
    ({ relation, text }) =>
      (view.kind === undefined || relation.key === view.kind) && words.every((word) => text.includes(word)),
  );
  const { sort } = view;
  if (sort === undefined) return left;
  const way = view.direction === 'ascending' ? 1 : -1;
  const collator = new Intl.Collator(locale, { numeric: true });
  return left.sort((one, other) => {
    const [a, b] = [one.relation[sort], other.relation[sort]];
    if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b));
    return way * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(start(a), start(b)));
  });
};

const isMissing = (value: string | number | undefined): boolean => value === undefined || value === '';

/** The end of long texts doesn't matter for sorting. */
const start = (value: string | number | undefined): string => String(value ?? '').slice(0, 500);
