import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeCacheRoom } from './cacheRoom.ts';
import { makeArchive } from './makeArchive.ts';
import { benchProgram, measured, median, output, serve } from './processes.ts';
import type { TransferResult } from './transferFile.ts';

/** One direction: the client's time and memory, and curl's time where there is a curl. */
export interface TransferResults {
  readonly ms: number;
  /** Reading what was saved to its end; 0 for uploads. */
  readonly checkMs: number;
  readonly growthBytes: number;
  readonly curlMs: number | undefined;
  /** Memory for a file of an eighth of the size. */
  readonly smallGrowthBytes: number;
  /** Whether what arrived has the checksum of what was sent. */
  readonly isEqual: boolean;
}

/** What was sent and fetched, and how that went. */
export interface MeasuredTransfers {
  readonly sizeBytes: number;
  readonly hash: string;
  readonly upload: TransferResults;
  readonly download: TransferResults;
}

const hasCurl = (): boolean => spawnSync('curl', ['--version']).status === 0;

/** How long curl takes, and the system to bring what it has written to the disk: that is when ours counts as saved. */
const timed = async (args: readonly string[], written?: string): Promise<number> => {
  const startedAt = performance.now();
  await output('curl', ['--silent', '--show-error', '--fail', ...args]);
  if (written !== undefined) {
    const handle = await open(written, 'r+');
    await handle.sync();
    await handle.close();
  }
  return performance.now() - startedAt;
};

const hashOf = async (file: string): Promise<string> => {
  const sum = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), sum);
  return sum.digest('hex');
};

/** Memory for an archive of a size, once each way. */
const growthFor = async (folder: string, sizeBytes: number): Promise<Record<'upload' | 'download', number>> => {
  const [archive, target] = [path.join(folder, 'small.tar.gz'), path.join(folder, 'small.fetched.tar.gz')];
  await makeArchive(archive, sizeBytes);
  const server = await serve(benchProgram('archiveServer.ts'), archive);
  try {
    const run = (direction: string, file: string): Promise<TransferResult> =>
      measured('transferFile.ts', direction, server.firstLine, file);
    const upload = (await run('upload', archive)).growthBytes;
    return { upload, download: (await run('download', target)).growthBytes };
  } finally {
    await server.stop();
    await Promise.all([archive, target].map((file) => rm(file, { force: true })));
  }
};

/**
 * Sends and fetches one archive as the product does, and with curl, in turns: medians over the rounds. Before that,
 * once each way, what arrived is compared with what was sent.
 */
export const measureTransfers = async (sizeBytes: number, rounds: number): Promise<MeasuredTransfers> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'graft-bench-'));
  const archive = path.join(folder, 'archive.tar.gz');
  const target = path.join(folder, 'fetched.tar.gz');
  let stop = async (): Promise<void> => undefined;
  try {
    const small = await growthFor(folder, sizeBytes / 8);
    await makeArchive(archive, sizeBytes);
    const server = await serve(benchProgram('archiveServer.ts'), archive);
    ({ stop } = server);
    const address = server.firstLine;
    const withCurl = hasCurl();
    const own = { upload: [] as TransferResult[], download: [] as TransferResult[] };
    const curl = { upload: [] as number[], download: [] as number[] };
    const { size } = await stat(archive);
    const fetched = async (): Promise<TransferResult> => {
      const result = await measured<TransferResult>('transferFile.ts', 'download', address, target, String(size));
      await rm(target);
      return result;
    };
    const sent = (): Promise<TransferResult> => measured('transferFile.ts', 'upload', address, archive);
    const hash = await hashOf(archive);
    await fetch(`${address}/hash`, { method: 'POST' });
    const isEqual = { upload: (await sent()).hash === hash, download: true };
    const form = ['--form', 'path=a', '--form', `file=@${archive}`, '--output', path.join(folder, 'answer')];
    const both = {
      async own() {
        own.upload.push(await sent());
        const download = await fetched();
        own.download.push(download);
        isEqual.download &&= download.hash === hash;
      },
      async curl() {
        if (!withCurl) return;
        curl.upload.push(await timed([...form, '--header', 'Expect:', `${address}/api/v4/projects/import`]));
        makeCacheRoom(target, size);
        curl.download.push(await timed(['--output', target, `${address}/api/v4/projects/1/export/download`], target));
        await rm(target);
      },
    };
    for (let round = 0; round < rounds; round += 1) {
      // the one that comes second finds the memory of the first to be had
      for (const side of round % 2 === 0 ? (['own', 'curl'] as const) : (['curl', 'own'] as const)) await both[side]();
    }
    const results = (direction: 'upload' | 'download'): TransferResults => ({
      ms: median(own[direction].map(({ ms }) => ms)),
      checkMs: median(own[direction].map(({ checkMs }) => checkMs)),
      growthBytes: Math.max(...own[direction].map(({ growthBytes }) => growthBytes)),
      curlMs: withCurl ? median(curl[direction]) : undefined,
      smallGrowthBytes: small[direction],
      isEqual: isEqual[direction],
    });
    return { sizeBytes: size, hash, upload: results('upload'), download: results('download') };
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
};
