import type { Operation, PageAnswer, ParametersOf, ParameterTable, RecordOf } from '../wire/operation.ts';
import type { Client, SendOptions } from './client.ts';
import type { Page } from './pages.ts';

/** Reads pages on demand, without an empty last one. If the server counts the items, `ahead` pages are prefetched. */
export async function* eachPage<O extends Operation<ParameterTable, PageAnswer<unknown>>>(
  client: Client,
  operation: O,
  parameters: ParametersOf<O>,
  { ahead = 0, ...options }: SendOptions & { readonly ahead?: number } = {},
): AsyncGenerator<Page<RecordOf<O>>> {
  const ask = (page: number): Promise<Page<RecordOf<O>>> =>
    client.send(operation, { ...parameters, page }, options) as unknown as Promise<Page<RecordOf<O>>>;
  const early = new Map<number, Promise<Page<RecordOf<O>>>>();
  let last = 0;
  for (let number: number | undefined = 1; number !== undefined;) {
    const page: Page<RecordOf<O>> = await (early.get(number) ?? ask(number));
    early.delete(number);
    if (page.items.length === 0 && number > 1) return;
    // the last page is shorter
    if (number === 1) last = Math.ceil((page.total ?? 0) / Math.max(1, page.items.length));
    for (let next = number + 1; next <= Math.min(number + ahead, last); next += 1) {
      const answer = early.get(next) ?? ask(next);
      // an error is thrown when the page is read, if ever
      answer.catch(() => {});
      early.set(next, answer);
    }
    yield page;
    number = page.next;
  }
}

export class EndlessList extends Error {
  override readonly name = 'EndlessList';
}

/** A server could announce further pages forever. */
const maxPages = 1_000;

/** Throws `EndlessList` if the list isn't short. */
export const everyItem = async <Item>(pages: AsyncIterable<Page<Item>>): Promise<Item[]> => {
  const items: Item[] = [];
  let number = 0;
  for await (const page of pages) {
    number += 1;
    if (number > maxPages) throw new EndlessList(`the list has more than ${maxPages} pages`);
    items.push(...page.items);
  }
  return items;
};
