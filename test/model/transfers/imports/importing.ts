import { type Client, createClient } from '../../../../src/client/client.ts';
import { directConnections } from '../../../../src/client/transport.ts';
import { createUndiciTransport } from '../../../../src/client/undici/undiciTransport.ts';
import { forgetRequestsAt, requestsAt } from '../../../support/servers/sandboxControl.ts';
import type { RunningSandbox } from '../../../support/servers/startSandbox.ts';

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

/** Since the last call. */
export const requestsOf = async (sandbox: { readonly url: string }, operation: string): Promise<number> => {
  const entries = await requestsAt(sandbox.url);
  await forgetRequestsAt(sandbox.url);
  return entries.filter((entry) => entry.operation === operation).length;
};
