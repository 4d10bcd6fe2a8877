import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { startBrowser, type Browser } from './browser.ts';
import { editorAddress, startEditor, type Editor } from './editorHost.ts';
import { grepVariable, resultsPortVariable, worldVariable } from './hostProtocol.ts';
import { collectResults, type HostResults } from './hostResults.ts';
import { outFolder, rootFolder, temporaryFolder } from './paths.ts';
import { within } from './poll.ts';
import type { PartResult } from './results.ts';
import { photograph } from './screenshots.ts';
import { watchSilence } from './silence.ts';
import { sourceMapper } from './sourceMapper.ts';
import { gitEnvironment } from './surroundings.ts';

const startLimitMs = 120_000;
const silenceLimitMs = 120_000;
const resultsDelayMs = 3_000;
const endLimitMs = 60_000;

/** What a suite's `launch.ts` returns from `prepare()`. It runs outside the editor, before it starts. */
export type Launch = {
  /** The folder to open; none: an empty window. */
  readonly folder?: string;
  /** Environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly builtIns?: 'few' | 'all';
  /** For the tests: they read it with `readWorld()`. Any JSON value. */
  readonly world?: unknown;
  /** Undoes the preparation, after the editor has ended. */
  dispose(): Promise<void>;
};

/** One folder of tests that run inside one launch of the editor. */
export type HostSuite = {
  readonly name: string;
  readonly folder: string;
  /** Absolute. */
  readonly testFiles: readonly string[];
};

/** Which tests to run, in which extension. */
export type HostOptions = {
  /** Only tests whose full title matches. */
  readonly grep?: string;
  /** The extension under test; its bundles must be built. */
  readonly extensionFolder?: string;
  /** How long the host may say nothing before it counts as endless. */
  readonly silenceLimitMs?: number;
};

/** The suites in `folder`: each of its folders that holds tests, in folders of its own too, by name. */
export function findHostSuites(folder: string = path.join(rootFolder, 'test', 'host')): HostSuite[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readSuite(path.join(folder, entry.name)))
    .filter((suite) => suite.testFiles.length > 0)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readSuite(folder: string): HostSuite {
  const testFiles = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => path.join(folder, name));
  return { name: path.basename(folder), folder, testFiles };
}

/** Runs one suite in a real VS Code in a browser. A host that crashes or never ends is a failure of the suite. */
export async function runHostSuite(suite: HostSuite, options: HostOptions = {}): Promise<PartResult> {
  const bundle = await buildSuite(suite);
  const launch = await prepareLaunch(suite);
  const dataFolder = temporaryFolder('suite');
  let browser: Browser | undefined;
  let editor: Editor | undefined;
  let results: HostResults | undefined;
  try {
    browser = await startBrowser();
    const page = await browser.newPage();
    results = await collectResults({
      onFailure: ({ title }) => photograph(page, `${suite.name} ${title}`),
      inSources: sourceMapper(),
    });
    editor = await startEditor({
      mode: 'suite',
      dataFolder,
      removeFolders: [dataFolder],
      builtIns: launch.builtIns ?? 'few',
      // an editor that takes the focus while a question is open would close it unanswered
      settings: { 'workbench.quickOpen.closeOnFocusLost': false, ...launch.settings },
      env: { ...gitEnvironment(dataFolder), ...suiteEnvironment(launch, results.port, options.grep) },
    });
    const extensionFolder = options.extensionFolder ?? rootFolder;
    const address = { extensionFolder, testsFile: bundle, ...(launch.folder ? { folder: launch.folder } : {}) };
    const ended = whenEnded(page, editor);
    const endless = watchSilence(results, options.silenceLimitMs ?? silenceLimitMs);
    await page.goto(editorAddress(editor.port, address), { timeout: startLimitMs });
    const end = await Promise.race([ended, endless.promise]);
    endless.stop();
    // the signal may be quicker than the last results
    await within(results.ended, endless.isOver() ? 0 : resultsDelayMs);
    const result = results.result(suite.name, end);
    if (endless.isOver()) await photograph(page, `${suite.name} endless`);
    return result;
  } finally {
    await inTime(
      'the browser',
      browser?.close().catch(() => {}),
    );
    await inTime('the editor', editor?.stop());
    await inTime('the connection for results', results?.close());
    await inTime('what was prepared for the suite', launch.dispose());
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** Waits for something to end; says what does not, instead of waiting for ever. */
async function inTime(what: string, ending: Promise<void> | undefined): Promise<void> {
  const ended = ending?.then(() => true) ?? true;
  if (!(await within(Promise.resolve(ended), endLimitMs))) throw new Error(`${what} did not end`);
}

/** Bundles a suite with its runner into one file for the extension host; returns that file. */
export async function buildSuite(suite: HostSuite): Promise<string> {
  const file = path.join(outFolder, 'host', `${suite.name}.cjs`);
  const modules = suite.testFiles.map((each) => {
    const specifier = JSON.stringify(each);
    return `[${JSON.stringify(path.basename(each))}, () => require(${specifier})]`;
  });
  const runner = JSON.stringify(path.join(import.meta.dirname, 'hostRunner.ts'));
  await build({
    stdin: {
      contents: `const { runInHost } = require(${runner});\nexports.run = () => runInHost([${modules.join(', ')}]);\n`,
      resolveDir: rootFolder,
      sourcefile: `${suite.name}.js`,
    },
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode', 'mocha'],
    sourcemap: 'external',
    logLevel: 'warning',
  });
  return file;
}

/** Calls the suite's own preparation, if it has one. */
export async function prepareLaunch(suite: HostSuite): Promise<Launch> {
  const file = path.join(suite.folder, 'launch.ts');
  if (!existsSync(file)) return { dispose: async () => {} };
  const { prepare } = (await import(pathToFileURL(file).href)) as { prepare: () => Promise<Launch> };
  return prepare();
}

/** What the runner in the host and the tests read from their environment. */
export function suiteEnvironment(
  launch: Launch,
  resultsPort: number,
  grep: string | undefined,
): Record<string, string> {
  return {
    ...launch.env,
    [resultsPortVariable]: String(resultsPort),
    ...(launch.world === undefined ? {} : { [worldVariable]: JSON.stringify(launch.world) }),
    ...(grep === undefined ? {} : { [grepVariable]: grep }),
  };
}

/** Resolves with the reason when the editor stops running the suite, for good or bad. */
async function whenEnded(page: Page, editor: Editor): Promise<string> {
  const signal = new Promise<string>((resolve, reject) => {
    const tell = (code: number): void => resolve(`the extension host ended (code ${code}) before the suite did`);
    page.exposeFunction('codeAutomationExit', tell).catch(reject);
    page.exposeFunction('codeAutomationLog', () => {}).catch(reject);
    page.once('crash', () => resolve('the page crashed'));
  });
  const server = editor.ended.then((code) => `the server ended (code ${code}):\n${editor.printed().slice(-2000)}`);
  return Promise.race([signal, server]);
}
