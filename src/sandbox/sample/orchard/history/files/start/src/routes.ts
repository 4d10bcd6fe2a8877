import { catalogue } from './fruit/catalogue.ts';
import { stock } from './inventory/stock.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Finds the answer to a request. */
export const route = async (method: string, path: string): Promise<Answer> => {
  if (method === 'GET' && path === '/varieties') return { status: 200, body: await catalogue() };
  if (method === 'GET' && path === '/stock') return { status: 200, body: stock.all() };
  return { status: 404, body: { error: 'not found' } };
};
