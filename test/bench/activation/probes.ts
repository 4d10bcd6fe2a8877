import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createVSIX } from '@vscode/vsce';
import { build } from 'esbuild';
import { within } from '../../support/poll.ts';
import { probePortVariable, type ProbeCalls } from './probeCalls.ts';

export type Probe = <Name extends keyof ProbeCalls>(
  name: Name,
  ...given: Parameters<ProbeCalls[Name]>
) => ReturnType<ProbeCalls[Name]>;

export interface Probes {
  readonly env: Readonly<Record<string, string>>;
  /** Probe of the next host, or of one started since the last call. */
  next(): Promise<Probe>;
  close(): void;
}

const limitMs = 60_000;

export const packageProbe = async (folder: string): Promise<string> => {
  const packagePath = path.join(folder, 'probe.vsix');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'probe.ts')],
    outfile: path.join(folder, 'probe.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode'],
    logLevel: 'warning',
  });
  const manifest = {
    name: 'graft-bench-probe',
    displayName: 'Graft bench: probe',
    description: 'Measures extensions from inside their host.',
    version: '0.0.0',
    publisher: 'graft',
    license: 'MIT',
    engines: { vscode: '^1.105.0' },
    main: './probe.cjs',
    activationEvents: ['onStartupFinished'],
    files: ['probe.cjs'],
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'README.md'), `# ${manifest.displayName}\n\n${manifest.description}\n`);
  await createVSIX({ cwd: folder, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
};

export const listenForProbes = async (): Promise<Probes> => {
  const begun: Probe[] = [];
  let arrived: (() => void) | undefined;
  const server = createServer((socket) => {
    begun.push(talk(socket));
    arrived?.();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    env: { [probePortVariable]: String((server.address() as AddressInfo).port) },
    async next() {
      const waiting = begun.length > 0 ? Promise.resolve() : new Promise<void>((resolve) => (arrived = resolve));
      await within(waiting, limitMs);
      const newest = begun.pop();
      if (newest === undefined) throw new Error('no extension host began');
      begun.length = 0;
      return newest;
    },
    close: () => void server.close(),
  };
};

const talk = (socket: Socket): Probe => {
  const waiting: ((line: string | undefined) => void)[] = [];
  createInterface(socket).on('line', (line) => waiting.shift()?.(line));
  // a host that ends may reset its connection
  socket.on('error', () => socket.destroy());
  socket.on('close', () => waiting.splice(0).forEach((tell) => tell(undefined)));
  return (async (name: string, ...given: readonly unknown[]): Promise<unknown> => {
    const line = await new Promise<string | undefined>((resolve) => {
      waiting.push(resolve);
      socket.write(`${JSON.stringify({ name, given })}\n`);
    });
    if (line === undefined) throw new Error(`the extension host ended before it answered ${name}`);
    const { value, error } = JSON.parse(line) as { readonly value?: unknown; readonly error?: string };
    if (error !== undefined) throw new Error(`the probe says: ${error}`);
    return value;
  }) as Probe;
};
