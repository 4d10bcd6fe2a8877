/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Number of the next page, 1-based; undefined on the last. The page it names may turn out empty. */
  readonly next: number | undefined;
  /** Items in all pages, where the server counts them. */
  readonly total: number | undefined;
}

/** What the headers of a page tell of its list. */
export const pageOf = (
  headers: Readonly<Record<string, string>>,
  currentPage: number,
): Pick<Page<unknown>, 'next' | 'total'> => ({ next: nextPage(headers, currentPage), total: totalItems(headers) });

/**
 * Reads where a list goes on from the headers of a page: `X-Next-Page`, or the `page` of `Link: rel="next"`.
 * Only the number is used, never the address; a page that does not lead forward is the last.
 */
export const nextPage = (headers: Readonly<Record<string, string>>, currentPage: number): number | undefined => {
  const named = headers['x-next-page'];
  const next = named === undefined ? pageOfLink(headers['link']) : wholeNumber(named);
  return next !== undefined && next > currentPage ? next : undefined;
};

/** Items in all pages from `X-Total`, which servers leave out for long lists and for commits. */
export const totalItems = (headers: Readonly<Record<string, string>>): number | undefined =>
  wholeNumber(headers['x-total']);

const pageOfLink = (link = ''): number | undefined => {
  for (const [, target = '', attributes = ''] of link.matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (/;\s*rel="?next"?\s*(?:[;,]|$)/i.test(attributes)) return wholeNumber(/[?&]page=(\d+)/.exec(target)?.[1]);
  }
  return undefined;
};

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
