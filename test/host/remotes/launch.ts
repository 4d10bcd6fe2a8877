import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startSandbox } from '../../support/servers/startSandbox.ts';
import type { Launch } from '../../support/window/hostSuite.ts';
import { temporaryFolder } from '../../support/paths.ts';

/** With a second server under a relative URL. */
export interface RemotesWorld {
  readonly below: { readonly url: string; readonly token: string };
  /** Log of git and ssh processes, one a line. */
  readonly started: string;
}

/** A folder without a repository, opened by a symbolic link, and two servers, one under `/gitlab`. */
export const prepare = async (): Promise<Launch> => {
  const parent = temporaryFolder('remotes');
  const folder = path.join(parent, 'work');
  const bin = path.join(parent, 'bin');
  mkdirSync(bin);
  mkdirSync(path.join(parent, 'real'));
  symlinkSync(path.join(parent, 'real'), folder);
  const [config, included] = [path.join(parent, 'config'), path.join(parent, 'included')];
  writeFileSync(config, `Host Work\n  HostName 127.0.0.1\n  Port 2222\n\nMatch all\n  Include ${included}\n`);
  writeFileSync(included, 'Match originalhost by-*\n  HostName 127.0.0.1\n');
  // ssh ignores HOME
  const started = path.join(parent, 'started');
  for (const [name, args] of [
    ['ssh', `-F ${config}`],
    ['git', ''],
  ] as const) {
    const program = execFileSync('sh', ['-c', `command -v ${name}`])
      .toString()
      .trim();
    const script = `#!/bin/sh\necho ${name} "$@" >> ${started}\nexec ${program} ${args} "$@"\n`;
    writeFileSync(path.join(bin, name), script, { mode: 0o755 });
  }
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
      started,
    },
    async dispose() {
      await below.close();
      await sandbox.close();
      rmSync(parent, { recursive: true, force: true });
    },
  };
};
