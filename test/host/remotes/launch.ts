import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startSandbox } from '../../support/startSandbox.ts';
import type { Launch } from '../../support/hostSuite.ts';
import { temporaryFolder } from '../../support/paths.ts';

/** What the tests of this suite are told besides the sandbox: a second server, which lives under a sub-path. */
export interface RemotesWorld {
  readonly below: { readonly url: string; readonly token: string };
}

/** A window on a folder that is no repository yet, and two servers: one at the root of its host, one under `/gitlab`. */
export const prepare = async (): Promise<Launch> => {
  const parent = temporaryFolder('remotes');
  const folder = path.join(parent, 'work');
  const bin = path.join(parent, 'bin');
  mkdirSync(bin);
  mkdirSync(folder);
  const [config, included] = [path.join(parent, 'config'), path.join(parent, 'included')];
  writeFileSync(config, `Host Work\n  HostName 127.0.0.1\n  Port 2222\n\nMatch all\n  Include ${included}\n`);
  writeFileSync(included, 'Match originalhost by-*\n  HostName 127.0.0.1\n');
  // ssh takes the home of the user who runs it, whatever HOME says
  const ssh = execFileSync('sh', ['-c', 'command -v ssh']).toString().trim();
  writeFileSync(path.join(bin, 'ssh'), `#!/bin/sh\nexec ${ssh} -F ${config} "$@"\n`, { mode: 0o755 });
  const sandbox = await startSandbox({ faults: true });
  const below = await startSandbox({ relativeUrl: '/gitlab' });
  return {
    folder,
    env: { HOME: parent, PATH: `${bin}:${process.env['PATH']}` },
    world: {
      url: sandbox.url,
      project: sandbox.project,
      repository: sandbox.repository,
      tokens: sandbox.tokens,
      commits: sandbox.commits,
      target: sandbox.branches.target,
      below: { url: below.url, token: below.tokens.maintainer },
    },
    async dispose() {
      await below.close();
      await sandbox.close();
      rmSync(parent, { recursive: true, force: true });
    },
  };
};
