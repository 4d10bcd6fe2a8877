import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/host/app.ts';
import type { Job } from '../../../src/model/jobs/job.ts';
import { readAccount } from '../../../src/model/signIn.ts';
import { receivedRequests, type SandboxWorld, sandbox } from '../../support/inHost.ts';
import { poll } from '../../support/poll.ts';
import type { Hands } from '../hands.ts';

/** What the launch of this suite says. */
export type ImportWorld = SandboxWorld & {
  readonly control: string;
  readonly closed: string;
  readonly older: string;
  readonly files: Readonly<
    Record<'project' | 'group' | 'empty' | 'noGzip' | 'truncated' | 'other' | 'huge' | 'long' | 'missing', string>
  >;
  readonly served: string;
  readonly expired: string;
  readonly key: { readonly accessKeyId: string; readonly secretAccessKey: string; readonly region: string };
};

/** What the launch of this suite says. */
export const world = (): ImportWorld => sandbox() as ImportWorld;

/** Signs in with a token of the sample on one of the servers. */
export const enter = async (app: App, who: string, url = world().url): Promise<void> => {
  const secret = world().tokens[who] ?? assert.fail(who);
  await app.accounts.add(await readAccount(app.clients.trial(url, secret), {}), secret);
};

/** Ends the server, as a restart does, or begins it again at the same address with what it had. */
export const server = async (what: 'end' | 'begin'): Promise<void> => {
  const answer = await fetch(`${world().control}/${what}`, { method: 'POST' });
  assert.ok(answer.ok, await answer.text());
};

/** Holds exports and imports before these steps; none lets them go on. */
export const hold = async (...steps: readonly string[]): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ hold: steps });
  const answer = await fetch(`${world().url}/-/sandbox/jobs`, { method: 'POST', headers, body });
  assert.ok(answer.ok, await answer.text());
};

/** How often an operation was sent since the record was emptied. */
export const sent = async (operation: string): Promise<number> =>
  (await receivedRequests()).filter((each) => each.operation === operation).length;

/** Has the dialog for opening answer with files, one after the other. */
export const openDialog = (): { answer(...files: readonly string[]): void } => {
  const window = vscode.window as unknown as Record<string, unknown>;
  const original = window['showOpenDialog'];
  let waiting: string[] = [];
  before(() => {
    window['showOpenDialog'] = async () => {
      const file = waiting.shift();
      return file === undefined ? undefined : [vscode.Uri.file(file)];
    };
  });
  after(() => {
    window['showOpenDialog'] = original;
  });
  return { answer: (...files) => void (waiting = [...files]) };
};

/** Answers a line of text; answers the box. */
export const line = async (hands: Hands, prompt: RegExp, text?: string): Promise<vscode.InputBox> => {
  const box = await poll(
    async () => {
      const open = await hands.box(/./);
      return prompt.test(open.prompt ?? '') ? open : undefined;
    },
    { what: `the question ${String(prompt)}` },
  );
  if (text !== undefined) hands.type(box, text);
  await hands.enter();
  return box;
};

/** The rows of a review: `label: description`. */
export const rowsOf = ({ items }: vscode.QuickPick<vscode.QuickPickItem>): readonly string[] =>
  items.map(({ label, description = '' }) => (description === '' ? label : `${label}: ${description}`));

/** The review, once it is open. */
export const review = (hands: Hands): Promise<vscode.QuickPick<vscode.QuickPickItem>> =>
  hands.picker(/Enter begins|check and begin/);

/** Answers place, name and path; answers the review. */
export const answerProject = async (
  hands: Hands,
  { place = /Tools$/, name, path }: { readonly place?: RegExp; readonly name?: string; readonly path: string },
): Promise<vscode.QuickPick<vscode.QuickPickItem>> => {
  await hands.step(/Where the project goes/, place);
  await line(hands, /Name of the project/, name);
  await line(hands, /^Path/, path);
  return review(hands);
};

/** The job of a path, once it is in a phase. */
export const jobIn = (app: App, subject: string, phase: Job['phase']): Promise<Job> =>
  poll(() => app.jobs.list().find((job) => job.subject.path === subject && job.phase === phase), {
    what: `the job of ${subject} to be ${phase}; there are ${JSON.stringify(app.jobs.list())}`,
    timeoutMs: 30_000,
  });

/** Everything the extension keeps, as one text. */
export const everythingStored = ({ context }: App): string =>
  [context.globalState, context.workspaceState]
    .map((state) => JSON.stringify(state.keys().map((key) => [key, state.get(key)])))
    .join('\n');

/** What a box says is wrong with its text. */
export const problemOf = ({ validationMessage }: vscode.InputBox): string =>
  typeof validationMessage === 'string' ? validationMessage : (validationMessage?.message ?? '');
