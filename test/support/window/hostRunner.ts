import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { format } from 'node:util';
import Mocha from 'mocha';
import * as vscode from 'vscode';
import { openClone } from './cloneInWindow.ts';
import { grepVariable, resultsPortVariable, type HostMessage } from './hostProtocol.ts';
import { beginMocha } from '../run/mochaRun.ts';
import { enterWorld } from './world.ts';

export type SuiteModules = readonly [name: string, load: readonly (() => unknown)[]];

/** In a bundle of the extension or of a suite. */
const ours = /[\\/](dist|out[\\/]host)[\\/][\w.-]+\.c?js/;

export async function runInHost(suites: readonly SuiteModules[]): Promise<void> {
  const launcher = connect(Number(process.env[resultsPortVariable]), '127.0.0.1');
  await once(launcher, 'connect');
  const answers = createInterface({ input: launcher })[Symbol.asyncIterator]();
  const send = (message: HostMessage): void => void launcher.write(`${JSON.stringify(message)}\n`);
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => send({ kind: 'line', text: format(...args) });
  const tests = beginMocha({
    grep: process.env[grepVariable] ?? '',
    async onFailure(title) {
      send({ kind: 'failure', title });
      return JSON.parse(String((await answers.next()).value)) as string;
    },
  });
  for (const [name, load] of suites) describe(name, () => defineSuite(name, load));
  // VS Code has unhandled rejections of its own
  const seen = new WeakSet<object>();
  process.on('unhandledRejection', (error, promise) => {
    // mocha emits it a second time
    if (seen.has(promise)) return;
    seen.add(promise);
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (ours.test(reason)) tests.fail('a promise was rejected and nobody noticed', reason);
  });
  const result = await tests.run();
  await new Promise<void>((sent) =>
    launcher.end(`${JSON.stringify({ kind: 'result', result } satisfies HostMessage)}\n`, sent),
  );
}

function defineSuite(name: string, load: SuiteModules[1]): void {
  before(`the window becomes that of ${name}`, async () => {
    const { folder } = enterWorld(name);
    if (folder !== undefined) await openClone(folder);
  });
  // files may read their world at load time
  enterWorld(name);
  for (const each of load) each();
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
}
