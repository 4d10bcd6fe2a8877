import { request as httpRequest, Agent as HttpAgent } from 'node:http';
import path from 'node:path';
import { Pool } from 'undici';
import { buildRequest } from '../../src/client/address.ts';
import type { StreamedBody } from '../../src/client/transport.ts';
import { catalogue, type OperationName } from '../../src/wire/catalogue.ts';
import { isWrite, type Operation } from '../../src/wire/operation.ts';
import { rootFolder } from '../support/paths.ts';
import { startBenchServer, type BenchServer } from './benchServer.ts';
import { everyRequest, type Request } from './everyRequest.ts';
import { median, serve } from './processes.ts';

/** What the sandbox did. */
export interface SandboxResults {
  /** From the start of the process to the line that says it serves; a new world is built meanwhile. */
  readonly startMs: number;
  readonly perSecond: readonly (readonly [reference: string, request: string, perSecond: number])[];
  /** Bytes over the connection for a page of commits, and for the same page when it has not changed. */
  readonly fullBytes: number;
  readonly unchangedBytes: number;
}

const usuallyAtOnce = 4;

/** Operations that only the hosted service still has. */
const hostedOnly = new Set<OperationName>(['listMemberRoles', 'createMemberRole', 'deleteMemberRole']);

const bytesOf = async (body: string | StreamedBody | undefined): Promise<Buffer | string | null> => {
  if (typeof body !== 'object') return body ?? null;
  const parts: Uint8Array[] = [];
  for await (const part of body.open()) parts.push(part);
  return Buffer.concat(parts);
};

/** Asks one operation for a while, a few at once; what must be made before is not counted. */
const rate = async (
  server: BenchServer,
  pool: Pool,
  name: OperationName,
  request: Request,
  forMs: number,
): Promise<{ readonly asked: string; readonly perSecond: number }> => {
  const operation: Operation = catalogue[name];
  const { atOnce = usuallyAtOnce, most = Number.POSITIVE_INFINITY } = request;
  let answered = 0;
  let begun = 0;
  let spentMs = 0;
  let asked = '';
  const prepare = async () => {
    begun += 1;
    const parameters: Readonly<Record<string, unknown>> = await request.parameters(begun);
    const { url, body, contentType } = buildRequest(server.described.url, operation, parameters);
    asked ||= `${operation.method} ${decodeURI(url.pathname.slice('/api/v4'.length))}${decodeURIComponent(url.search)}`;
    return { path: `${url.pathname}${url.search}`, body: await bytesOf(body), contentType };
  };
  const send = async ({ path: target, body, contentType }: Awaited<ReturnType<typeof prepare>>): Promise<void> => {
    const answer = await pool.request({
      method: operation.method,
      path: target,
      headers: {
        authorization: `Bearer ${server.tokenOf(request.who)}`,
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
      },
      body,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    if (!operation.success.includes(answer.statusCode))
      throw new Error(`${name} ${target}: ${answer.statusCode} ${bytes.toString('utf8').slice(0, 300)}`);
  };
  const startedAt = performance.now();
  // what has to be made before may take longer than what is measured
  while (spentMs < forMs && begun < most && performance.now() - startedAt < 6 * forMs) {
    const requests = [];
    for (let count = 0; count < Math.min(atOnce === 1 ? 1 : atOnce * 4, most - answered); count += 1)
      requests.push(await prepare());
    const from = performance.now();
    const left = [...requests];
    const worker = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await send(next);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    spentMs += performance.now() - from;
    answered += requests.length;
  }
  await request.settle?.();
  return { asked, perSecond: (answered * 1000) / spentMs };
};

/** Bytes a connection of its own receives for one request, and the answer's ETag. */
const received = (url: string, headers: Readonly<Record<string, string>>): Promise<{ bytes: number; etag: string }> =>
  new Promise((resolve, reject) => {
    const agent = new HttpAgent({ keepAlive: false });
    httpRequest(url, { agent, headers }, (response) => {
      const { socket } = response;
      response.resume().once('end', () => resolve({ bytes: socket.bytesRead, etag: response.headers.etag ?? '' }));
    })
      .once('error', reject)
      .end();
  });

/** Starts a sandbox of its own several times, and asks the last one everything it can be asked. */
export const measureSandbox = async (starts: number, forMs: number): Promise<SandboxResults> => {
  const times: number[] = [];
  for (let count = 0; count < starts; count += 1) {
    const once = await serve(path.join(rootFolder, 'src', 'sandbox', 'main.ts'), '--port', '0', '--json');
    times.push(once.startMs);
    await once.stop();
  }
  const sandbox = await startBenchServer();
  const hosted = await startBenchServer('--gitlab-com');
  try {
    const { described } = sandbox;
    const token = sandbox.tokenOf('maintainer');
    const page = `${described.url}/api/v4/projects/acme%2Forchard/repository/commits?per_page=100`;
    const full = await received(page, { authorization: `Bearer ${token}` });
    const unchanged = await received(page, { authorization: `Bearer ${token}`, 'if-none-match': full.etag });
    const pools = new Map([sandbox, hosted].map((server) => [server, poolOf(server)] as const));
    const requests = everyRequest(sandbox, hosted);
    const perSecond: [string, string, number][] = [];
    // reads first: what the others write would slow them
    const names = (Object.keys(requests) as OperationName[]).toSorted(
      (one, other) => Number(isWrite(catalogue[one])) - Number(isWrite(catalogue[other])),
    );
    for (const name of names) {
      const server = hostedOnly.has(name) ? hosted : sandbox;
      const pool = pools.get(server) ?? poolOf(server);
      const { asked, perSecond: found } = await rate(server, pool, name, requests[name], forMs);
      const shown = asked.replaceAll(/[0-9a-f]{40}/g, ':sha').replaceAll('acme%2Forchard', ':id');
      perSecond.push([catalogue[name].reference, shown.replaceAll(/\/\d+(?=\/|$)/g, '/:n'), found]);
    }
    await Promise.all([...pools.values()].map((pool) => pool.close()));
    const order = Object.values(catalogue).map(({ reference }): string => reference);
    return {
      startMs: median(times),
      perSecond: perSecond.toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other)),
      fullBytes: full.bytes,
      unchangedBytes: unchanged.bytes,
    };
  } finally {
    await Promise.all([sandbox.stop(), hosted.stop()]);
  }
};

const poolOf = ({ described }: BenchServer): Pool => new Pool(described.url, { connections: usuallyAtOnce });
