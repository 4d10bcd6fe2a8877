import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { HostMessage } from './hostProtocol.ts';
import type { TestResult } from '../run/results.ts';
import { sourceMapper } from '../run/sourceMapper.ts';

const silenceLimitMs = 120_000;

export type HostResults = {
  readonly port: number;
  readonly result: Promise<TestResult>;
  /** Resolves with a message after {@link silenceLimitMs}. */
  readonly silence: Promise<string>;
  close(): void;
};

/** The host waits for `onFailure`, so that screenshots show the failure. */
export async function collectResults(onFailure: (title: string) => Promise<string>): Promise<HostResults> {
  const inSources = sourceMapper();
  const { promise: result, resolve } = Promise.withResolvers<TestResult>();
  const silence = Promise.withResolvers<string>();
  const words = `the tests did not end: the extension host sent nothing for ${silenceLimitMs / 1000} s`;
  const timer = setTimeout(() => silence.resolve(words), silenceLimitMs);
  const receive = async (socket: Socket): Promise<void> => {
    socket.on('error', () => {});
    for await (const line of createInterface({ input: socket })) {
      timer.refresh();
      const message = JSON.parse(line) as HostMessage;
      if (message.kind === 'line') console.log(inSources(message.text));
      else if (message.kind === 'failure') socket.write(`${JSON.stringify(await onFailure(message.title))}\n`);
      else resolve({ ...message.result, failures: message.result.failures.map(inSources) });
    }
  };
  const server = createServer((socket) => void receive(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    clearTimeout(timer);
    server.close();
  };
  return { port, result, silence: silence.promise, close };
}
