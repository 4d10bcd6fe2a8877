import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../src/host/app.ts';
import type { Job } from '../../../src/model/jobs/job.ts';
import { poll } from '../../support/poll.ts';
import { sandbox } from '../../support/inHost.ts';
import { readWorld } from '../../support/world.ts';
import type { Hands } from '../hands.ts';

interface JobWorld {
  readonly control: string;
  readonly files: string;
}

/** A file of this suite that is removed at its end. */
export const fileNamed = (name: string): string => path.join(readWorld<JobWorld>().files, name);

/** Ends the server, as a restart does, or begins it again at the same address with what it had. */
export const server = async (what: 'end' | 'begin'): Promise<void> => {
  const answer = await fetch(`${readWorld<JobWorld>().control}/${what}`, { method: 'POST' });
  assert.ok(answer.ok, await answer.text());
};

/** Holds exports and imports of the server before the steps named; none: they go on. */
export const hold = async (...steps: readonly string[]): Promise<void> => {
  const body = JSON.stringify({ hold: steps });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandbox().url}/-/sandbox/jobs`, { method: 'POST', headers, body });
  assert.ok(answer.ok, await answer.text());
};

/** The job once it is as wanted; looked at as soon as the server allows it, without the waits of its pace. */
export const jobWhen = async (app: App, id: string, what: string, is: (job: Job) => boolean): Promise<Job> =>
  poll(
    () => {
      const job = app.jobs.get(id);
      return job !== undefined && is(job) ? job : undefined;
    },
    { what: `a job that ${what}; it is ${JSON.stringify(app.jobs.get(id))}`, timeoutMs: 30_000 },
  );

/** The newest job, once there is one. */
export const newest = (app: App, after?: string): Promise<Job> =>
  poll(
    () => {
      const job = app.jobs.list()[0];
      return job?.id === after ? undefined : job;
    },
    { what: 'a job on the list' },
  );

/** Has the dialog for saving answer with a file. */
export const saveDialog = (): { answer(file: string | undefined): void } => {
  const window = vscode.window as unknown as Record<string, unknown>;
  const original = window['showSaveDialog'];
  let file: string | undefined;
  before(() => {
    window['showSaveDialog'] = async () => (file === undefined ? undefined : vscode.Uri.file(file));
  });
  after(() => {
    window['showSaveDialog'] = original;
  });
  return { answer: (next) => void (file = next) };
};

/** Answers the box whose title matches. Enter is pressed until it has closed: one that just opened does not hear it. */
export const answerBox = async (user: Hands, title: RegExp, text?: string): Promise<void> => {
  const box = await user.box(title);
  let isClosed = false;
  const dispose = box.dispose.bind(box);
  // listeners of its end are let go with it
  Object.defineProperty(box, 'dispose', { value: () => ((isClosed = true), dispose()) });
  if (text !== undefined) user.type(box, text);
  await poll(
    async () => {
      if (!isClosed) await user.enter();
      return isClosed;
    },
    { what: `the box ${String(title)} to close`, everyMs: 400 },
  );
};

/** Exports a project to a file, up to the last question. */
export const exportTo = async (
  user: Hands,
  project: RegExp,
  choices: { readonly description?: string; readonly confirm?: string } = {},
): Promise<void> => {
  const run = vscode.commands.executeCommand('graft.transfer.exportProject');
  await user.step(/Export Which Project/, project);
  await user.step(/Where the archive goes/, /Save on This Computer/);
  user.willPress(choices.confirm ?? 'Export');
  await answerBox(user, /Description in the Archive/, choices.description);
  await run;
};
