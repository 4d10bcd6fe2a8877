// node --disable-warning=ExperimentalWarning test/bench/board.ts
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type Client, createClient } from '../../src/client/client.ts';
import { directConnections } from '../../src/client/transport.ts';
import { createUndiciTransport } from '../../src/client/undici/undiciTransport.ts';
import { Board } from '../../src/model/board/board.ts';
import { boardCommit } from '../../src/model/board/sources.ts';
import { Testing } from '../../src/model/board/testing.ts';
import { dryRun } from '../../src/model/pick.ts';
import type { SandboxDescription } from '../../src/sandbox/sample/description.ts';
import { listCommits } from '../../src/wire/commits.ts';
import { getProject } from '../../src/wire/projects.ts';
import { median, serve } from './processes.ts';
import { setFaultsAt } from '../support/sandboxControl.ts';

/** How long a board took against the same dry runs one after another, in milliseconds. */
export interface BoardResult {
  /** What the server waits before each answer. */
  readonly latencyMs: number;
  readonly boardMs: number;
  readonly oneAfterAnotherMs: number;
  readonly boardRequests: number;
  readonly oneAfterAnotherRequests: number;
}

const commitCount = 20;
const branchCount = 10;

/**
 * Tests a board of 20 commits and 10 branches, and asks for the same 200 dry runs one after another as the picker does,
 * in turns; once with the server as quick as it is, once with the delay of a network. Medians over the rounds.
 */
export const measureBoard = async (rounds: number): Promise<readonly BoardResult[]> => {
  const main = path.join(import.meta.dirname, '../../src/sandbox/main.ts');
  const server = await serve(main, '--port', '0', '--json', '--faults');
  try {
    const sandbox = JSON.parse(server.firstLine) as SandboxDescription;
    const branches = Array.from({ length: branchCount }, (_, index) => `bench/${index}`);
    for (const branch of branches) {
      const args = ['update-ref', `refs/heads/${branch}`, `refs/heads/${sandbox.branches.target}`];
      execFileSync('git', [`--git-dir=${sandbox.repository}`, ...args]);
    }
    const results = [];
    for (const latencyMs of [0, 50]) {
      await delayAnswers(sandbox.url, latencyMs);
      results.push(await measureOnce(sandbox, branches, latencyMs, rounds));
    }
    return results;
  } finally {
    await server.stop();
  }
};

const measureOnce = async (
  sandbox: SandboxDescription,
  branches: readonly string[],
  latencyMs: number,
  rounds: number,
): Promise<BoardResult> => {
  const transport = createUndiciTransport(directConnections);
  let requests = 0;
  const client = createClient({
    baseUrl: sandbox.url,
    token: async () => sandbox.tokens.maintainer,
    transport: async () => transport,
    record: () => (requests += 1),
  });
  try {
    const { id } = await client.send(getProject, { id: sandbox.project });
    const { items } = await client.send(listCommits, { id, per_page: 60 });
    const commits = items
      .map(boardCommit)
      .filter(({ parents }) => parents === 1)
      .slice(0, commitCount)
      .reverse();
    const counted = async (run: () => Promise<void>): Promise<{ ms: number; sent: number }> => {
      requests = 0;
      const startedAt = performance.now();
      await run();
      return { ms: performance.now() - startedAt, sent: requests };
    };
    const [board, single] = [[] as { ms: number; sent: number }[], [] as { ms: number; sent: number }[]];
    for (let round = 0; round < rounds; round += 1) {
      board.push(await counted(() => testBoard(client, id, commits, branches)));
      single.push(await counted(() => oneAfterAnother(client, id, commits, branches)));
    }
    return {
      latencyMs,
      boardMs: median(board.map(({ ms }) => ms)),
      oneAfterAnotherMs: median(single.map(({ ms }) => ms)),
      boardRequests: board[0]?.sent ?? 0,
      oneAfterAnotherRequests: single[0]?.sent ?? 0,
    };
  } finally {
    await transport.close();
  }
};

const testBoard = async (
  client: Client,
  project: number,
  commits: readonly ReturnType<typeof boardCommit>[],
  branches: readonly string[],
): Promise<void> => {
  const board = new Board(project);
  for (const commit of commits) board.appendCommit(commit);
  board.addBranches(branches);
  await new Testing(board, client).test(board.keys());
  const answered = board.keys().filter((key) => board.cell(key).result !== undefined).length;
  if (answered !== commitCount * branchCount) throw new Error(`only ${answered} cells were answered`);
};

const oneAfterAnother = async (
  client: Client,
  project: number,
  commits: readonly { readonly sha: string }[],
  branches: readonly string[],
): Promise<void> => {
  const { signal } = new AbortController();
  for (const { sha } of commits)
    for (const branch of branches) await dryRun(client, { action: 'cherryPick', project, sha, branch }, signal);
};

const delayAnswers = async (url: string, delayMs: number): Promise<void> => {
  await setFaultsAt(url, delayMs === 0 ? [] : [{ operation: '*', fault: 'delay', delayMs }]);
};

/** The figures in words, a line each. */
export const boardLines = (results: readonly BoardResult[]): readonly string[] =>
  results.map(({ latencyMs, boardMs, oneAfterAnotherMs, boardRequests, oneAfterAnotherRequests }) =>
    [
      `${commitCount} × ${branchCount} board, answers delayed by ${latencyMs} ms:`,
      `${Math.round(boardMs)} ms in ${boardRequests} requests`,
      `against ${Math.round(oneAfterAnotherMs)} ms in ${oneAfterAnotherRequests}`,
      `one after another: ${(oneAfterAnotherMs / boardMs).toFixed(1)} times sooner`,
    ].join(' '),
  );

if (process.argv[1] === import.meta.filename) {
  const rounds = process.argv.includes('--quick') ? 1 : 3;
  for (const line of boardLines(await measureBoard(rounds))) console.log(line);
}
