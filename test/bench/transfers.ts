import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { benchProgram, measured, median, output, serve } from './processes.ts';
import type { TransferResult } from './transferFile.ts';

/** One direction: the client's time and memory, and curl's time where there is a curl. */
export interface TransferResults {
  readonly ms: number;
  readonly growthBytes: number;
  readonly curlMs: number | undefined;
  /** Memory for a file of an eighth of the size. */
  readonly smallGrowthBytes: number;
}

const hasCurl = (): boolean => spawnSync('curl', ['--version']).status === 0;

const timed = async (args: readonly string[]): Promise<number> => {
  const startedAt = performance.now();
  await output('curl', ['--silent', '--show-error', '--fail', ...args]);
  return performance.now() - startedAt;
};

/** Sends and fetches one file of a size with the client and with curl, in turns. Medians over the rounds. */
export const measureTransfers = async (
  sizeBytes: number,
  rounds: number,
): Promise<{ readonly upload: TransferResults; readonly download: TransferResults }> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'graft-bench-'));
  const server = await serve(benchProgram('generatedServer.ts'), '1', String(sizeBytes));
  const address = server.firstLine;
  const file = path.join(folder, 'archive.tar.gz');
  const target = path.join(folder, 'fetched.tar.gz');
  const withCurl = hasCurl();
  const small = { upload: 0, download: 0 };
  const own = { upload: [] as TransferResult[], download: [] as TransferResult[] };
  const curl = { upload: [] as number[], download: [] as number[] };
  try {
    await writeFile(file, '');
    await truncate(file, sizeBytes / 8);
    small.upload = (await measured<TransferResult>('transferFile.ts', 'upload', address, file)).growthBytes;
    const eighth = await serve(benchProgram('generatedServer.ts'), '1', String(sizeBytes / 8));
    small.download = (
      await measured<TransferResult>('transferFile.ts', 'download', eighth.firstLine, target)
    ).growthBytes;
    await eighth.stop();
    await rm(target);
    await truncate(file, sizeBytes);
    for (let round = 0; round < rounds; round += 1) {
      own.upload.push(await measured('transferFile.ts', 'upload', address, file));
      if (withCurl) {
        const form = ['--form', 'path=a', '--form', `file=@${file}`, '--output', path.join(folder, 'answer')];
        curl.upload.push(await timed([...form, '--header', 'Expect:', `${address}/api/v4/projects/import`]));
      }
      own.download.push(await measured('transferFile.ts', 'download', address, target));
      if ((await stat(target)).size !== sizeBytes) throw new Error('the download is not whole');
      await rm(target);
      if (withCurl) {
        curl.download.push(await timed(['--output', target, `${address}/api/v4/projects/1/export/download`]));
        await rm(target);
      }
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const results = (direction: 'upload' | 'download'): TransferResults => ({
    ms: median(own[direction].map(({ ms }) => ms)),
    growthBytes: Math.max(...own[direction].map(({ growthBytes }) => growthBytes)),
    curlMs: withCurl ? median(curl[direction]) : undefined,
    smallGrowthBytes: small[direction],
  });
  return { upload: results('upload'), download: results('download') };
};
