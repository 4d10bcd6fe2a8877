// node readHostile.ts <address>: reads a hostile answer and prints the cost as JSON
import { readFileSync } from 'node:fs';
import { createClient } from '../../src/client/client.ts';
import { requestErrorFacts } from '../../src/client/errors.ts';
import { directConnections } from '../../src/client/transport.ts';
import { createUndiciTransport } from '../../src/client/undici/undiciTransport.ts';
import { listCommits } from '../../src/wire/commits.ts';

export interface HostileResult {
  readonly failure: string;
  /** Of all threads. */
  readonly cpuMs: number;
  /** Longest block of the event loop. */
  readonly blockedMs: number;
  /** Above the memory before. */
  readonly peakBytes: number;
}

const [address = ''] = process.argv.slice(2);
const transport = createUndiciTransport(directConnections);
const client = (baseUrl: string) =>
  createClient({ baseUrl, token: async () => 'secret', transport: async () => transport, wait: async () => undefined });

/** Linux includes the parent's memory in `maxRSS`. */
const highestMemory = (): number =>
  process.platform === 'linux'
    ? Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
    : process.resourceUsage().maxRSS * 1024;

// loads what the first request needs
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
    (error: unknown) => requestErrorFacts(error)?.failure ?? String(error),
  );
tick();
clearInterval(timer);
const { user, system } = process.cpuUsage(cpuBefore);
const highest = highestMemory();
const result: HostileResult = {
  failure,
  cpuMs: (user + system) / 1000,
  blockedMs,
  // an earlier peak hides smaller growth
  peakBytes: highest > highestBefore ? highest - before : 0,
};
console.log(JSON.stringify(result));
await transport.close();
