import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { startBrowser } from './browser.ts';
import { editorAddress, startEditor } from './editorHost.ts';
import { grepVariable, resultsPortVariable, worldVariable, type SuiteWorld } from './hostProtocol.ts';
import { collectResults } from './hostResults.ts';
import { outFolder, rootFolder, temporaryFolder } from './paths.ts';
import { within } from './poll.ts';
import { singleResult, type TestResult } from './results.ts';
import { photograph } from './screenshots.ts';
import { gitEnvironment } from './surroundings.ts';
import { testFiles } from './testFiles.ts';

const startLimitMs = 120_000;
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

/** A folder of `test/host` with tests, and with what is prepared for them. */
export type HostSuite = {
  readonly name: string;
  readonly folder: string;
  /** Absolute. */
  readonly testFiles: readonly string[];
};

/** A window that is going to run suites. */
export type SuiteWindow = {
  /** The module whose `run()` are the suites. */
  readonly bundle: string;
  readonly folder?: string;
  readonly builtIns: 'few' | 'all';
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
  /** For the state of the editor. */
  readonly dataFolder: string;
};

/** An editor that runs suites. */
export type SuiteEditor = {
  /** Resolves with the reason when it runs them no longer, for good or bad. */
  readonly ended: Promise<string>;
  /** Takes a picture; answers the words in sight. */
  photograph(title: string): Promise<string>;
  stop(): Promise<void>;
};

/** The suites of `test/host` that have some of these test files, and those files. */
export function findHostSuites(files: readonly string[] = testFiles('host')): HostSuite[] {
  const folders = Map.groupBy(files, (file) => /^.*[\\/]test[\\/]host[\\/][^\\/]+/.exec(file)?.[0] ?? '');
  return [...folders].map(([folder, own]) => ({ name: path.basename(folder), folder, testFiles: own }));
}

/** Runs suites in one window of a real editor. A host that crashes or never ends is a failure. */
export async function runHostWindow(
  suites: readonly HostSuite[],
  { grep = '', open = openInBrowser }: { grep?: string; open?: (window: SuiteWindow) => Promise<SuiteEditor> } = {},
): Promise<TestResult> {
  const bundle = await bundleSuites(suites);
  const dataFolder = temporaryFolder('suite');
  const undo: [what: string, step: () => unknown][] = [
    ['the folder of the editor', () => rmSync(dataFolder, { recursive: true, force: true })],
  ];
  try {
    const launches: Launch[] = [];
    for (const suite of suites) {
      const launch = await prepareSuite(suite);
      undo.push([`what was prepared for ${suite.name}`, () => launch.dispose()]);
      launches.push(launch);
    }
    const opened = Promise.withResolvers<SuiteEditor>();
    const results = await collectResults(async (title) => `\n${await (await opened.promise).photograph(title)}`);
    undo.push(['the connection for results', () => results.close()]);
    const worlds = launches.map(({ world, folder }, place) => [suites[place]?.name, { world, folder } as SuiteWorld]);
    const { env, ...window } = togetherOf(launches);
    const editor = await open({
      ...window,
      bundle,
      dataFolder,
      env: {
        ...gitEnvironment(dataFolder),
        ...env,
        [resultsPortVariable]: String(results.port),
        [grepVariable]: grep,
        [worldVariable]: JSON.stringify(Object.fromEntries(worlds)),
      },
    });
    undo.push(['the editor', () => editor.stop()]);
    opened.resolve(editor);
    const end = await Promise.race([results.result, results.silence, editor.ended]);
    // the end of the editor may be quicker than the last results
    if (typeof end !== 'string') return end;
    const late = await within(results.result, resultsDelayMs);
    return late ?? singleResult(`${end}\n${await editor.photograph('no results')}`);
  } finally {
    for (const [what, step] of undo.toReversed()) {
      const ended = await within(
        Promise.resolve(step()).then(() => true),
        endLimitMs,
      );
      if (ended === undefined) throw new Error(`${what} did not end`);
    }
  }
}

/** What the launches of a window's suites want together. The window opens the folder of the first. */
function togetherOf(launches: readonly Launch[]): Pick<SuiteWindow, 'builtIns' | 'settings' | 'env' | 'folder'> {
  const folder = launches[0]?.folder;
  if (launches.some((launch) => (launch.folder === undefined) !== (folder === undefined))) {
    throw new Error('In one window some suites have a folder and some have none.');
  }
  return {
    ...(folder === undefined ? {} : { folder }),
    builtIns: launches.some(({ builtIns }) => builtIns === 'all') ? 'all' : 'few',
    settings: Object.assign({}, ...launches.map(({ settings }) => settings)) as Record<string, unknown>,
    env: Object.assign({}, ...launches.map(({ env }) => env)) as Record<string, string>,
  };
}

async function prepareSuite({ folder }: HostSuite): Promise<Launch> {
  const file = path.join(folder, 'launch.ts');
  if (!existsSync(file)) return { dispose: async () => {} };
  const { prepare } = (await import(pathToFileURL(file).href)) as { prepare: () => Promise<Launch> };
  return prepare();
}

/** Bundles suites with their runner into one file for the extension host; returns that file. */
async function bundleSuites(suites: readonly HostSuite[]): Promise<string> {
  const file = path.join(outFolder, 'host', `${suites.map(({ name }) => name).join('+')}.cjs`);
  const loading = suites.map(({ name, testFiles: files }) => {
    const modules = files.map((each) => `() => require(${JSON.stringify(each)})`);
    return `[${JSON.stringify(name)}, [${modules.join(', ')}]]`;
  });
  const runner = JSON.stringify(path.join(import.meta.dirname, 'hostRunner.ts'));
  await build({
    stdin: {
      contents: `const { runInHost } = require(${runner});\nexports.run = () => runInHost([${loading.join(', ')}]);\n`,
      resolveDir: rootFolder,
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

/** Opens a window of the editor for a browser. */
async function openInBrowser(window: SuiteWindow): Promise<SuiteEditor> {
  const { bundle, folder, dataFolder, builtIns, env } = window;
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    const signal = new Promise<string>((resolve, reject) => {
      const end = (code: number): void => resolve(`the extension host ended (code ${code}) before the suite did`);
      page.exposeFunction('codeAutomationExit', end).catch(reject);
      page.exposeFunction('codeAutomationLog', () => {}).catch(reject);
      page.once('crash', () => resolve('the page crashed'));
    });
    // an editor that takes the focus while a question is open would close it unanswered
    const settings = { 'workbench.quickOpen.closeOnFocusLost': false, ...window.settings };
    const editor = await startEditor({
      mode: 'suite',
      dataFolder,
      removeFolders: [dataFolder],
      builtIns,
      settings,
      env,
    });
    const address = { extensionFolder: rootFolder, testsFile: bundle, ...(folder ? { folder } : {}) };
    await page.goto(editorAddress(editor.port, address), { timeout: startLimitMs });
    const server = editor.ended.then((code) => `the server ended (code ${code}):\n${editor.printed().slice(-2000)}`);
    return {
      ended: Promise.race([signal, server]),
      photograph: (title) => photograph(page, title),
      async stop() {
        await browser.close().catch(() => {});
        await editor.stop();
      },
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
