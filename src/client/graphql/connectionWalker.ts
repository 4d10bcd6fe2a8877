/** What a page of a connection must hold to be walked. */
export interface WalkedPage<Node> {
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  readonly nodes: readonly (Node | null)[] | null;
}

/** A connection that cannot be walked to its end. */
export class EndlessConnection extends Error {
  override readonly name = 'EndlessConnection';
}

/** How far a connection is walked. */
export interface WalkBounds {
  /** Items of one page; servers give 100 at most. */
  readonly pageSize?: number;
  /** Most pages that are read before the walk ends in an error. */
  readonly mostPages?: number;
}

/**
 * Reads a connection page by page, as far as its reader asks. `readPage` asks for one page; undefined or null is a
 * connection that is not there and gives nothing. Null nodes are left out and empty pages passed over. A cursor that
 * does not move and more pages than allowed end in `EndlessConnection`.
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
