import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '../../support/paths.ts';
import { measured, output, serve } from '../processes.ts';
import { atMost, goals, median, megabytes, ratio, table, type Goal, type Section } from '../section.ts';
import { makeArchive, makeCacheRoom } from './archive.ts';
import type { TransferResult } from './transferFile.ts';

const directions = ['upload', 'download'] as const;
type Direction = (typeof directions)[number];

/** Results of one direction; `curlMs` is empty without curl. */
interface Rounds {
  readonly own: TransferResult[];
  readonly curlMs: number[];
}

interface Results extends Readonly<Record<Direction, Rounds>> {
  readonly sizeBytes: number;
}

const hasCurl = (): boolean => spawnSync('curl', ['--version']).status === 0;

/** Includes flushing the file to disk, as ours does. */
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

const measureTransfers = async (wantedBytes: number, rounds: number): Promise<Results> => {
  const folder = temporaryFolder('bench-transfers');
  const [archive, target] = [path.join(folder, 'archive.tar.gz'), path.join(folder, 'fetched.tar.gz')];
  await makeArchive(archive, wantedBytes);
  const { size: sizeBytes } = await stat(archive);
  const server = await serve(path.join(import.meta.dirname, 'archiveServer.ts'), archive);
  const address = server.firstLine;
  const run = (direction: Direction, file: string): Promise<TransferResult> =>
    measured(path.join(import.meta.dirname, 'transferFile.ts'), direction, address, file, String(sizeBytes));
  const results: Record<Direction, Rounds> = { upload: { own: [], curlMs: [] }, download: { own: [], curlMs: [] } };
  const withCurl = hasCurl();
  const form = ['--form', 'path=a', '--form', `file=@${archive}`, '--output', path.join(folder, 'answer')];
  const sides = {
    async own() {
      results.upload.own.push(await run('upload', archive));
      results.download.own.push(await run('download', target));
    },
    async curl() {
      if (!withCurl) return;
      results.upload.curlMs.push(await timed([...form, '--header', 'Expect:', `${address}/api/v4/projects/import`]));
      makeCacheRoom(target, sizeBytes);
      const download = ['--output', target, `${address}/api/v4/projects/1/export/download`];
      results.download.curlMs.push(await timed(download, target));
    },
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      // the second one profits from memory the first has freed
      for (const side of round % 2 === 0 ? (['own', 'curl'] as const) : (['curl', 'own'] as const)) {
        await sides[side]();
        await rm(target, { force: true });
      }
    }
    return { ...results, sizeBytes };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const heldBack = {
  upload: 'Most is the system’s: reading the file and writing to the connection.',
  download:
    'Most is the system’s: copying into its file cache, several times as long where a virtual machine has to be given the memory for that first.',
};

const goalsOf = (direction: Direction, { own, curlMs }: Rounds, sizeBytes: number): readonly Goal[] => {
  const name = `${direction === 'upload' ? 'Upload' : 'Download'} of ${megabytes(sizeBytes)}`;
  const times = median(curlMs) / median(own.map(({ ms }) => ms));
  return [
    atMost(`${name}: memory`, Math.max(...own.map(({ growthBytes }) => growthBytes)), 128 * 1024 ** 2, megabytes),
    {
      what: `${name}: speed to that of curl`,
      wanted: `≥ ${ratio(0.8)}`,
      ...(curlMs.length === 0
        ? { found: 'not measured', why: 'curl is not installed here' }
        : { found: ratio(times), isMet: times >= 0.8, why: heldBack[direction] }),
    },
  ];
};

export const transfersSection: Section = {
  name: 'transfers',
  title: 'Transfers',
  limitMinutes: 15,
  async measure({ isQuick }) {
    const results = await measureTransfers(isQuick ? 128 * 1024 ** 2 : 2 * 1024 ** 3, isQuick ? 1 : 4);
    const speed = (ms: readonly number[]): string =>
      ms.length === 0 ? '–' : `${megabytes((results.sizeBytes * 1000) / median(ms))}/s`;
    return [
      ...goals(directions.flatMap((direction) => goalsOf(direction, results[direction], results.sizeBytes))),
      'One archive as GitLab makes them, to and from a server that only sends and takes it, as the product does and with curl',
      'in turns, each in a fresh process. Downloads are written to disk and flushed, those of curl too, and ours are read to',
      'their end before they count as saved; that check is not part of the speed. Memory is the most the process had beyond',
      'what it had before the request, check included, as the system counts it. Before each download the system is made to',
      'have room for it in its file cache, which a virtual machine whose idle memory is lent elsewhere gets back slowly.',
      '',
      ...table(
        ['Direction', 'Product', 'curl', 'Check'],
        directions.map((direction) => {
          const { own, curlMs } = results[direction];
          const checks = own.map(({ checkMs }) => checkMs).filter((ms) => ms > 0);
          return [direction, speed(own.map(({ ms }) => ms)), speed(curlMs), speed(checks)];
        }),
      ),
    ];
  },
};
