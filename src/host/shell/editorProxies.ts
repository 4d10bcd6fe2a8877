import { EventEmitter } from 'node:events';
import http from 'node:http';
import type { SystemProxies } from '../../client/transport.ts';

/**
 * What VS Code puts in the place of the agent of an extension's request, as far as it is used here: `resolver` answers
 * as a PAC file does, by the settings of the system, and `lookupProxyAuthorization` signs in to a proxy by Kerberos or
 * with credentials that the user types.
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
 * The proxies VS Code finds and signs in to; undefined where it leaves requests of extensions as they are. There is no
 * API for it: a request that is never sent shows the agent. `name` is how sentences call the source of these proxies.
 */
export const editorProxies = (name: string): SystemProxies | undefined => {
  const agent = agentOf();
  if (agent === undefined) return undefined;
  const { lookupProxyAuthorization: lookUp } = agent.opts ?? {};
  return {
    name,
    async proxiesFor(url) {
      // it adds listeners to each request it resolves a proxy for
      const found = await agent.resolver(new EventEmitter(), {}, url);
      return typeof found === 'string' ? found : '';
    },
    async signIn(proxyUrl, challenges, state) {
      const header = await lookUp?.(proxyUrl, challenges && [...challenges], state);
      return typeof header === 'string' ? header : undefined;
    },
  };
};

const agentOf = (): EditorAgent | undefined => {
  const request = http.request({ hostname: '127.0.0.1', port: 9 });
  const { agent } = request as unknown as { agent?: Partial<EditorAgent> & { connect?: unknown } };
  const isEditors = typeof agent?.resolver === 'function';
  // it connects a moment later, and this agent is the request's own
  if (isEditors) agent.connect = async () => Promise.reject(new Error('nothing is sent'));
  request.on('error', () => undefined).destroy();
  return isEditors ? (agent as EditorAgent) : undefined;
};
