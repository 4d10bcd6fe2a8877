export interface Page<Item> {
  readonly items: readonly Item[];
  /** 1-based; undefined on the last page, but may be empty. */
  readonly next: number | undefined;
  /** Total, if the server counts the items. */
  readonly total: number | undefined;
}

export const pageOf = (
  headers: Readonly<Record<string, string>>,
  currentPage: number,
): Pick<Page<unknown>, 'next' | 'total'> => ({ next: nextPage(headers, currentPage), total: totalItems(headers) });

/** `X-Next-Page`, else `Link: rel="next"`, of which only the number is used. A page that isn't later is ignored. */
export const nextPage = (headers: Readonly<Record<string, string>>, currentPage: number): number | undefined => {
  const named = headers['x-next-page'];
  const next = named === undefined ? pageOfLink(headers['link']) : wholeNumber(named);
  return next !== undefined && next > currentPage ? next : undefined;
};

/** GitLab omits `X-Total` for long lists and for commits. */
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
