// npm run bench: measures client and sandbox and writes docs/performance.md. `--quick` prints a rough run instead.
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { rootFolder } from '../support/paths.ts';
import { measurePaging } from './paging.ts';
import { performancePage } from './performancePage.ts';
import { measureSandbox } from './sandboxSpeed.ts';
import { measureTransfers } from './transfers.ts';
import { measureWalk } from './walking.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const { pages, rounds, sizeBytes, forMs } = values.quick
  ? { pages: 300, rounds: 1, sizeBytes: 128 * 1024 ** 2, forMs: 50 }
  : { pages: 2000, rounds: 3, sizeBytes: 2 * 1024 ** 3, forMs: 250 };

const busy = os.loadavg()[0] ?? 0;
console.log('paging…');
const { paging, costs } = await measurePaging(pages, rounds);
console.log('connection…');
const walk = await measureWalk(rounds);
console.log('transfers…');
const { upload, download } = await measureTransfers(sizeBytes, values.quick ? 1 : 2);
console.log('sandbox…');
const sandbox = await measureSandbox(values.quick ? 1 : 3, forMs);
const machine = `Node ${process.versions.node} on ${os.platform()} ${os.arch()}, ${os.cpus().length} processors, load ${busy.toFixed(1)} before it began`;
const date = new Date().toISOString().slice(0, 10);
const page = await performancePage({
  machine,
  date,
  pages,
  rounds,
  paging,
  costs,
  walk,
  sizeBytes,
  upload,
  download,
  sandbox,
});
if (values.quick) console.log(`\n${page}`);
else {
  mkdirSync(path.join(rootFolder, 'docs'), { recursive: true });
  writeFileSync(path.join(rootFolder, 'docs', 'performance.md'), page);
  console.log('docs/performance.md');
}
