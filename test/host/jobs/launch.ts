import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/startSandbox.ts';
import type { Launch } from '../../support/hostSuite.ts';
import { cloneSample } from '../../support/sampleClone.ts';

/**
 * A window on a clone of the sample project. Its server can be told to fail, and to end and begin again at the same
 * address with the same world: `POST /end` and `POST /begin` at `control`.
 */
export const prepare = async (): Promise<Launch> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'graft-jobs-'));
  const world = path.join(folder, 'world');
  const start = (port: number): Promise<RunningSandbox> => startSandbox({ faults: true, world, port, jobDelayMs: 0 });
  let sandbox: RunningSandbox | undefined = await start(0);
  const { port } = sandbox;
  const first = sandbox;
  const act = async (what: string): Promise<void> => {
    if (what === '/end') {
      await sandbox?.close();
      sandbox = undefined;
    } else sandbox ??= await start(port);
  };
  const control = createServer((request, response) => {
    act(request.url ?? '').then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
  const clone = await cloneSample(first);
  return {
    folder: clone.folder,
    world: {
      url: first.url,
      project: first.project,
      repository: first.repository,
      tokens: first.tokens,
      commits: first.commits,
      target: first.branches.target,
      control: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
      files: folder,
    },
    async dispose() {
      clone.remove();
      control.close();
      await sandbox?.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};
