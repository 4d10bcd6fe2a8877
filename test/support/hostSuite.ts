import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { startBrowser, type Browser } from './browser.ts';
import { editorAddress, startEditor, type Editor } from './editorHost.ts';
import { grepVariable, resultsPortVariable, worldVariable, type SuiteWorld } from './hostProtocol.ts';
import { collectResults, type HostResults } from './hostResults.ts';
import { sharedBySuites } from './sharedWindows.ts';
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

/** One folder of tests with what is prepared for them. */
export type HostSuite = {
  readonly name: string;
  readonly folder: string;
  /** Absolute. */
  readonly testFiles: readonly string[];
};

/** One launch of the editor, and the suites that run in it, one after the other. */
export type HostWindow = {
  readonly name: string;
  readonly suites: readonly HostSuite[];
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

/** The windows that suites run in: each of {@link sharedBySuites} that has some of them, then one for each other suite. */
export function windowsOf(suites: readonly HostSuite[]): HostWindow[] {
  const shared = sharedBySuites.map((names) =>
    names.flatMap((name) => suites.find((suite) => suite.name === name) ?? []),
  );
  const alone = suites.filter((suite) => !shared.flat().includes(suite)).map((suite) => [suite]);
  return [...shared, ...alone]
    .filter((group) => group.length > 0)
    .map((group) => ({ name: group.map(({ name }) => name).join('+'), suites: group }));
}

function readSuite(folder: string): HostSuite {
  const testFiles = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => path.join(folder, name));
  return { name: path.basename(folder), folder, testFiles };
}

/** Runs the suites of a window in a real VS Code in a browser. A host that crashes or never ends is a failure. */
export async function runHostWindow(window: HostWindow, options: HostOptions = {}): Promise<PartResult> {
  const bundle = await buildWindow(window);
  const launch = await prepareWindow(window);
  const dataFolder = temporaryFolder('suite');
  let browser: Browser | undefined;
  let editor: Editor | undefined;
  let results: HostResults | undefined;
  try {
    browser = await startBrowser();
    const page = await browser.newPage();
    results = await collectResults({
      onFailure: async ({ title }) => void (await photograph(page, title)),
      inSources: sourceMapper(),
    });
    editor = await startEditor({
      mode: 'suite',
      dataFolder,
      removeFolders: [dataFolder],
      builtIns: launch.builtIns ?? 'few',
      // an editor that takes the focus while a question is open would close it unanswered
      settings: { 'workbench.quickOpen.closeOnFocusLost': false, ...launch.settings },
      env: { ...gitEnvironment(dataFolder), ...windowEnvironment(launch, results.port, options.grep) },
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
    const result = results.result(window.name, end);
    if (endless.isOver()) await photograph(page, `${window.name} endless`);
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

/** Bundles the suites of a window with their runner into one file for the extension host; returns that file. */
export async function buildWindow({ name, suites }: HostWindow): Promise<string> {
  const file = path.join(outFolder, 'host', `${name}.cjs`);
  const modulesOf = (suite: HostSuite): string => {
    const modules = suite.testFiles.map((each) => {
      const specifier = JSON.stringify(each);
      return `[${JSON.stringify(path.basename(each))}, () => require(${specifier})]`;
    });
    return `[${JSON.stringify(suite.name)}, [${modules.join(', ')}]]`;
  };
  const runner = JSON.stringify(path.join(import.meta.dirname, 'hostRunner.ts'));
  const list = suites.map(modulesOf).join(', ');
  await build({
    stdin: {
      contents: `const { runInHost } = require(${runner});\nexports.run = () => runInHost([${list}]);\n`,
      resolveDir: rootFolder,
      sourcefile: `${name}.js`,
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

/** What the launches of a window's suites make together. */
export type WindowLaunch = Omit<Launch, 'world'> & {
  /** What each suite is told, by its name. */
  readonly worlds: Readonly<Record<string, SuiteWorld>>;
};

/** Calls the own preparation of each suite of a window, where it has one. The window opens the folder of the first. */
export async function prepareWindow({ name, suites }: HostWindow): Promise<WindowLaunch> {
  const launches: Launch[] = [];
  const dispose = async (): Promise<void> => {
    for (const launch of launches.splice(0)) await launch.dispose();
  };
  try {
    for (const suite of suites) launches.push(await prepareLaunch(suite));
    const [first] = launches;
    if (launches.some(({ folder }) => (folder === undefined) !== (first?.folder === undefined))) {
      throw new Error(`In the window ${name} some suites have a folder and some have none.`);
    }
    const worlds = launches.map(({ world, folder }): SuiteWorld => ({ world, ...(folder ? { folder } : {}) }));
    return {
      ...(first?.folder ? { folder: first.folder } : {}),
      env: Object.assign({}, ...launches.map(({ env }) => env)) as Readonly<Record<string, string>>,
      settings: Object.assign({}, ...launches.map(({ settings }) => settings)) as Readonly<Record<string, unknown>>,
      builtIns: launches.some(({ builtIns }) => builtIns === 'all') ? 'all' : 'few',
      worlds: Object.fromEntries(suites.map((suite, place) => [suite.name, worlds[place] ?? {}])),
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function prepareLaunch(suite: HostSuite): Promise<Launch> {
  const file = path.join(suite.folder, 'launch.ts');
  if (!existsSync(file)) return { dispose: async () => {} };
  const { prepare } = (await import(pathToFileURL(file).href)) as { prepare: () => Promise<Launch> };
  return prepare();
}

/** What the runner in the host and the tests read from their environment. */
export function windowEnvironment(
  launch: WindowLaunch,
  resultsPort: number,
  grep: string | undefined,
): Record<string, string> {
  return {
    ...launch.env,
    [resultsPortVariable]: String(resultsPort),
    [worldVariable]: JSON.stringify(launch.worlds),
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
