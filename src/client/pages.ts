export interface Page<Item> {
  readonly items: readonly Item[];
  /** 1-based; undefined on the last page. That page may be empty. */
  readonly next: number | undefined;
  /** Items in all pages, if the server counts them. */
  readonly total: number | undefined;
}

export const pageOf = (
  headers: Readonly<Record<string, string>>,
  currentPage: number,
): Pick<Page<unknown>, 'next' | 'total'> => ({ next: nextPage(headers, currentPage), total: totalItems(headers) });

/**
 * Next page by `X-Next-Page`, else by `Link: rel="next"`. Only its number is used, never the address; a page that isn't
 * later is ignored.
 */
export const nextPage = (headers: Readonly<Record<string, string>>, currentPage: number): number | undefined => {
  const named = headers['x-next-page'];
  const next = named === undefined ? pageOfLink(headers['link']) : wholeNumber(named);
  return next !== undefined && next > currentPage ? next : undefined;
};

/** Items in all pages from `X-Total`, which GitLab omits for long lists and for commits. */
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
