// node transferFile.ts upload|download <address> <file> <bytes>: transfers an archive and prints the cost as JSON
import { createClient } from '../../../src/client/client.ts';
import { fileToUpload } from '../../../src/client/fileToUpload.ts';
import { saveDownload } from '../../../src/client/saveDownload.ts';
import { directConnections } from '../../../src/client/transport.ts';
import { createUndiciTransport } from '../../../src/client/undici/undiciTransport.ts';
import { checkArchive } from '../../../src/model/transfers/imports/archive.ts';
import { downloadProjectExport, importProject } from '../../../src/wire/projectTransfer.ts';
import { makeCacheRoom } from './archive.ts';

export interface TransferResult {
  /** To the last byte on disk or at the server. */
  readonly ms: number;
  readonly checkMs: number;
  /** Peak memory above that before. */
  readonly growthBytes: number;
}

const [direction = '', address = '', file = '', sizeBytes = '0'] = process.argv.slice(2);
const transport = createUndiciTransport(directConnections);
const client = createClient({ baseUrl: address, token: async () => 'secret', transport: async () => transport });
if (direction === 'download') makeCacheRoom(`${file}.room`, Number(sizeBytes));
globalThis.gc?.();
const before = process.memoryUsage.rss();
let most = before;
const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
const startedAt = performance.now();
let checkMs = 0;
let progressed = 0;
const progress = ({ doneBytes }: { readonly doneBytes: number }): void => {
  progressed = doneBytes;
};

const check = async (saved: string): Promise<void> => {
  const checkedAt = performance.now();
  const look = await checkArchive(await fileToUpload(saved), { depth: 'whole' });
  if (look.kind !== 'export') throw new Error(`the archive is not whole: ${JSON.stringify(look)}`);
  checkMs = performance.now() - checkedAt;
};

if (direction === 'upload') {
  await client.send(importProject, { path: 'a', file: await fileToUpload(file) }, { progress });
} else {
  const partial = { file: `${file}.part`, onStart: async () => undefined };
  await saveDownload(client, downloadProjectExport, { id: 1 }, file, { progress, check, partial });
}
const ms = performance.now() - startedAt - checkMs;
clearInterval(watch);
const growthBytes = most - before;
if (progressed === 0) throw new Error('no progress was told');
const result: TransferResult = { ms, checkMs, growthBytes };
console.log(JSON.stringify(result));
process.exit(0);
