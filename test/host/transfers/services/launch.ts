import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readService, serviceFile } from '../../../../src/sandbox/external/hosted.ts';
import { startExternalService } from '../../../../src/sandbox/external/startExternalService.ts';
import { startSandbox } from '../../../support/servers/startSandbox.ts';
import type { Launch } from '../../../support/window/hostSuite.ts';
import { worldOf } from '../../../support/servers/sandboxWorld.ts';

/** Importing and old servers, and a GitHub stub with private repositories and a limited token. */
export const prepare = async (): Promise<Launch> => {
  const outside = await startExternalService();
  const folder = await mkdtemp(path.join(tmpdir(), 'graft-narrow-'));
  const narrow = await startExternalService({ folder });
  const known = await readService(folder);
  const repositories = known.repositories.map((one) => ({ ...one, isPrivate: true }));
  await writeFile(
    path.join(folder, serviceFile),
    JSON.stringify({ ...known, token: outside.token, scopes: ['gist'], repositories }),
  );
  const services = { github: outside.url, bitbucket: outside.url };
  const main = await startSandbox({ faults: true, jobDelayMs: 0, services });
  const { tokens } = main;
  const older = await startSandbox({
    faults: true,
    tokens,
    jobDelayMs: 0,
    services,
    edition: { version: '16.8.0-ee' },
  });
  return {
    // a machine's proxy would answer for missing hosts
    env: { HTTPS_PROXY: '', https_proxy: '', HTTP_PROXY: '', http_proxy: '' },
    world: {
      ...worldOf(main),
      older: older.url,
      outside: {
        url: outside.url,
        token: outside.token,
        furtherToken: outside.furtherTokens[0],
        username: outside.username,
      },
      narrow: narrow.url,
    },
    async dispose() {
      await Promise.all([main, older].map((server) => server.close()));
      await outside.close();
      await narrow.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
