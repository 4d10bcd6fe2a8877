import { Secrets } from '../secrets.ts';
import { createCableSource } from './cableSource.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import { type SocketDeps, withCleanWords } from './subscriptionSource.ts';

/** A separate bundle. */
export const openSubscriptions = (surroundings: SocketDeps): Subscriptions => {
  const { secrets = new Secrets() } = surroundings;
  return createSubscriptions(withCleanWords(createCableSource({ ...surroundings, secrets }), secrets));
};
