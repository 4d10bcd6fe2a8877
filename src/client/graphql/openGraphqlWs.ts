import { Secrets } from '../redactSecrets.ts';
import { createGraphqlWsSource } from './graphqlWsSource.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import { type SocketDeps, withCleanWords } from './subscriptionSource.ts';

/** A separate bundle, as GitLab uses the cable. */
export const openGraphqlWs = (deps: SocketDeps): Subscriptions => {
  const { secrets = new Secrets() } = deps;
  return createSubscriptions(withCleanWords(createGraphqlWsSource({ ...deps, secrets }), secrets));
};
