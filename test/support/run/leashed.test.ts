import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startLeashed } from './leashed.ts';
import { temporaryFolder } from '../paths.ts';
import { poll } from '../poll.ts';

const family = (folder: string): string[] => {
  const note = (name: string): string =>
    `require('node:fs').writeFileSync(${JSON.stringify(path.join(folder, name))}, String(process.pid)); setInterval(() => {}, 1000);`;
  const child = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(note('child'))}]);`;
  return ['-e', child + note('parent')];
};

const readIds = (folder: string): Promise<number[]> =>
  poll(() => ['parent', 'child'].map((name) => Number(readFileSync(path.join(folder, name), 'utf8'))), {
    what: 'both to run',
  });

/** Zombies do not count as running. */
const isRunning = (id: number): boolean => {
  try {
    process.kill(id, 0);
  } catch {
    return false;
  }
  const file = `/proc/${id}/stat`;
  return !existsSync(file) || !/\) Z /.test(readFileSync(file, 'utf8'));
};

describe('startLeashed', function () {
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder('leash');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('ends a command with its children and removes its folders', async () => {
    const leashed = startLeashed({ command: process.execPath, args: family(folder), removeFolders: [folder] });
    const ids = await readIds(folder);
    await leashed.stop();
    assert.deepEqual(ids.filter(isRunning), []);
    assert.equal(existsSync(folder), false);
  });

  it('does the same when the process that holds it is killed', async () => {
    const module = JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'leashed.ts')).href);
    const options = JSON.stringify({ command: process.execPath, args: family(folder), removeFolders: [folder] });
    const script = `const { startLeashed } = await import(${module}); startLeashed(${options});`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    const ids = await readIds(folder);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await poll(() => ids.filter(isRunning).length === 0 && !existsSync(folder), { what: 'everything to be gone' });
  });

  it('tells the exit code of a command that ends by itself', async () => {
    const leashed = startLeashed({ command: process.execPath, args: ['-e', 'process.exit(7)'] });
    assert.equal(await leashed.ended, 7);
  });
});
