import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import { apply, type Applied, type CommitPick } from '../../../src/model/pick/pick.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import { connect } from '../../client/connect.ts';
import { type Loopback, loopback } from '../../client/loopback.ts';
import { ask } from '../../sandbox/transfer/asking.ts';
import { type As, type Driven, orchard, withSandbox } from '../../sandbox/driving.ts';
import { forgetRequestsAt, requestsAt, setFaultsAt } from '../../support/servers/sandboxControl.ts';

/** Unprotected; reset to the sample's target before each test. */
export const scratch = 'scratch/of-the-test';

export const never = new AbortController().signal;

const asSomebody = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@acme.example'];

export interface Picking {
  readonly run: () => Driven;
  readonly servers: Loopback;
  readonly git: Driven['git'];
  readonly tipOf: (branch: string) => Promise<string>;
  readonly refs: () => Promise<string>;
  readonly setFaults: (faults: readonly FaultRequest[]) => Promise<unknown>;
  /** Changes and dry runs received. */
  readonly writes: () => Promise<number>;
  readonly forgetRequests: () => Promise<unknown>;
  readonly clientAs: (as?: As, url?: string) => Client;
  readonly aPick: (change?: Partial<CommitPick>) => CommitPick;
  /** Pushes an empty commit; returns its SHA. */
  readonly push: (branch: string, message: string) => Promise<string>;
  readonly write: (content: string) => Promise<string>;
  readonly applyClean: (
    client: Client,
    pick: CommitPick,
    options?: { readonly message?: string; readonly abort?: AbortSignal },
  ) => Promise<Applied>;
}

/** Call inside `describe`. */
export const picking = (): Picking => {
  const run = withSandbox({ faults: true });
  const servers = loopback();
  const git: Driven['git'] = (...args) => run().git(...args);
  const tipOf = (branch: string): Promise<string> => git('rev-parse', `refs/heads/${branch}`);
  const setFaults = (faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(run().sandbox.url, faults);
  const forgetRequests = (): Promise<void> => forgetRequestsAt(run().sandbox.url);

  beforeEach(async () => {
    await git('update-ref', `refs/heads/${scratch}`, `refs/heads/${run().sandbox.branches.target}`);
    await setFaults([]);
    await forgetRequests();
  });

  return {
    run,
    servers,
    git,
    tipOf,
    refs: () => git('for-each-ref'),
    setFaults,
    writes: async () => (await requestsAt(run().sandbox.url)).filter(({ method }) => method === 'POST').length,
    forgetRequests,
    clientAs: (as = 'maintainer', url = run().sandbox.url) =>
      connect(servers, url, { token: run().sandbox.tokens[as as keyof Driven['sandbox']['tokens']] }).client,
    aPick: (change = {}) => ({
      action: 'cherryPick',
      project: run().sandbox.project,
      sha: run().sandbox.commits.clean,
      branch: scratch,
      ...change,
    }),
    async push(branch, message) {
      const tip = await tipOf(branch);
      const sha = await git(...asSomebody, 'commit-tree', `${tip}^{tree}`, '-p', tip, '-m', message);
      await git('update-ref', `refs/heads/${branch}`, sha, tip);
      return sha;
    },
    async write(content) {
      const files = await git('ls-tree', '-r', '--name-only', scratch);
      const action = files.includes('said.txt') ? 'update' : 'create';
      const actions = [{ action, file_path: 'said.txt', content }];
      const json = { branch: scratch, commit_message: content, actions };
      const answer = await ask<{ id: string }>(run(), 'POST', `${orchard}/repository/commits`, { json });
      assert.equal(answer.status, 201, answer.text);
      return answer.json.id;
    },
    applyClean: async (client, pick, { message, abort = never } = {}) =>
      apply(client, pick, { tip: await tipOf(pick.branch), message }, abort),
  };
};
