import { type Client, createClient } from '../../../src/client/client.ts';
import { directConnections } from '../../../src/client/transport.ts';
import { createUndiciTransport } from '../../../src/client/undiciTransport.ts';
import type { RunningSandbox } from '../../../src/sandbox/startSandbox.ts';

/** A client of a sandbox in the name of somebody; reads are sent again without a pause. */
export const clientOf = (
  sandbox: RunningSandbox,
  as: keyof RunningSandbox['tokens'],
  { baseUrl = sandbox.url }: { readonly baseUrl?: string } = {},
): Client => {
  const transport = createUndiciTransport({ ...directConnections, systemCertificates: false });
  return createClient({
    baseUrl,
    token: async () => sandbox.tokens[as],
    transport: async () => transport,
    wait: async () => undefined,
  });
};
