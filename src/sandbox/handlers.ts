import type { catalogue, OperationName } from '../wire/catalogue.ts';
import type { Handler } from './handling.ts';
import { administrationHandlers } from './handlerTables/administration.ts';
import { repositoryHandlers } from './handlerTables/repository.ts';
import { reviewHandlers } from './handlerTables/review.ts';
import { transfersHandlers } from './handlerTables/transfers.ts';

/** Typed so that a missing handler doesn't compile. */
export const handlers: { readonly [K in OperationName]: Handler<(typeof catalogue)[K]> } = {
  ...repositoryHandlers,
  ...reviewHandlers,
  ...administrationHandlers,
  ...transfersHandlers,
};

/** Sufficient scopes besides `api` (and `read_api` for reads). */
export const extraScopes: { readonly [K in OperationName]?: readonly string[] | 'any' } = {
  getUser: ['read_user'],
  getVersion: ['read_user'],
  getMetadata: ['read_user'],
  getOwnToken: 'any',
  listUsers: ['read_user'],
  getFile: ['read_repository'],
  getRawFile: ['read_repository'],
};
