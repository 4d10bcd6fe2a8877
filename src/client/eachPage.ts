import type { Operation, PageAnswer, ParametersOf, ParameterTable, RecordOf } from '../wire/operation.ts';
import type { Client, SendOptions } from './client.ts';
import type { Page } from './pages.ts';

/** Reads a list page by page, as far as its reader asks. The last page may be empty and is not given then. */
export async function* eachPage<O extends Operation<ParameterTable, PageAnswer<unknown>>>(
  client: Client,
  operation: O,
  parameters: ParametersOf<O>,
  options: SendOptions = {},
): AsyncGenerator<Page<RecordOf<O>>> {
  for (let number: number | undefined = 1; number !== undefined;) {
    const answer = await client.send(operation, { ...parameters, page: number }, options);
    const page = answer as unknown as Page<RecordOf<O>>;
    if (page.items.length === 0 && number > 1) return;
    yield page;
    number = page.next;
  }
}

/** All items of a list that is short by its nature. */
export const everyItem = async <Item>(pages: AsyncIterable<Page<Item>>): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const page of pages) items.push(...page.items);
  return items;
};
