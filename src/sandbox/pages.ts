/** One page of an answer, already cut. `total` is undefined for operations that never count. */
export interface PageReply<Item> {
  readonly kind: 'page';
  readonly items: readonly Item[];
  readonly page: number;
  readonly perPage: number;
  readonly total: number | undefined;
  readonly hasNext: boolean;
}

/** The paging parameters as validation leaves them. */
export interface Paging {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
}

/** Which rows a page holds. */
export const pageBounds = ({ page = 1, per_page = 20 }: Paging): { page: number; perPage: number; offset: number } => ({
  page,
  perPage: per_page,
  offset: (page - 1) * per_page,
});

/** The rows of a complete list that belong on the page. */
export const rowsOnPage = <Row>(paging: Paging, rows: readonly Row[]): readonly Row[] => {
  const { offset, perPage } = pageBounds(paging);
  return rows.slice(offset, offset + perPage);
};

/** A page of a list of known length, with totals in its headers. */
export const countedPage = <Item>(paging: Paging, total: number, items: readonly Item[]): PageReply<Item> => {
  const { page, perPage, offset } = pageBounds(paging);
  return { kind: 'page', items, page, perPage, total, hasNext: offset + perPage < total };
};

/** A page without totals; a full page always points to a next one, even to an empty one (C1's habit). */
export const uncountedPage = <Item>(paging: Paging, items: readonly Item[]): PageReply<Item> => {
  const { page, perPage } = pageBounds(paging);
  return { kind: 'page', items, page, perPage, total: undefined, hasNext: items.length === perPage };
};

const link = (url: URL, page: number, perPage: number, rel: string): string => {
  const target = new URL(url);
  target.searchParams.set('page', String(page));
  target.searchParams.set('per_page', String(perPage));
  return `<${target.href}>; rel="${rel}"`;
};

/**
 * The paging headers: `X-Next-Page` is an empty string on the last page, `X-Total` and `rel="last"` are left out
 * when the list is not counted. Links point to the instance's own address, whatever host was called.
 */
export const pageHeaders = (reply: PageReply<unknown>, url: URL): Record<string, string> => {
  const { page, perPage, total, hasNext } = reply;
  const lastPage = total === undefined ? undefined : Math.max(1, Math.ceil(total / perPage));
  const links = [
    ...(page > 1 ? [link(url, page - 1, perPage, 'prev')] : []),
    ...(hasNext ? [link(url, page + 1, perPage, 'next')] : []),
    link(url, 1, perPage, 'first'),
    ...(lastPage === undefined ? [] : [link(url, lastPage, perPage, 'last')]),
  ];
  return {
    'x-per-page': String(perPage),
    'x-page': String(page),
    'x-next-page': hasNext ? String(page + 1) : '',
    'x-prev-page': page > 1 ? String(page - 1) : '',
    link: links.join(', '),
    ...(total === undefined ? {} : { 'x-total': String(total), 'x-total-pages': String(lastPage) }),
  };
};
