import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '../../../../src/extension.ts';
import type { Job } from '../../../../src/model/transfers/jobs/job.ts';
import { exportState } from '../../../../src/model/transfers/exports/projectExport.ts';
import { getProject } from '../../../../src/wire/projects.ts';
import { type SandboxWorld, sandbox } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { addAccount } from '../../accounts.ts';
import type { Hands } from '../../hands.ts';
import { jobOnce } from '../../transferHands.ts';

export const world = (): SandboxWorld & { readonly other: string } =>
  sandbox() as SandboxWorld & { readonly other: string };

export const enterBoth = async (app: App, who = 'owner'): Promise<void> => {
  const account = await addAccount(app, who);
  await addAccount(app, 'owner', world().other);
  const project = await app.clients.of(account).send(getProject, { id: world().project });
  await app.project.choose(account, project);
};

export const forgetRequests = async (url: string): Promise<void> => {
  await fetch(`${url}/-/sandbox/requests`, { method: 'DELETE' });
};

/** Waits until the source has exported the project, independently of polling. */
export const finishedExport = async (app: App): Promise<void> => {
  const { account, project } = app.project.open ?? assert.fail('no project');
  const { signal } = new AbortController();
  const isFinished = async () => (await exportState(app.clients.of(account), project.id, { signal })) === 'finished';
  await poll(isFinished, { what: 'the export to be finished' });
};

export const newest = (app: App): Job | undefined => app.jobs.list().find(({ kind }) => kind === 'projectMove');

export const moveOnce = (app: App, isSo: (job: Job) => boolean, what: string): Promise<Job> =>
  jobOnce(app, (job) => job.id === newest(app)?.id && isSo(job), what);

export const moveIn = (app: App, phase: Job['phase']): Promise<Job> =>
  moveOnce(app, (job) => job.phase === phase, `the move to be ${phase}`);

export const archives = async ({ context }: App): Promise<readonly string[]> =>
  readdir(path.join(context.globalStorageUri.fsPath, 'moves')).catch(() => []);

export const answerMove = async (hands: Hands, name: string, place = /^Acme$/): Promise<void> => {
  const host = new URL(world().other).host.replaceAll('.', String.raw`\.`);
  await hands.step(/Project to move/, /^acme\/orchard$/);
  await hands.step(/Destination of acme\/orchard/, new RegExp(`^${host}$`));
  await hands.step(/Destination namespace/, place);
  const box = await hands.box(/Move Project/);
  hands.type(box, name);
  await hands.enter();
};
