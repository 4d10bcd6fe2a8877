import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RunningSandbox } from './startSandbox.ts';
import { temporaryFolder } from '../paths.ts';

export type SampleClone = { readonly folder: string; remove(): void };

const run = promisify(execFile);

/** The remote's URL has no token. */
export const cloneSample = async (sandbox: RunningSandbox): Promise<SampleClone> => {
  const parent = temporaryFolder('clone');
  const folder = path.join(parent, path.basename(sandbox.project));
  const address = new URL(`${sandbox.url}/${sandbox.project}.git`);
  const signedIn = new URL(address);
  signedIn.username = 'maintainer';
  signedIn.password = sandbox.tokens.maintainer;
  await run('git', ['clone', '--quiet', signedIn.href, folder]);
  await run('git', ['remote', 'set-url', 'origin', address.href], { cwd: folder });
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
};
