import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startExternalService } from '../../../src/sandbox/external/startExternalService.ts';
import { startSandbox } from '../../../src/sandbox/startSandbox.ts';
import type { Launch } from '../../support/hostSuite.ts';

/** An empty window; servers that import, that may not, that are old, and a GitHub that asks everybody to slow down. */
export const prepare = async (): Promise<Launch> => {
  const outside = await startExternalService();
  const services = { github: outside.url, bitbucket: outside.url };
  const main = await startSandbox({ faults: true, jobDelayMs: 0, services });
  const closed = await startSandbox({ faults: true, services, allowances: { importSources: [] } });
  const older = await startSandbox({ faults: true, jobDelayMs: 0, services, edition: { version: '16.8.0-ee' } });
  const limited = createServer((_, response) => {
    const headers = { 'content-type': 'application/json', 'x-ratelimit-remaining': '0', 'retry-after': '120' };
    response.writeHead(403, headers).end(JSON.stringify({ message: 'API rate limit exceeded for user ID 1.' }));
  });
  await new Promise<void>((listening) => limited.listen(0, '127.0.0.1', listening));
  return {
    // a proxy of this machine must not answer for hosts that are not there
    env: { HTTPS_PROXY: '', https_proxy: '', HTTP_PROXY: '', http_proxy: '' },
    world: {
      url: main.url,
      project: main.project,
      repository: main.repository,
      tokens: main.tokens,
      commits: main.commits,
      target: main.branches.target,
      closed: closed.url,
      older: older.url,
      outside: {
        url: outside.url,
        token: outside.token,
        furtherToken: outside.furtherTokens[0],
        username: outside.username,
      },
      limited: `http://127.0.0.1:${(limited.address() as AddressInfo).port}`,
    },
    async dispose() {
      await Promise.all([main, closed, older].map((server) => server.close()));
      await new Promise<void>((ended) => {
        limited.close(() => ended());
        limited.closeAllConnections();
      });
      await outside.close();
    },
  };
};
