import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { HostMessage } from './hostProtocol.ts';
import { slowestOf, type PartResult, type TimedTest } from './results.ts';

/** A failure inside the extension host. */
export type HostFailure = { readonly title: string; readonly reason: string };

/** Collects what one run inside an extension host reports. */
export type HostResults = {
  readonly port: number;
  /** Milliseconds since the host last said something, or since this was opened. */
  silentMs(): number;
  hasStarted(): boolean;
  /** Resolves when the runner has said its end. */
  readonly ended: Promise<void>;
  /** The counts so far. A run that never said its end has one failure more: `missingEnd`. */
  result(name: string, missingEnd: string): PartResult;
  close(): Promise<void>;
};

/** What is done with results on their way. */
export type CollectOptions = {
  /** The host waits for it, so that a picture shows the state at the failure. */
  readonly onFailure: (failure: HostFailure) => Promise<void>;
  /** Turns positions in the bundle into positions in the sources. */
  readonly inSources: (text: string) => string;
};

/** Opens a port for the results of one run. */
export async function collectResults({ onFailure, inSources }: CollectOptions): Promise<HostResults> {
  const failures: HostFailure[] = [];
  const times: TimedTest[] = [];
  let passed = 0;
  let pending = 0;
  let tests: number | undefined;
  let ended = false;
  let tellEnd = (): void => {};
  const whenEnded = new Promise<void>((resolve) => (tellEnd = resolve));
  let heardAt = Date.now();
  const handle = async (message: HostMessage, socket: Socket): Promise<void> => {
    heardAt = Date.now();
    switch (message.kind) {
      case 'line':
        console.log(inSources(message.text));
        return;
      case 'start':
        tests = message.tests;
        return;
      case 'pass':
        passed += 1;
        return;
      case 'time':
        times.push({ title: message.title, ms: message.ms });
        return;
      case 'pending':
        pending += 1;
        return;
      case 'end':
        ended = true;
        tellEnd();
        return;
      case 'fail':
        failures.push({ title: message.title, reason: inSources(message.reason) });
        await onFailure(message).catch(() => {});
        socket.write('done\n');
    }
  };
  const server = createServer((socket) => {
    let text = '';
    socket.on('error', () => {});
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (text + chunk).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) void handle(JSON.parse(line) as HostMessage, socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silentMs: () => Date.now() - heardAt,
    hasStarted: () => tests !== undefined,
    ended: whenEnded,
    result(name, missingEnd) {
      const titles = failures.map((failure) => `${failure.title}\n${failure.reason}`);
      if (!ended) titles.push(missingEnd);
      else if (failures.length === 0 && passed + pending !== tests) {
        titles.push(`${tests} tests were defined but ${passed + pending} were run`);
      }
      return { name, passed, failed: titles.length, pending, failures: titles, slowest: slowestOf(times) };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
