import { Secrets } from '../redactSecrets.ts';
import { createCableSource } from './cableSource.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import { type SocketDeps, withCleanWords } from './subscriptionSource.ts';

/** A separate bundle. */
export const openSubscriptions = (deps: SocketDeps): Subscriptions => {
  const { secrets = new Secrets() } = deps;
  return createSubscriptions(withCleanWords(createCableSource({ ...deps, secrets }), secrets));
};
