import { connect, type Socket } from 'node:net';
import { format } from 'node:util';
import Mocha from 'mocha';
import * as vscode from 'vscode';
import { openClone } from './cloneInWindow.ts';
import { grepVariable, resultsPortVariable, type HostMessage } from './hostProtocol.ts';
import { enterWorld } from './world.ts';

/** A test file of the bundle: its name, and what defines its tests when called. */
export type TestModule = readonly [file: string, load: () => unknown];

/** A suite of the bundle: its name and its test files. */
export type SuiteModules = readonly [name: string, modules: readonly TestModule[]];

/** Stacks that lead through the extension's bundles or a suite's. */
const ours = /[\\/](dist|out[\\/]host)[\\/][\w.-]+\.c?js/;

/** Runs suites inside the extension host and reports them to the launcher. Rejects when a test failed. */
export async function runInHost(suites: readonly SuiteModules[]): Promise<void> {
  const results = await openResults();
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => results.send({ kind: 'line', text: format(...args) });
  const grep = process.env[grepVariable];
  const mocha = new Mocha({
    ui: 'bdd',
    color: false,
    timeout: 20_000,
    reporter: 'spec',
    forbidOnly: true,
    ...(grep ? { grep: new RegExp(grep) } : {}),
  });
  mocha.rootHooks({
    // the state on the screen is that of the failure until the picture is taken
    async afterEach() {
      await results.answered();
    },
  });
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  for (const [name, modules] of suites) describe(name, () => defineSuite(mocha, name, modules));
  // the editor has its own forgotten promises; those of the extension or of a test are failures
  const seen = new WeakSet<object>();
  process.on('unhandledRejection', (error, promise) => {
    // mocha tells it a second time
    if (seen.has(promise)) return;
    seen.add(promise);
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (ours.test(reason)) results.ask({ kind: 'fail', title: 'a promise was rejected and nobody noticed', reason });
  });
  const failures = await new Promise<number>((resolve) => {
    const run = mocha.run(resolve);
    results.send({ kind: 'start', tests: run.total });
    run.on('pass', () => results.send({ kind: 'pass' }));
    run.on('pending', () => results.send({ kind: 'pending' }));
    for (const event of ['pass', 'hook end'] as const) {
      run.on(event, (each: Mocha.Runnable) =>
        results.send({ kind: 'time', title: each.fullTitle(), ms: each.duration ?? 0 }),
      );
    }
    run.on('fail', (test, error: Error) =>
      results.ask({ kind: 'fail', title: test.fullTitle(), reason: error.stack ?? String(error) }),
    );
  });
  await results.answered();
  await results.end();
  if (failures > 0) throw new Error(`${failures} failed`);
}

/** The tests of one suite. Before them the window becomes what was prepared for it. */
function defineSuite(mocha: Mocha, name: string, modules: readonly TestModule[]): void {
  before(`the window becomes that of ${name}`, async () => {
    const { folder } = enterWorld(name);
    if (folder !== undefined) await openClone(folder);
  });
  // files may ask for their world while they are loaded
  enterWorld(name);
  for (const [file, load] of modules) {
    mocha.suite.emit('pre-require', globalThis, file, mocha);
    mocha.suite.emit('require', load(), file, mocha);
    mocha.suite.emit('post-require', globalThis, file, mocha);
  }
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
}

type Results = {
  send(message: HostMessage): void;
  /** Sends a message that is answered. */
  ask(message: HostMessage): void;
  /** Resolves when every message that asks has its answer. */
  answered(): Promise<void>;
  end(): Promise<void>;
};

async function openResults(): Promise<Results> {
  const socket = await connected(Number(process.env[resultsPortVariable]));
  let open = 0;
  let waiting: (() => void)[] = [];
  socket.setEncoding('utf8').on('data', (text: string) => {
    open -= text.split('\n').length - 1;
    if (open > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  });
  const send = (message: HostMessage): void => {
    socket.write(`${JSON.stringify(message)}\n`);
  };
  return {
    send,
    ask(message) {
      open += 1;
      send(message);
    },
    answered: () => (open === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    end: () =>
      new Promise((resolve) => socket.end(`${JSON.stringify({ kind: 'end' } satisfies HostMessage)}\n`, resolve)),
  };
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}
