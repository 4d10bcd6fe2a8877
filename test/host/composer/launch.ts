import { execFile } from 'node:child_process';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RunningSandbox } from '../../support/servers/startSandbox.ts';
import type { Launch } from '../../support/window/hostSuite.ts';
import { sampleWindow } from '../../support/window/sampleWindow.ts';

const run = promisify(execFile);

/** Staged, unstaged, untracked, renamed, executable, binary, a link. */
export const prepare = (): Promise<Launch> => sampleWindow(changeEverything);

const changeEverything = async (
  sandbox: RunningSandbox,
  folder: string,
): Promise<Readonly<Record<string, unknown>>> => {
  const git = async (...args: readonly string[]): Promise<string> =>
    (await run('git', ['-C', folder, ...args])).stdout.trim();
  const basic = Buffer.from(`maintainer:${sandbox.tokens.maintainer}`).toString('base64');
  await git('config', `http.${sandbox.url}/.extraHeader`, `Authorization: Basic ${basic}`);
  const [staged = '', unstaged = '', renamed = '', gone = ''] = (
    await git('ls-files', '*.md', '*.ts', '*.js', '*.py')
  ).split('\n');
  const at = (name: string): string => path.join(folder, name);
  await writeFile(at(staged), 'staged\n');
  await git('add', staged);
  await writeFile(at(unstaged), 'unstaged\r\n');
  await mkdir(at('renamed'));
  await git('mv', renamed, 'renamed/');
  await rm(at(gone));
  await writeFile(at('run.sh'), '#!/bin/sh\n');
  await chmod(at('run.sh'), 0o755);
  await writeFile(at('bytes.bin'), Uint8Array.from([0, 1, 2, 255]));
  await symlink('run.sh', at('link'));
  return { staged, unstaged, renamed: `renamed/${path.basename(renamed)}`, gone };
};
