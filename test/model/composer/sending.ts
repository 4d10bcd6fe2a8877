import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Client } from '../../../src/client/client.ts';
import { seeServer, type Seen } from '../../../src/model/composer/check.ts';
import type { CommitDraft } from '../../../src/model/composer/draft.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { type As, type Driven, withSandbox } from '../../sandbox/driving.ts';
import { temporaryFolder } from '../../support/paths.ts';
import { type Work, workIn } from './composing.ts';
import { forgetRequestsAt, requestsAt, setFaultsAt } from '../../support/servers/sandboxControl.ts';

export const never = new AbortController().signal;

export interface Sending {
  readonly run: () => Driven;
  readonly project: () => number;
  readonly client: (as?: As) => Client;
  readonly git: Driven['git'];
  /** Unprotected; reset to the default branch before each test. */
  readonly branch: string;
  readonly tip: (branch?: string) => Promise<string>;
  readonly setFaults: (faults: readonly FaultRequest[]) => Promise<unknown>;
  readonly writes: () => Promise<number>;
  readonly draft: (change?: Partial<CommitDraft>) => CommitDraft;
  readonly see: (draft: CommitDraft) => Promise<Seen>;
  /** Commits a file as another user; returns the SHA. */
  readonly theirs: (file: string, content: string, branch?: string) => Promise<string>;
  /** With the test's branch checked out. */
  readonly clone: () => Promise<Work>;
}

export const draftOn = (project: number, branch: string, change: Partial<CommitDraft> = {}): CommitDraft => ({
  project,
  branch,
  start: undefined,
  startProject: undefined,
  message: 'Composed on the server',
  author: undefined,
  force: false,
  stats: true,
  actions: [{ kind: 'create', path: 'composed.txt', content: Buffer.from('composed\n') }],
  accepted: [],
  ...change,
});

/** Call inside `describe`. */
export const sending = (): Sending => {
  const run = withSandbox({ faults: true });
  const servers = loopback();
  const git: Driven['git'] = (...args) => run().git(...args);
  const branch = 'composing/of-the-test';
  const folders: string[] = [];
  let project = 0;
  const tip = (name = branch): Promise<string> => git('rev-parse', `refs/heads/${name}`);
  const client = (as: As = 'maintainer'): Client => {
    const { tokens, url } = run().sandbox;
    return connect(servers, url, { token: tokens[as as keyof typeof tokens] }).client;
  };
  const setFaults = (faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(run().sandbox.url, faults);

  before(async () => {
    const { json } = await run().get<{ id: number }>(`/projects/${encodeURIComponent(run().sandbox.project)}`);
    project = json.id;
  });
  beforeEach(async () => {
    await git('update-ref', `refs/heads/${branch}`, 'refs/heads/main');
    await setFaults([]);
    await forgetRequestsAt(run().sandbox.url);
  });
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  return {
    run,
    project: () => project,
    client,
    git,
    branch,
    tip,
    setFaults,
    writes: async () => (await requestsAt(run().sandbox.url)).filter(({ method }) => method === 'POST').length,
    draft: (change = {}) => draftOn(project, branch, change),
    see: (draft) => seeServer(client(), draft, { signal: never }),
    async theirs(file, content, on = branch) {
      const answer = await run().post<{ id: string }>(`/projects/${project}/repository/commits`, {
        branch: on,
        commit_message: `Theirs: ${file}`,
        actions: [{ action: (await exists(git, on, file)) ? 'update' : 'create', file_path: file, content }],
      });
      assert.equal(answer.status, 201, answer.text);
      return answer.json.id;
    },
    async clone() {
      const folder = path.join(temporaryFolder('compose-clone'), 'clone');
      folders.push(path.dirname(folder));
      const { sandbox } = run();
      const address = new URL(`${sandbox.url}/${sandbox.project}.git`);
      address.username = 'maintainer';
      address.password = sandbox.tokens.maintainer;
      await workIn(path.dirname(folder)).ask('clone', '--quiet', '--branch', branch, address.href, folder);
      return workIn(folder);
    },
  };
};

const exists = async (git: Driven['git'], branch: string, file: string): Promise<boolean> =>
  (await git('ls-tree', branch, file)) !== '';
