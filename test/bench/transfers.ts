import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, writeFileSync } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CertificateMaker } from '../client/proxy/certificates.ts';
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

/** How the server is reached: in plain, by TLS, or by TLS through the tunnel of a proxy. */
export type TransferWay = 'plain' | 'TLS' | 'CONNECT';

/** A way that is open, with what a client has to be told of it. */
interface OpenWay {
  readonly address: string;
  /** File of the certificate to trust, and address of the proxy; empty where there is none. */
  readonly authority: string;
  readonly proxy: string;
  readonly stop: () => Promise<void>;
}

const openWay = async (way: TransferWay, folder: string, archive: string): Promise<OpenWay> => {
  const [key, cert] = way === 'plain' ? [] : writePair(folder);
  const server = await serve(benchProgram('archiveServer.ts'), archive, ...(key && cert ? [key, cert] : []));
  const proxy = way === 'CONNECT' ? await serve(benchProgram('tunnelProxy.ts')) : undefined;
  return {
    address: server.firstLine,
    authority: cert ?? '',
    proxy: proxy?.firstLine ?? '',
    async stop() {
      await Promise.all([server.stop(), proxy?.stop()]);
    },
  };
};

const writePair = (folder: string): readonly [key: string, cert: string] => {
  const made = mkdtempSync(path.join(folder, 'pair-'));
  const pair = new CertificateMaker(made).make({ subject: 'archives', names: 'IP:127.0.0.1' });
  const files = [path.join(made, 'key.pem'), path.join(made, 'cert.pem')] as const;
  writeFileSync(files[0], pair.key);
  writeFileSync(files[1], pair.cert);
  return files;
};

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
export const measureTransfers = async (
  sizeBytes: number,
  rounds: number,
  way: TransferWay = 'plain',
): Promise<MeasuredTransfers> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'graft-bench-'));
  const archive = path.join(folder, 'archive.tar.gz');
  const target = path.join(folder, 'fetched.tar.gz');
  let stop = async (): Promise<void> => undefined;
  try {
    const small = await growthFor(folder, sizeBytes / 8);
    await makeArchive(archive, sizeBytes);
    const open = await openWay(way, folder, archive);
    ({ stop } = open);
    const { address, authority, proxy } = open;
    const trusting = [
      ...(authority === '' ? [] : ['--cacert', authority]),
      ...(proxy === '' ? [] : ['--proxy', proxy]),
    ];
    const withCurl = hasCurl();
    const own = { upload: [] as TransferResult[], download: [] as TransferResult[] };
    const curl = { upload: [] as number[], download: [] as number[] };
    const { size } = await stat(archive);
    const fetched = async (): Promise<TransferResult> => {
      const result = await measured<TransferResult>(
        'transferFile.ts',
        'download',
        address,
        target,
        String(size),
        authority,
        proxy,
      );
      await rm(target);
      return result;
    };
    const sent = (): Promise<TransferResult> =>
      measured('transferFile.ts', 'upload', address, archive, '0', authority, proxy);
    const hash = await hashOf(archive);
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
        curl.upload.push(
          await timed([...trusting, ...form, '--header', 'Expect:', `${address}/api/v4/projects/import`]),
        );
        makeCacheRoom(target, size);
        curl.download.push(
          await timed([...trusting, '--output', target, `${address}/api/v4/projects/1/export/download`], target),
        );
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
