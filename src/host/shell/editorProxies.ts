import { EventEmitter } from 'node:events';
import http from 'node:http';
import type { SystemProxies } from '../../client/transport.ts';

/**
 * Agent that VS Code installs for extensions: `resolver` returns a PAC result, `lookupProxyAuthorization` signs in by
 * Kerberos or asks for credentials.
 */
interface EditorAgent {
  readonly resolver: (request: EventEmitter, options: object, url: string) => Promise<unknown>;
  readonly opts?: {
    readonly lookupProxyAuthorization?: (
      proxyUrl: string,
      challenges: string[] | undefined,
      state: object,
    ) => Promise<unknown>;
  };
}

/**
 * VS Code's proxies; undefined if it installs no agent. There is no API: a request that is never sent exposes the
 * agent. `name`: for messages.
 */
export const editorProxies = (name: string): SystemProxies | undefined => {
  const agent = agentOf();
  if (agent === undefined) return undefined;
  const { lookupProxyAuthorization: authorize } = agent.opts ?? {};
  return {
    name,
    async proxiesFor(url) {
      // it adds listeners to the request it is given
      const found = await agent.resolver(new EventEmitter(), {}, url);
      return typeof found === 'string' ? found : '';
    },
    async signIn(proxyUrl, challenges, state) {
      const header = await authorize?.(proxyUrl, challenges && [...challenges], state);
      return typeof header === 'string' ? header : undefined;
    },
  };
};

const agentOf = (): EditorAgent | undefined => {
  const request = http.request({ hostname: '127.0.0.1', port: 9 });
  const { agent } = request as unknown as { agent?: Partial<EditorAgent> & { connect?: unknown } };
  const isEditors = typeof agent?.resolver === 'function';
  // the agent belongs to this request and would connect a moment later
  if (isEditors) agent.connect = async () => Promise.reject(new Error('nothing is sent'));
  request.on('error', () => undefined).destroy();
  return isEditors ? (agent as EditorAgent) : undefined;
};
