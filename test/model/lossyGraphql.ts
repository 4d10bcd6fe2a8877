import { createGraphqlClient, type GraphqlClient } from '../../src/client/graphql/graphqlClient.ts';
import { directConnections } from '../../src/client/transport.ts';
import { createUndiciTransport } from '../../src/client/undici/undiciTransport.ts';
import { loopback } from '../client/loopback.ts';
import { withSandbox } from '../sandbox/driving.ts';
import type { SandboxOptions } from '../support/servers/startSandbox.ts';
import { relay } from './relay.ts';

/** A sandbox behind a relay that loses mutations. */
export const lossyGraphql = (options: SandboxOptions = {}) => {
  const net = loopback();
  const run = withSandbox(options);
  let count = 0;
  return {
    run,
    mutations: (): number => count,
    /** Loses mutations (`request`) or their answers (`answer`). */
    connected: async (loses: 'nothing' | 'request' | 'answer', token = 'maintainer'): Promise<GraphqlClient> => {
      count = 0;
      const { url, tokens } = run().sandbox;
      const baseUrl = await relay(net, url, async ({ request, response, forward }) => {
        const isMutation = request.body.includes('mutation');
        if (isMutation) count += 1;
        if (isMutation && loses === 'request') return void response.destroy();
        const answer = await forward();
        if (isMutation && loses === 'answer') response.destroy();
        else answer();
      });
      const transport = createUndiciTransport(directConnections);
      net.defer(() => transport.close());
      const secret = tokens[token as keyof typeof tokens];
      return createGraphqlClient({ baseUrl, token: async () => secret, transport: async () => transport });
    },
  };
};
