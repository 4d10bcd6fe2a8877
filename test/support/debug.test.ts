import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { rootFolder, temporaryFolder } from './paths.ts';

const read = (name: string): string => readFileSync(path.join(rootFolder, '.vscode', name), 'utf8');

describe('debugging by F5', () => {
  it('begins with tasks that there are', () => {
    const { tasks } = JSON.parse(read('tasks.json')) as {
      readonly tasks: readonly { readonly label: string; readonly dependsOn?: readonly string[] }[];
    };
    const labels = tasks.map(({ label }) => label);
    const needed = /"preLaunchTask": "(.+)"/.exec(read('launch.json'))?.[1];
    assert.deepEqual(
      [needed, ...tasks.flatMap(({ dependsOn = [] }) => dependsOn)].filter((label) => !labels.includes(label ?? '')),
      [],
    );
  });

  it('starts the sample server the window signs in to, and clones its project', async () => {
    const folder = temporaryFolder('debug');
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const file = path.join(folder, 'launch.json');
    const clone = path.join(folder, 'orchard');
    writeFileSync(
      file,
      read('launch.json').replace('${workspaceFolder}/out/debug/orchard', clone).replace('41817', String(port)),
    );
    const server = spawn(process.execPath, [path.join(import.meta.dirname, 'debug.ts'), file], { stdio: 'pipe' });
    try {
      for await (const line of createInterface(server.stdout)) if (line.includes('is ready')) break;
      const headers = { 'private-token': 'glpat-debug' };
      assert.equal((await fetch(`http://127.0.0.1:${port}/api/v4/user`, { headers })).status, 200);
      assert.ok(existsSync(path.join(clone, '.git')));
    } finally {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(60_000);
});
