import type { Page } from '../../client/pages.ts';

/** 1-based, oldest item first. */
export type ReadPage<Item> = (page: number, signal: AbortSignal) => Promise<Page<Item>>;

/** Requires a total in the first answer, else the order stays. Records may repeat. */
export const newestFirst = <Item>(read: ReadPage<Item>, pageSize: number): ReadPage<Item> => {
  let last: number | undefined;
  return async (page, signal) => {
    if (page === 1) {
      const first = await read(1, signal);
      if (first.total === undefined && first.next !== undefined) {
        last = undefined;
        return first;
      }
      last = Math.max(1, Math.ceil((first.total ?? 0) / pageSize));
      if (last === 1) return { ...first, items: first.items.toReversed() };
    } else if (last === undefined) {
      return read(page, signal);
    }
    const { items, total } = await read(last - page + 1, signal);
    return { items: items.toReversed(), next: page < last ? page + 1 : undefined, total };
  };
};

export const onceEach = <Item>(items: readonly Item[], keyOf: (item: Item) => number): readonly Item[] => {
  const seen = new Set<number>();
  return items.filter((item) => {
    const isNew = !seen.has(keyOf(item));
    seen.add(keyOf(item));
    return isNew;
  });
};
