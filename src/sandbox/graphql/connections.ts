import { GraphQLError } from 'graphql';
import { connectionPageSize } from '../../wire/graphql.ts';

export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

/** Page in the shape of the default resolvers. */
export interface Connection<Node> {
  readonly count: number;
  readonly nodes: () => readonly Node[];
  readonly edges: () => readonly { readonly cursor: string; readonly node: Node }[];
  readonly pageInfo: {
    readonly startCursor: string | null;
    readonly endCursor: string | null;
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
  };
}

const cursorOf = (key: number | string): string =>
  Buffer.from(JSON.stringify({ id: String(key) })).toString('base64url');

const size = (asked: number | null | undefined): number =>
  Math.min(connectionPageSize, Math.max(0, asked ?? connectionPageSize));

/** Cursors hold the key of a row, so that they survive insertions and deletions. */
export const connection = <Row, Node>(
  rows: readonly Row[],
  { first, after, last, before }: PageArguments,
  { keyOf, nodeOf }: { readonly keyOf: (row: Row) => number | string; readonly nodeOf: (row: Row) => Node },
): Connection<Node> => {
  if (first != null && last != null) throw new GraphQLError('Can only provide either `first` or `last`, not both');
  const placeOf = (cursor: string): number => {
    const index = rows.findIndex((row) => cursorOf(keyOf(row)) === cursor);
    if (index === -1) throw new GraphQLError('Please provide a valid cursor');
    return index;
  };
  const lowest = after == null || after === '' ? 0 : placeOf(after) + 1;
  const highest = before == null || before === '' ? rows.length : placeOf(before);
  const start = last == null ? lowest : Math.max(lowest, highest - size(last));
  const end = last == null ? Math.min(highest, start + size(first)) : highest;
  const page = rows.slice(start, end);
  const cursors = page.map((row) => cursorOf(keyOf(row)));
  return {
    count: rows.length,
    nodes: () => page.map(nodeOf),
    edges: () => page.map((row, index) => ({ cursor: cursors[index] ?? '', node: nodeOf(row) })),
    pageInfo: {
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
      hasNextPage: end < rows.length,
      hasPreviousPage: start > 0,
    },
  };
};
