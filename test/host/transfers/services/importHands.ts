import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { type SandboxWorld, sandbox } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import type { Hands } from '../../hands.ts';

export type ImportWorld = SandboxWorld & {
  readonly older: string;
  readonly narrow: string;
  readonly outside: {
    readonly url: string;
    readonly token: string;
    readonly furtherToken: string;
    readonly username: string;
  };
};

export const world = (): ImportWorld => sandbox() as ImportWorld;

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

export interface GithubAnswers {
  readonly server?: string;
  readonly token?: string;
  readonly repository?: string;
  readonly place?: RegExp;
  readonly path: string;
}

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
  await hands.step(/GitHub.*\(1\/5\)/, /Enterprise Server…/);
  await line(hands, /GitHub.*\(1\/5\)/, /URL of the server/, server);
  await line(hands, /GitHub.*\(2\/5\)/, /Token of 127\.0\.0\.1/, token);
  const repositories = await hands.picker(/GitHub.*\(3\/5\)/);
  hands.type(repositories, repository);
  await hands.step(/GitHub.*\(3\/5\)/, /^wanda\/cider$/);
  await hands.step(/GitHub.*\(4\/5\)/, place);
  await line(hands, /GitHub.*\(5\/5\)/, /Path in/, name);
  return hands.picker(/review and start/);
};

/** Stored state and logs as one text. */
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
