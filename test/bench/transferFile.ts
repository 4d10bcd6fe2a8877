// Sends or fetches one large file with the client: node transferFile.ts upload|download <address> <file>
import { createClient } from '../../src/client/client.ts';
import { fileToUpload } from '../../src/client/fileToUpload.ts';
import { saveDownload } from '../../src/client/saveDownload.ts';
import { directConnections } from '../../src/client/transport.ts';
import { createUndiciTransport } from '../../src/client/undiciTransport.ts';
import { downloadProjectExport, importProject } from '../../src/wire/projectTransfer.ts';

/** What one transfer took. */
export interface TransferResult {
  readonly ms: number;
  /** Most memory of the process beyond what it had before, as the system counts it. */
  readonly growthBytes: number;
}

const [direction = '', address = '', file = ''] = process.argv.slice(2);
const transport = createUndiciTransport(directConnections);
const client = createClient({ baseUrl: address, token: async () => 'secret', transport: async () => transport });
// loads what a first request loads
globalThis.gc?.();
const before = process.memoryUsage().rss;
let most = before;
const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10);
const startedAt = performance.now();
if (direction === 'upload') {
  await client.send(importProject, { path: 'a', file: await fileToUpload(file) });
} else {
  await saveDownload(client, downloadProjectExport, { id: 1 }, file);
}
const ms = performance.now() - startedAt;
clearInterval(watch);
const result: TransferResult = { ms, growthBytes: most - before };
console.log(JSON.stringify(result));
process.exit(0);
