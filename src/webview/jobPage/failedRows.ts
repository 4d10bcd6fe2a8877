import type { FailedRelationView } from '../../messages/jobPage.ts';

/** The columns one can sort by, in their order. */
export const columns = ['relation', 'source', 'message', 'exceptionClass', 'line', 'atMs'] as const;

/** A column one can sort by. */
export type Column = (typeof columns)[number];

/** Tells whether something names a column. */
export const isColumn = (value: unknown): value is Column => columns.some((column) => column === value);

/** How the reader looks at the table. */
export interface TableView {
  readonly filter: string;
  /** The relation that is shown alone, by the server's word; undefined: all. */
  readonly kind: string | undefined;
  /** Undefined: in the order in which the server tells them. */
  readonly sort: Column | undefined;
  readonly direction: 'ascending' | 'descending';
}

/** Before the reader has changed anything. */
export const usualView: TableView = { filter: '', kind: undefined, sort: undefined, direction: 'ascending' };

/** The view after a click on a column's header: up, then down, then as the server tells them. */
export const sortedBy = (view: TableView, column: Column): TableView => {
  if (view.sort !== column) return { ...view, sort: column, direction: 'ascending' };
  return view.direction === 'ascending'
    ? { ...view, direction: 'descending' }
    : { ...view, sort: undefined, direction: 'ascending' };
};

/** A part that failed with the text the filter looks in. */
export interface FailedRow {
  readonly relation: FailedRelationView;
  readonly text: string;
}

/** Prepares rows for the filter, once for each list. */
export const failedRows = (relations: readonly FailedRelationView[]): readonly FailedRow[] =>
  relations.map((relation) => {
    const { relation: name, key, source, message, exceptionClass, line } = relation;
    return { relation, text: [name, key, source, message, exceptionClass, line ?? ''].join('\n').toLowerCase() };
  });

/** The relations there are, most failures first. */
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

/** The rows of a view, in its order. Every word of the filter must occur; rows without a value come last. */
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

/** What long texts have in common at their end does not decide their order. */
const start = (value: string | number | undefined): string => String(value ?? '').slice(0, 500);
