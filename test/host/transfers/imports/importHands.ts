import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { type SandboxWorld, sandbox } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import type { Hands } from '../../hands.ts';

export type ImportWorld = SandboxWorld & {
  readonly control: string;
  readonly files: Readonly<
    Record<'project' | 'group' | 'empty' | 'noGzip' | 'truncated' | 'other' | 'huge' | 'long' | 'missing', string>
  >;
  readonly served: string;
  readonly key: { readonly accessKeyId: string; readonly secretAccessKey: string; readonly region: string };
};

export const world = (): ImportWorld => sandbox() as ImportWorld;

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

export const review = (hands: Hands): Promise<vscode.QuickPick<vscode.QuickPickItem>> =>
  hands.picker(/Press Enter to start|review and start/);

/** Answers namespace, name and path; returns the review. */
export const answerProject = async (
  hands: Hands,
  { place = /Tools$/, name, path }: { readonly place?: RegExp; readonly name?: string; readonly path: string },
): Promise<vscode.QuickPick<vscode.QuickPickItem>> => {
  await hands.step(/Destination namespace/, place);
  await line(hands, /Name of the project/, name);
  await line(hands, /^Path/, path);
  return review(hands);
};

/** The extension's stored state as one text. */
export const everythingStored = ({ context }: App): string =>
  [context.globalState, context.workspaceState]
    .map((state) => JSON.stringify(state.keys().map((key) => [key, state.get(key)])))
    .join('\n');
