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

/** A list that should be short goes on and on. */
export class EndlessList extends Error {
  override readonly name = 'EndlessList';
}

/** Most pages of a list that is read whole: a server could go on promising one more. */
const mostPages = 1_000;

/** All items of a list that is short by its nature; throws `EndlessList` where it is not. */
export const everyItem = async <Item>(pages: AsyncIterable<Page<Item>>): Promise<Item[]> => {
  const items: Item[] = [];
  let number = 0;
  for await (const page of pages) {
    number += 1;
    if (number > mostPages) throw new EndlessList(`the list has more than ${mostPages} pages`);
    items.push(...page.items);
  }
  return items;
};
