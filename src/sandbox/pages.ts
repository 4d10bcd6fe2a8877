/** `total` is undefined for operations without totals. */
export interface PageReply<Item> {
  readonly kind: 'page';
  readonly items: readonly Item[];
  readonly page: number;
  readonly perPage: number;
  readonly total: number | undefined;
  readonly hasNext: boolean;
}

export interface Paging {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
}

export const pageBounds = ({ page = 1, per_page = 20 }: Paging): { page: number; perPage: number; offset: number } => ({
  page,
  perPage: per_page,
  offset: (page - 1) * per_page,
});

export const rowsOnPage = <Row>(paging: Paging, rows: readonly Row[]): readonly Row[] => {
  const { offset, perPage } = pageBounds(paging);
  return rows.slice(offset, offset + perPage);
};

export const countedPage = <Item>(paging: Paging, total: number, items: readonly Item[]): PageReply<Item> => {
  const { page, perPage, offset } = pageBounds(paging);
  return { kind: 'page', items, page, perPage, total, hasNext: offset + perPage < total };
};

/** Page without totals; as in GitLab, a full page always links to the next one, which may be empty (C1). */
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
 * `X-Next-Page` is empty on the last page; `X-Total` and `rel="last"` are omitted without totals. Links use the
 * instance's URL, whatever host was requested.
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
