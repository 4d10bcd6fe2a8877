import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { startBrowser } from './browser.ts';
import { editorAddress, startEditor } from './editorHost.ts';
import { grepVariable, resultsPortVariable, worldVariable, type SuiteWorld } from './hostProtocol.ts';
import { collectResults } from './hostResults.ts';
import { outFolder, rootFolder, temporaryFolder } from '../paths.ts';
import { within } from '../poll.ts';
import { singleResult, type TestResult } from '../run/results.ts';
import { photograph } from './screenshots.ts';
import { gitEnvironment } from '../run/surroundings.ts';
import { suiteFolder, testFiles } from '../run/testFiles.ts';

const startLimitMs = 120_000;
const resultsDelayMs = 3_000;
const endLimitMs = 60_000;

/** Result of `prepare()` in a suite's `launch.ts`. */
export type Launch = {
  /** Default: an empty window. */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly builtIns?: 'few' | 'all';
  /** For `readWorld()`; any JSON value. */
  readonly world?: unknown;
  /** Runs after the editor has ended. */
  dispose(): Promise<void>;
};

export type HostSuite = { readonly name: string; readonly folder: string; readonly testFiles: readonly string[] };

export type SuiteWindow = {
  /** Module with `run()`. */
  readonly bundle: string;
  readonly folder?: string;
  readonly builtIns: 'few' | 'all';
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
  readonly dataFolder: string;
};

export type SuiteEditor = {
  readonly ended: Promise<string>;
  /** Returns the visible text. */
  photograph(title: string): Promise<string>;
  stop(): Promise<void>;
};

export function findHostSuites(files: readonly string[] = testFiles('host')): HostSuite[] {
  const nameOf = (folder: string) =>
    path.relative(path.join(rootFolder, 'test/host'), folder).replaceAll(path.sep, '.');
  const folders = Map.groupBy(files, suiteFolder);
  return [...folders].map(([folder, own]) => ({ name: nameOf(folder), folder, testFiles: own }));
}

/** Runs suites in one window. A host that crashes or hangs is a failure. */
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
    // the editor may end before its last results arrive
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

/** The window opens the first suite's folder. */
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
    // an editor that takes the focus would close an open quick input
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
