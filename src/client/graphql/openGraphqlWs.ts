import { Secrets } from '../secrets.ts';
import { createGraphqlWsSource } from './graphqlWsSource.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import { type SocketDeps, withCleanWords } from './subscriptionSource.ts';

/** A separate bundle, as GitLab uses the cable. */
export const openGraphqlWs = (surroundings: SocketDeps): Subscriptions => {
  const { secrets = new Secrets() } = surroundings;
  return createSubscriptions(withCleanWords(createGraphqlWsSource({ ...surroundings, secrets }), secrets));
};
