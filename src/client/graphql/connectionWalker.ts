export interface WalkedPage<Node> {
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  readonly nodes: readonly (Node | null)[] | null;
}

export class EndlessConnection extends Error {
  override readonly name = 'EndlessConnection';
}

export interface WalkBounds {
  /** Items per page, at most 100. */
  readonly pageSize?: number;
  readonly mostPages?: number;
}

/**
 * Reads pages on demand, skipping null nodes and empty pages. Throws `EndlessConnection` if the cursor doesn't advance or
 * there are too many pages.
 */
export async function* eachNodePage<Node>(
  readPage: (page: {
    readonly first: number;
    readonly after: string | null;
  }) => Promise<WalkedPage<Node> | null | undefined>,
  { pageSize = 100, mostPages = 1_000 }: WalkBounds = {},
): AsyncGenerator<readonly Node[], void, void> {
  let after: string | null = null;
  for (let number = 1; ; number += 1) {
    if (number > mostPages) throw new EndlessConnection(`the connection has more than ${mostPages} pages`);
    const page: WalkedPage<Node> | null | undefined = await readPage({ first: pageSize, after });
    if (page == null) return;
    const nodes = (page.nodes ?? []).filter((node) => node !== null);
    if (nodes.length > 0) yield nodes;
    const { hasNextPage, endCursor }: WalkedPage<Node>['pageInfo'] = page.pageInfo;
    if (!hasNextPage) return;
    if (endCursor === null || endCursor === after) {
      throw new EndlessConnection('the server says that there is more but not where');
    }
    after = endCursor;
  }
}
