import { createCableSource } from './cableSource.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import type { SocketSurroundings } from './subscriptionSource.ts';

/** Subscriptions of one instance over its cable; no connection before the first of them. A bundle of its own. */
export const openSubscriptions = (surroundings: SocketSurroundings): Subscriptions =>
  createSubscriptions(createCableSource(surroundings));
