import { Secrets } from '../secrets.ts';
import { createGraphqlWsSource } from './graphqlWsSource.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import { type SocketDeps, withCleanWords } from './subscriptionSource.ts';

/**
 * Subscriptions of one instance by the protocol of graphql-ws at its GraphQL address; no connection before the first of
 * them. A bundle of its own: GitLab itself has its cable.
 */
export const openGraphqlWs = (surroundings: SocketDeps): Subscriptions => {
  const { secrets = new Secrets() } = surroundings;
  return createSubscriptions(withCleanWords(createGraphqlWsSource({ ...surroundings, secrets }), secrets));
};
