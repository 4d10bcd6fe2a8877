// Reads the answer of a hostile server and prints what it cost: node readHostile.ts <address>
import { readFileSync } from 'node:fs';
import { createClient } from '../../src/client/client.ts';
import { requestFailure } from '../../src/client/errors.ts';
import { directConnections } from '../../src/client/transport.ts';
import { createUndiciTransport } from '../../src/client/undici/undiciTransport.ts';
import { listCommits } from '../../src/wire/commits.ts';

/** What reading a hostile answer cost the process that read it. */
export interface HostileResult {
  /** How it ended. */
  readonly failure: string;
  /** Processor time of all threads, in milliseconds. */
  readonly cpuMs: number;
  /** Longest time nothing else could run, in milliseconds. */
  readonly blockedMs: number;
  /** Highest memory of the process, above what it had before. */
  readonly peakBytes: number;
}

const [address = ''] = process.argv.slice(2);
const transport = createUndiciTransport(directConnections);
const client = (baseUrl: string) =>
  createClient({ baseUrl, token: async () => 'secret', transport: async () => transport, wait: async () => undefined });

/** Most memory of this process so far. Linux counts what its parent had into `maxRSS`. */
const highestMemory = (): number =>
  process.platform === 'linux'
    ? Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
    : process.resourceUsage().maxRSS * 1024;

// what is loaded on the first request is no matter of the answer
await client(address).send(listCommits, { id: 1 });
globalThis.gc?.();
const before = process.memoryUsage().rss;
const highestBefore = highestMemory();
const cpuBefore = process.cpuUsage();
let blockedMs = 0;
let ticked = performance.now();
const tick = (): void => {
  const now = performance.now();
  blockedMs = Math.max(blockedMs, now - ticked);
  ticked = now;
};
const timer = setInterval(tick, 1);
const failure = await client(`${address}/hostile`)
  .send(listCommits, { id: 1 })
  .then(
    () => 'read',
    (error: unknown) => requestFailure(error)?.failure ?? String(error),
  );
tick();
clearInterval(timer);
const { user, system } = process.cpuUsage(cpuBefore);
const highest = highestMemory();
const result: HostileResult = {
  failure,
  cpuMs: (user + system) / 1000,
  blockedMs,
  // a process that was higher before tells no more than that it did not grow
  peakBytes: highest > highestBefore ? highest - before : 0,
};
console.log(JSON.stringify(result));
await transport.close();
