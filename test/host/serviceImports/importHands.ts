import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as vscode from 'vscode';
import type { App } from '../../../src/host/app.ts';
import { readAccount } from '../../../src/model/signIn.ts';
import type { Job } from '../../../src/model/jobs/job.ts';
import { type SandboxWorld, sandbox } from '../../support/inHost.ts';
import { poll } from '../../support/poll.ts';
import type { Hands } from '../hands.ts';

/** What the launch of this suite says. */
export type ImportWorld = SandboxWorld & {
  readonly closed: string;
  readonly older: string;
  readonly limited: string;
  readonly narrow: string;
  readonly outside: {
    readonly url: string;
    readonly token: string;
    readonly furtherToken: string;
    readonly username: string;
  };
};

/** What the launch of this suite says. */
export const world = (): ImportWorld => sandbox() as ImportWorld;

/** Signs in with a token of the sample on one of the servers. */
export const enter = async (app: App, who: string, url = world().url): Promise<void> => {
  const secret = world().tokens[who] ?? assert.fail(who);
  await app.accounts.add(await readAccount(app.clients.trial(url, secret), {}), secret);
};

/** Answers a line of text. */
export const line = async (hands: Hands, title: RegExp, prompt: RegExp, text: string): Promise<vscode.InputBox> => {
  const box = await poll(
    async () => {
      const open = await hands.box(title);
      return prompt.test(open.prompt ?? '') ? open : undefined;
    },
    { what: `the question ${String(prompt)}` },
  );
  hands.type(box, text);
  await hands.enter();
  return box;
};

/** What a box says is wrong with its text. */
export const problemOf = ({ validationMessage }: vscode.InputBox): string =>
  typeof validationMessage === 'string' ? validationMessage : (validationMessage?.message ?? '');

/** What an import from the stand-in for GitHub is answered with. */
export interface GithubAnswers {
  readonly server?: string;
  readonly token?: string;
  readonly repository?: string;
  readonly place?: RegExp;
  readonly path: string;
}

/** Answers the questions of an import from GitHub until everything is shown. */
export const answerGithub = async (
  hands: Hands,
  {
    server = world().outside.url,
    token = world().outside.token,
    repository = 'cider',
    place = /^Acme$/,
    path: name,
  }: GithubAnswers,
): Promise<vscode.QuickPick<vscode.QuickPickItem>> => {
  await hands.step(/GitHub \(1 of 5\)/, /Enterprise Server…/);
  await line(hands, /GitHub \(1 of 5\)/, /Address of the server/, server);
  await line(hands, /GitHub \(2 of 5\)/, /Token of 127\.0\.0\.1/, token);
  const repositories = await hands.picker(/GitHub \(3 of 5\)/);
  hands.type(repositories, repository);
  await hands.step(/GitHub \(3 of 5\)/, /^wanda\/cider$/);
  await hands.step(/GitHub \(4 of 5\)/, place);
  await line(hands, /GitHub \(5 of 5\)/, /Path below/, name);
  return hands.picker(/check and begin/);
};

/** The job of a path, once it is in a phase. */
export const jobIn = (app: App, subject: string, phase: Job['phase']): Promise<Job> =>
  poll(() => app.jobs.list().find((job) => job.subject.path === subject && job.phase === phase), {
    what: `the job of ${subject} to be ${phase}; there are ${JSON.stringify(app.jobs.list())}`,
  });

/** How often an operation was sent to a server since its record was emptied. */
export const sent = async (operation: string, url = world().url): Promise<number> => {
  const received = (await (await fetch(`${url}/-/sandbox/requests`)).json()) as { readonly operation?: string }[];
  return received.filter((request) => request.operation === operation).length;
};

/** Holds exports and imports before these steps; none lets them go on. */
export const hold = async (...steps: readonly string[]): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ hold: steps });
  const answer = await fetch(`${world().url}/-/sandbox/jobs`, { method: 'POST', headers, body });
  assert.ok(answer.ok, await answer.text());
};

/** Everything the extension keeps or writes, as one text: both storages and every log of the window. */
export const everythingKept = async ({ context }: App): Promise<string> => {
  const states = [context.globalState, context.workspaceState].map((state) =>
    JSON.stringify(state.keys().map((key) => [key, state.get(key)])),
  );
  const folder = path.dirname(context.logUri.fsPath);
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const logs = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')),
  );
  assert.ok(
    logs.some((text) => text.includes('Graft') || text.includes('graft')),
    `no log of ours among ${files.map(({ name }) => name).join(', ')}`,
  );
  return [...states, ...logs].join('\n');
};
