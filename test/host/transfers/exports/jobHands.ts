import path from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import type { Job } from '../../../../src/model/transfers/jobs/job.ts';
import { poll } from '../../../support/poll.ts';
import { readWorld } from '../../../support/window/world.ts';
import type { Hands } from '../../hands.ts';
import { jobOnce } from '../../transferHands.ts';

/** Removed after the suite. */
export const fileNamed = (name: string): string => path.join(readWorld<{ readonly files: string }>().files, name);

export const jobWhen = (app: App, id: string, what: string, is: (job: Job) => boolean): Promise<Job> =>
  jobOnce(app, (job) => job.id === id && is(job), `a job that ${what}`);

export const newest = (app: App, after?: string): Promise<Job> =>
  poll(
    () => {
      const job = app.jobs.list()[0];
      return job?.id === after ? undefined : job;
    },
    { what: 'a job on the list' },
  );

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

/** Presses Enter until the box has closed: a new one ignores it. */
export const answerBox = async (user: Hands, title: RegExp, text?: string): Promise<void> => {
  const box = await user.box(title);
  let isClosed = false;
  const dispose = box.dispose.bind(box);
  // disposing removes listeners of its end
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

export const exportTo = async (
  user: Hands,
  choices: { readonly description?: string; readonly isAnew?: boolean } = {},
): Promise<void> => {
  const run = vscode.commands.executeCommand('graft.transfers.exportProject');
  if (choices.isAnew === true) await user.step(/previous export has finished/, /Export Again/);
  await user.step(/Press Enter to start/, /Archive destination/);
  await user.step(/^Archive destination/, /Save on This Computer/);
  if (choices.description !== undefined) {
    await user.step(/Press Enter to start/, /Description in the Archive/);
    await answerBox(user, /Description in the Archive/, choices.description);
  }
  await user.step(/Press Enter to start/, /^Export$/);
  await run;
};
