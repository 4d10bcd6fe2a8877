import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '../../../src/host/app.ts';
import type { Job } from '../../../src/model/jobs/job.ts';
import { exportState } from '../../../src/model/jobs/projectExport.ts';
import { getProject } from '../../../src/wire/projects.ts';
import { readAccount } from '../../../src/model/signIn.ts';
import { type Fault, type SandboxWorld, sandbox } from '../../support/inHost.ts';
import { poll } from '../../support/poll.ts';
import type { Hands } from '../hands.ts';

/** What the launch of this suite says. */
export const world = (): SandboxWorld & { readonly other: string } =>
  sandbox() as SandboxWorld & { readonly other: string };

/** Signs in on both servers and opens the project of the first in the window. */
export const enterBoth = async (app: App, who = 'owner'): Promise<void> => {
  await enter(app, world().url, who);
  await enter(app, world().other);
  const account = app.accounts.list().find(({ baseUrl }) => baseUrl === world().url) ?? assert.fail();
  const project = await app.clients.of(account).send(getProject, { id: world().project });
  await app.project.choose(account, project);
};

/** Signs in with a token of the sample on one of the servers. */
export const enter = async (app: App, url: string, who = 'owner'): Promise<void> => {
  const secret = world().tokens[who] ?? assert.fail(who);
  await app.accounts.add(await readAccount(app.clients.trial(url, secret), {}), secret);
};

const control = async (url: string, name: string, body: unknown): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/-/sandbox/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, await answer.text());
};

/** Holds exports and imports of a server before these steps; none lets them go on. */
export const hold = (url: string, ...steps: readonly string[]): Promise<void> => control(url, 'jobs', { hold: steps });

/** Switches faults of a server on; none switches all off. */
export const faults = (url: string, ...wanted: readonly Fault[]): Promise<void> => control(url, 'faults', wanted);

/** How often an operation was sent to a server since its record was emptied. */
export const sent = async (url: string, reference: string): Promise<number> => {
  const received = (await (await fetch(`${url}/-/sandbox/requests`)).json()) as { readonly reference?: string }[];
  return received.filter((request) => request.reference === reference).length;
};

/** Forgets what a server has received. */
export const forgetRequests = async (url: string): Promise<void> => {
  await fetch(`${url}/-/sandbox/requests`, { method: 'DELETE' });
};

/** Resolves once the first server has finished the export of the window's project; asks beside the watch. */
export const finishedExport = async (app: App): Promise<void> => {
  const { account, project } = app.project.open ?? assert.fail('no project');
  const { signal } = new AbortController();
  const isFinished = async () => (await exportState(app.clients.of(account), project.id, { signal })) === 'finished';
  await poll(isFinished, { what: 'the export to be finished' });
};

/** The newest move. */
export const newest = (app: App): Job | undefined => app.jobs.list().find(({ kind }) => kind === 'projectMove');

/** The step a move remembers. */
export const stepOf = (job: Job | undefined): string => (job?.details as { readonly step?: string })?.step ?? '';

/** The newest move, once it is so. */
export const moveOnce = (app: App, isSo: (job: Job) => boolean, what: string): Promise<Job> =>
  poll(
    () => {
      const job = newest(app);
      if (job !== undefined && isSo(job)) return job;
      throw new Error(`${job?.phase} ${stepOf(job)} ${JSON.stringify([job?.story.slice(-2), job?.look, job?.worker])}`);
    },
    { what, timeoutMs: 30_000 },
  );

/** The newest move, once it is in a phase. */
export const moveIn = (app: App, phase: Job['phase']): Promise<Job> =>
  moveOnce(app, (job) => job.phase === phase, `the move to be ${phase}`);

/** Archives that lie in the extension's own storage. */
export const archives = async ({ context }: App): Promise<readonly string[]> =>
  readdir(path.join(context.globalStorageUri.fsPath, 'moves')).catch(() => []);

/** Answers the questions of a move to the other server, up to the last one. */
export const answerMove = async (hands: Hands, name: string, place = /^Acme$/): Promise<void> => {
  const host = new URL(world().other).host.replaceAll('.', String.raw`\.`);
  await hands.step(/Which project moves/, /^acme\/orchard$/);
  await hands.step(/Where acme\/orchard goes to/, new RegExp(`^${host}$`));
  await hands.step(/Where the project goes/, place);
  const box = await hands.box(/Move Project/);
  hands.type(box, name);
  await hands.enter();
};
