import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startObjectStore } from '../../../../src/sandbox/external/objectStore.ts';
import { startSandbox } from '../../../support/servers/startSandbox.ts';
import { serveFile } from '../../../everyOperation/archiveServer.ts';
import { exported, repack } from '../../../sandbox/transfer/transferring.ts';
import type { Launch } from '../../../support/window/hostSuite.ts';
import { restartable, worldOf } from '../../../support/servers/sandboxWorld.ts';

const key = { accessKeyId: 'AKIASAMPLEKEY', secretAccessKey: 'sample-secret-key', region: 'eu-west-1' };

/** Valid and invalid archives, sources to fetch them from, and servers; the first can be stopped and restarted. */
export const prepare = async (): Promise<Launch> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'graft-imports-'));
  const world = path.join(folder, 'world');
  const buckets = path.join(folder, 'buckets');
  mkdirSync(path.join(buckets, 'archives'), { recursive: true });
  const store = await startObjectStore({ folder: buckets, key });
  const services = { s3: store.url };
  const sandbox = await restartable((again) =>
    startSandbox({ faults: true, world, jobDelayMs: 0, services, ...again }),
  );
  const { first } = sandbox;
  const file = (name: string, bytes: Uint8Array | string): string => {
    const target = path.join(folder, name);
    writeFileSync(target, bytes);
    return target;
  };
  const project = await exported(first, `/projects/${encodeURIComponent(first.project)}`);
  const group = await exported(first, '/groups/acme', 'owner');
  const good = file('2026-11-21_09-00-000_acme_orchard_export.tar.gz', project);
  writeFileSync(path.join(buckets, 'archives', 'orchard.tar.gz'), project);
  const files = {
    project: good,
    group: file('acme_export.tar.gz', group),
    empty: file('empty.tar.gz', ''),
    noGzip: file('notes.tar.gz', 'PK\u0003\u0004 and what a zip holds'),
    truncated: file('truncated.tar.gz', project.subarray(0, project.length - 100)),
    other: file('package.tar.gz', await repack({ 'package/package.json': Buffer.from('{}') })),
    huge: file('huge.tar.gz', project),
    long: file('long_export.tar.gz', project),
    missing: path.join(folder, 'gone.tar.gz'),
  };
  // zeros after the end of gzip are ignored, and sparse on disk
  truncateSync(files.huge, 12 * 1024 ** 3);
  truncateSync(files.long, 1024 ** 3);
  const served = await serveFile(project);
  return {
    env: { HTTPS_PROXY: '', https_proxy: '', HTTP_PROXY: '', http_proxy: '' },
    world: { ...worldOf(first), control: sandbox.control, files, served: served.url, key },
    async dispose() {
      await Promise.all([sandbox.close(), served.close(), store.close()]);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};
