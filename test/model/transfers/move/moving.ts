import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Client } from '../../../../src/client/client.ts';
import { requestErrorFacts, type RequestFailure } from '../../../../src/client/errors.ts';
import { AccountCapabilities } from '../../../../src/model/accountCapabilities.ts';
import { fileToUpload } from '../../../../src/client/fileToUpload.ts';
import { checkArchive } from '../../../../src/model/transfers/imports/archive.ts';
import { mayPass } from '../../../../src/model/transfers/jobs/passing.ts';
import { type MoveDetails, newMove, readMoveDetails } from '../../../../src/model/transfers/move/details.ts';
import { carryMoveOn, pollMove } from '../../../../src/model/transfers/move/move.ts';
import type { MoveChange, MoveNote } from '../../../../src/model/transfers/move/steps.ts';
import type { FaultRequest } from '../../../../src/sandbox/faults.ts';
import { forgetRequestsAt, holdAt, requestsAt, setFaultsAt } from '../../../support/servers/sandboxControl.ts';
import type { SandboxOptions } from '../../../support/servers/startSandbox.ts';
import { connect } from '../../../client/connect.ts';
import { type Loopback, loopback } from '../../../client/loopback.ts';
import { type Driven, withSandbox } from '../../../sandbox/driving.ts';

/** Runs a move step by step without delays. */
export class MoveRun {
  readonly notes: MoveNote[] = [];
  readonly failures: RequestFailure[] = [];
  phase: MoveChange['phase'] = 'sending';
  details: MoveDetails;
  change: MoveChange | undefined;
  #abort = new AbortController();
  readonly #capabilities: AccountCapabilities;
  readonly #clients: { readonly source: Client; readonly target: Client };

  constructor(details: MoveDetails, clients: { readonly source: Client; readonly target: Client }) {
    this.details = details;
    this.#clients = clients;
    this.#capabilities = new AccountCapabilities(clients.target);
  }

  get hasEnded(): boolean {
    return this.phase === 'succeeded' || this.phase === 'failed';
  }

  get story(): readonly string[] {
    return this.notes.map(({ kind }) => kind);
  }

  /** Transient failures are recorded and retried by the next step; others are thrown. */
  async step(progress: (doneBytes: number) => void = () => undefined): Promise<void> {
    const { signal } = this.#abort;
    const how = {
      ...this.#clients,
      signal,
      now: () => Date.now(),
      save: async (details: MoveDetails) => {
        this.details = details;
      },
    };
    try {
      const change =
        this.phase === 'sending' || this.phase === 'receiving'
          ? await carryMoveOn(this.details, {
              ...how,
              capabilities: this.#capabilities,
              checkArchive: async (file) => {
                const look = await checkArchive(await fileToUpload(file), { depth: 'whole', signal });
                assert.equal(look.kind, 'export');
              },
              progress: ({ doneBytes }) => progress(doneBytes),
              report: async (note) => {
                this.notes.push(note);
              },
            })
          : await pollMove(this.details, how);
      this.change = change;
      this.phase = change.phase;
      this.details = change.details;
      this.notes.push(change.note);
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error;
      this.failures.push(requestErrorFacts(error)?.failure ?? 'refused');
    }
  }

  async untilEnd(): Promise<this> {
    return this.until(() => this.hasEnded);
  }

  async until(isSo: () => boolean): Promise<this> {
    for (let steps = 0; !isSo(); steps += 1) {
      assert.ok(steps < 2_000, `still ${this.details.step}, ${this.phase}: ${this.story.slice(-5).join(', ')}`);
      await this.step();
      // yields to the servers in this process
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return this;
  }

  reload(): MoveRun {
    const details = readMoveDetails(JSON.parse(JSON.stringify(this.details)));
    assert.ok(details);
    const next = new MoveRun(details, this.#clients);
    next.phase = this.phase;
    next.notes.push(...this.notes);
    return next;
  }

  cancel(): void {
    this.#abort.abort();
  }
}

export interface MoveServer {
  readonly run: () => Driven;
  readonly setFaults: (faults: readonly FaultRequest[]) => Promise<unknown>;
  /** Number of requests by references such as `X4`. */
  readonly asked: (...references: string[]) => Promise<number>;
  readonly hold: (steps: readonly string[]) => Promise<unknown>;
}

export interface Moving {
  readonly source: MoveServer;
  readonly target: MoveServer;
  readonly servers: Loopback;
  readonly folder: () => string;
  readonly clients: () => { readonly source: Client; readonly target: Client };
  /** Moves the sample project to an unused path. */
  readonly begin: (change?: { readonly path?: string; readonly namespace?: string }) => Promise<MoveRun>;
}

const server = (options: SandboxOptions): MoveServer => {
  const run = withSandbox({ faults: true, jobDelayMs: 0, ...options });
  const setFaults = (faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(run().sandbox.url, faults);
  const hold = (steps: readonly string[]): Promise<void> => holdAt(run().sandbox.url, ...steps);
  beforeEach(async () => {
    await setFaults([]);
    await hold([]);
    await run().sandbox.jobsSettled();
    await forgetRequestsAt(run().sandbox.url);
  });
  return {
    run,
    setFaults,
    hold,
    asked: async (...references) => {
      const log = await requestsAt(run().sandbox.url);
      return log.filter((entry) => references.some((one) => Object.values(entry).includes(one))).length;
    },
  };
};

let paths = 0;

/** Two servers; the sample project's owner moves it. Call inside `describe`. */
export const moving = (
  options: { readonly source?: SandboxOptions; readonly target?: SandboxOptions } = {},
): Moving => {
  const source = server(options.source ?? {});
  const target = server(options.target ?? {});
  const servers = loopback();
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'graft-move-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const clientOf = ({ run }: MoveServer): Client =>
    connect(servers, run().sandbox.url, { token: run().sandbox.tokens.owner }).client;
  const clients = () => ({ source: clientOf(source), target: clientOf(target) });
  return {
    source,
    target,
    servers,
    folder: () => folder,
    clients,
    async begin(change = {}) {
      const answer = await source.run().get<{ readonly id: number }>('/projects/acme%2Forchard', 'owner');
      paths += 1;
      const details = newMove({
        source: { id: answer.json.id, path: 'acme/orchard', name: 'Orchard', release: '18.7.1-ee' },
        target: {
          account: 'target',
          baseUrl: target.run().sandbox.url,
          namespace: change.namespace ?? 'acme',
          name: 'Orchard',
          path: change.path ?? `moved-${paths}`,
          release: '18.7.1-ee',
        },
        archive: { file: path.join(folder, 'move.tar.gz'), keep: false },
      });
      return new MoveRun(details, clients());
    },
  };
};
