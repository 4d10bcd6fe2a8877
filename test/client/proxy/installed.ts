import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { temporaryFolder } from '../../support/paths.ts';
import { poll } from '../../support/poll.ts';
import type { Loopback } from '../loopback.ts';
import type { Listening } from './broken.ts';
import type { Pair } from './certificates.ts';

/** Programs that stand between clients and servers, where the system has them. */
export type Installed = 'nginx' | 'squid';

/** Whether the system has a program. */
export const isInstalled = (program: Installed): boolean => spawnSync(program, ['-v']).error === undefined;

type Net = Pick<Loopback, 'defer' | 'unusedPort'>;

/** Runs a program until the test ends; ready once its port answers. */
const running = async (
  program: Installed,
  parameters: readonly string[],
  port: number,
  { defer }: Net,
): Promise<Listening> => {
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  // helpers of a program hold its streams until they have ended too
  const ended = once(child, 'close');
  defer(async () => {
    child.kill();
    await ended;
  });
  await poll(
    () => {
      if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
      return answers(port);
    },
    { what: `${program} to listen` },
  );
  return { port, host: `127.0.0.1:${port}` };
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** An nginx with one server, with what else its configuration has. */
export const nginx = async (
  network: Net,
  { pair, server, listen = '' }: { readonly pair?: Pair; readonly server: string; readonly listen?: string },
): Promise<Listening> => {
  const folder = temporaryFolder('nginx');
  const port = await network.unusedPort();
  const at = (name: string): string => path.join(folder, name);
  if (pair !== undefined) {
    writeFileSync(at('key'), pair.key);
    writeFileSync(at('cert'), pair.chain);
  }
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${at(name)};`);
  const tls = pair === undefined ? '' : `ssl_certificate ${at('cert')}; ssl_certificate_key ${at('key')};`;
  writeFileSync(
    at('conf'),
    `daemon off; master_process off; pid ${at('pid')}; error_log stderr;
    events {}
    http {
      access_log off; ${paths.join(' ')}
      server { listen 127.0.0.1:${port} ${pair === undefined ? '' : 'ssl'} ${listen}; ${tls} ${server} }
    }`,
  );
  return running('nginx', ['-c', at('conf'), '-e', 'stderr'], port, network);
};

/** A squid that takes what `rules` allow; of those that sign in it knows `olive` with the password `right`. */
export const squid = async (network: Net, rules: string): Promise<Listening> => {
  const folder = temporaryFolder('squid');
  const at = (name: string): string => path.join(folder, name);
  mkdirSync(at('logs'));
  // it gives up the rights of root where it has them
  for (const each of [folder, at('logs')]) chmodSync(each, 0o777);
  const port = await network.unusedPort();
  writeFileSync(
    at('conf'),
    [
      `http_port 127.0.0.1:${port}`,
      `pid_filename ${at('pid')}`,
      `coredump_dir ${folder}`,
      `cache_log ${at('logs/cache')}`,
      'access_log none',
      'cache deny all',
      'shutdown_lifetime 0 seconds',
      'connect_timeout 5 seconds',
      // answers OK for one pair; squid gives it no way to a file of this folder
      'auth_param basic program /bin/sed -u -e s/^olive.right$/OK/ -e t -e s/.*/ERR/',
      'auth_param basic children 1 startup=0',
      // it would outlive the others by many seconds
      'pinger_enable off',
      rules,
      '',
    ].join('\n'),
  );
  return running('squid', ['-N', '-f', at('conf')], port, network);
};
