import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import os from 'node:os';
import path from 'node:path';
import type { Client } from '../../../../src/client/client.ts';
import { newMove } from '../../../../src/model/transfers/move/details.ts';
import type { SandboxDescription } from '../../../../src/sandbox/sample/description.ts';
import { connect } from '../../../client/connect.ts';
import { loopback } from '../../../client/loopback.ts';
import { rootFolder } from '../../../support/paths.ts';
import { poll } from '../../../support/poll.ts';
import { MoveRun } from './moving.ts';

/** A sandbox process that can be killed and restarted at the same URL with its world. */
class Killable {
  readonly #world: string;
  #child: ReturnType<typeof spawn> | undefined;
  port = '0';
  description!: SandboxDescription;

  constructor(world: string) {
    this.#world = world;
  }

  async start(): Promise<void> {
    const program = path.join(rootFolder, 'src', 'sandbox', 'main.ts');
    const args = ['--world', this.#world, '--port', this.port, '--job-delay', '0', '--faults', '--json'];
    // a fixed token survives the restart
    args.push('--token', 'owner=glpat-of-the-owner');
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args, '--parent'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child = child;
    const [line] = (await Promise.race([
      once(createInterface(child.stdout), 'line'),
      once(child, 'exit').then(() => Promise.reject(new Error('the sandbox ended before it served'))),
    ])) as [string];
    this.description = JSON.parse(line) as SandboxDescription;
    this.port = new URL(this.description.url).port;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async control<T>(name: string, method = 'GET', body?: unknown): Promise<T> {
    const answer = await fetch(`${this.description.url}/-/sandbox/${name}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.ok(answer.ok, `${name}: ${answer.status}`);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  }

  async waitsBefore(to: string): Promise<void> {
    await poll(
      async () =>
        (await this.control<{ waiting: readonly { to: string }[] }>('jobs')).waiting.some((step) => step.to === to),
      { what: `a job before ${to}` },
    );
  }
}

describe('a move whose servers are killed', function () {
  this.timeout(60_000);
  const net = loopback();
  let source: Killable;
  let target: Killable;
  let folder = '';
  let moves = 0;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'graft-outage-'));
    [source, target] = [new Killable(path.join(folder, 'source')), new Killable(path.join(folder, 'target'))];
    await Promise.all([source.start(), target.start()]);
  });

  beforeEach(() => Promise.all([source, target].map((server) => server.control('requests', 'DELETE'))));

  after(async () => {
    await Promise.all([source.kill(), target.kill()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  const clientOf = ({ description }: Killable): Client =>
    connect(net, description.url, { token: description.tokens.owner }).client;

  const begin = async (): Promise<MoveRun> => {
    const answer = await fetch(`${source.description.url}/api/v4/projects/acme%2Forchard`, {
      headers: { 'private-token': source.description.tokens.owner },
    });
    const { id } = (await answer.json()) as { readonly id: number };
    moves += 1;
    const details = newMove({
      source: { id, path: 'acme/orchard', name: 'Orchard' },
      target: {
        account: 'a',
        baseUrl: target.description.url,
        namespace: 'acme',
        name: 'Orchard',
        path: `moved-${moves}`,
      },
      archive: { file: path.join(folder, `${moves}.tar.gz`), keep: false },
    });
    return new MoveRun(details, { source: clientOf(source), target: clientOf(target) });
  };

  const writes = async (server: Killable, reference: string): Promise<number> =>
    (await server.control<readonly { reference: string | null }[]>('requests')).filter(
      (entry) => entry.reference === reference,
    ).length;

  it('goes on when the source was killed in the middle of the export', async () => {
    await source.control('jobs', 'POST', { hold: ['finished'] });
    const run = await begin();
    await run.until(() => run.details.step === 'exporting');
    await source.waitsBefore('finished');
    assert.equal(await writes(source, 'X1'), 1);
    await source.kill();
    await run.step();
    assert.deepEqual(run.failures, ['unreachable']);
    assert.equal(run.details.step, 'exporting');
    await source.start();
    await run.untilEnd();
    assert.equal(run.phase, 'succeeded', run.story.join(', '));
    assert.equal(run.story.at(-1), 'same');
    // the new process's log: no second export was requested
    assert.deepEqual([await writes(source, 'X1'), await writes(target, 'X4')], [0, 1]);
  });

  it('goes on when the target was killed in the middle of the import', async () => {
    await target.control('jobs', 'POST', { hold: ['finished'] });
    const run = await begin();
    await run.until(() => run.details.step === 'importing');
    await target.waitsBefore('finished');
    assert.equal(await writes(target, 'X4'), 1);
    await target.kill();
    await run.step();
    assert.deepEqual(run.failures, ['unreachable']);
    await target.start();
    await run.untilEnd();
    assert.equal(run.phase, 'succeeded', run.story.join(', '));
    assert.equal(run.story.at(-1), 'same');
    assert.equal(await writes(target, 'X4'), 0);
  });

  it('looks for the project when the target was killed before it could answer the import', async () => {
    await target.control('faults', 'POST', [{ operation: 'X4', fault: 'delay', delayMs: 30_000, times: 1 }]);
    const run = await begin();
    await run.until(() => run.details.step === 'toImport');
    const stepping = run.step();
    await poll(async () => (await target.control<readonly unknown[]>('faults')).length === 0, {
      what: 'the import to arrive',
    });
    await target.kill();
    await stepping;
    assert.equal(run.phase, 'unclear');
    await target.start();
    await run.untilEnd();
    assert.equal(run.story.at(-1), 'importNotArrived');
    assert.equal(await writes(target, 'X4'), 0);
  });

  it('asks for the archive again when the source was killed while it was fetched', async () => {
    const run = await begin();
    await run.until(() => run.details.step === 'toDownload');
    await source.kill();
    await run.step();
    assert.deepEqual(run.failures, ['unreachable']);
    await source.start();
    assert.equal((await run.untilEnd()).phase, 'succeeded');
  });
});
