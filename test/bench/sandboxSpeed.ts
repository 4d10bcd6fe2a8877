import { request as httpRequest, Agent as HttpAgent } from 'node:http';
import path from 'node:path';
import { Pool } from 'undici';
import type { SandboxDescription } from '../../src/sandbox/sample/description.ts';
import { rootFolder } from '../support/paths.ts';
import { median, serve, type Serving } from './processes.ts';

/** What the sandbox did. */
export interface SandboxResults {
  /** From the start of the process to the line that says it serves; a new world is built meanwhile. */
  readonly startMs: number;
  readonly perSecond: readonly (readonly [reference: string, request: string, perSecond: number])[];
  /** Bytes over the connection for a page of commits, and for the same page when it has not changed. */
  readonly fullBytes: number;
  readonly unchangedBytes: number;
}

const atOnce = 4;

const start = (): Promise<Serving> =>
  serve(path.join(rootFolder, 'src', 'sandbox', 'main.ts'), '--port', '0', '--json');

type Asked = readonly [reference: string, method: 'GET' | 'POST', path: string, body?: () => unknown];

/** What is asked, the cheap and the costly. */
const questions = ({ commits, mergeRequest }: SandboxDescription): readonly Asked[] => {
  const project = '/projects/acme%2Forchard';
  const commit = `${project}/repository/commits/${commits.clean}`;
  const review = `${project}/merge_requests/${mergeRequest}`;
  let written = 0;
  const number = (): number => (written += 1);
  return [
    ['U1', 'GET', '/user'],
    ['U2', 'GET', '/version'],
    ['R1', 'GET', '/projects?membership=true'],
    ['R2', 'GET', project],
    ['R3', 'GET', `${project}/repository/branches`],
    ['R5', 'GET', `${project}/repository/files/README.md/raw?ref=main`],
    ['R8', 'GET', `${project}/repository/compare?from=release%2F1.0&to=main`],
    ['C1', 'GET', `${project}/repository/commits`],
    ['C1', 'GET', `${project}/repository/commits?with_stats=true`],
    ['C3', 'GET', commit],
    ['C4', 'GET', `${commit}/refs`],
    ['C5', 'POST', `${commit}/cherry_pick`, () => ({ branch: 'release/1.0', dry_run: true })],
    ['C7', 'GET', `${commit}/diff`],
    ['C9', 'POST', `${commit}/comments`, () => ({ note: `Comment ${number()}` })],
    ['C11', 'GET', `${project}/repository/commits/main/statuses`],
    ['C12', 'POST', `${project}/statuses/${commits.clean}`, () => ({ state: 'success', name: `job ${number()}` })],
    ['C13', 'GET', `${project}/repository/commits/${commits.merge}/merge_requests`],
    ['C14', 'GET', `${project}/repository/commits/${commits.signed}/signature`],
    ['P1', 'GET', `${project}/protected_branches`],
    ['MR1', 'GET', `${project}/merge_requests`],
    ['MR2', 'GET', review],
    ['MR5', 'GET', `${review}/diffs`],
    ['MR6', 'GET', `${review}/discussions`],
    ['D1', 'GET', `${review}/draft_notes`],
    ['T1', 'GET', '/groups/acme/iterations'],
    ['N1', 'GET', '/groups'],
  ];
};

const rate = async (pool: Pool, token: string, [, method, target, body]: Asked, forMs: number): Promise<number> => {
  const startedAt = performance.now();
  let answered = 0;
  const ask = async (): Promise<void> => {
    while (performance.now() - startedAt < forMs) {
      const answer = await pool.request({
        method,
        path: `/api/v4${target}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body()) }),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 400) throw new Error(`${method} ${target}: ${answer.statusCode} ${text.slice(0, 200)}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return (answered * 1000) / (performance.now() - startedAt);
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

/** Starts a sandbox of its own several times, and asks the last one. */
export const measureSandbox = async (starts: number, forMs: number): Promise<SandboxResults> => {
  const times: number[] = [];
  for (let count = 1; count < starts; count += 1) {
    const once = await start();
    times.push(once.startMs);
    await once.stop();
  }
  const sandbox = await start();
  try {
    const described = JSON.parse(sandbox.firstLine) as SandboxDescription;
    const token = described.tokens.maintainer;
    const page = `${described.url}/api/v4/projects/acme%2Forchard/repository/commits?per_page=100`;
    const full = await received(page, { authorization: `Bearer ${token}` });
    const unchanged = await received(page, { authorization: `Bearer ${token}`, 'if-none-match': full.etag });
    const pool = new Pool(described.url, { connections: atOnce });
    const perSecond: [string, string, number][] = [];
    for (const asked of questions(described)) {
      await rate(pool, token, asked, forMs / 4);
      const [reference, method, target] = asked;
      const shown = target.replaceAll(/[0-9a-f]{40}/g, ':sha').replace('acme%2Forchard', ':id');
      perSecond.push([reference, `${method} ${shown}`, await rate(pool, token, asked, forMs)]);
    }
    await pool.close();
    return {
      startMs: median([...times, sandbox.startMs]),
      perSecond,
      fullBytes: full.bytes,
      unchangedBytes: unchanged.bytes,
    };
  } finally {
    await sandbox.stop();
  }
};
