import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { findHostSuites } from './hostSuite.ts';
import { rootFolder } from './paths.ts';
import { endToEndTestFiles, unitTestFiles } from './testFiles.ts';

/** What files import: paths from the checkout with `/`. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Files whose changes reach every test in an editor: what starts it, and what is packaged beside the bundles. */
const ofEveryWindow = /^(?:package(?:-lock)?\.json|package\.nls\.json|esbuild\.mjs|build\/|media\/|test\/support\/)/;

/** Files that at most tests of the checkout itself read. */
const ofTheCheckout = /^(?:[\w.]+$|docs\/|\.ci\/|test\/bench\/)/;

/** Tells the test files, and folders of host suites, that changes since a commit can reach. Uncommitted ones count. */
export async function wantedSince(commit: string): Promise<(file: string) => boolean> {
  const changed = await changedSince(commit);
  const wanted = reachedTests(changed, await readImports());
  return (file) => wanted.has(relative(file));
}

/**
 * The tests that changes of some files can reach, by their paths from the checkout: unit and end-to-end test files, and
 * folders of host suites. A file that is imported nowhere, such as a fixture that is read, reaches every test.
 */
export function reachedTests(changed: readonly string[], imports: Imports): ReadonlySet<string> {
  const units = unitTestFiles().map(relative);
  const windows = [...findHostSuites().map(({ folder }) => relative(folder)), ...endToEndTestFiles().map(relative)];
  const isKnown = (file: string): boolean => imports.has(file) || ofEveryWindow.test(file) || ofTheCheckout.test(file);
  if (!changed.every(isKnown)) return new Set([...units, ...windows]);
  const touched = touchedBy(changed, imports);
  const inExtension =
    changed.some((file) => ofEveryWindow.test(file)) || bundleEntries().some((entry) => touched.has(entry));
  const inPages = changed.some((file) => /^(?:src\/webview|media)\//.test(file));
  const isReached = (unit: string): boolean =>
    touched.has(unit) ||
    (inPages && unit.startsWith('test/webview/')) ||
    (changed.length > 0 && readsTheCheckout(unit));
  return new Set([
    ...units.filter(isReached),
    ...windows.filter((place) => inExtension || [...touched].some((file) => file.startsWith(place))),
  ]);
}

/** Some files and all that import them, themselves or through others. */
function touchedBy(changed: readonly string[], imports: Imports): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const [importer, files] of imports) {
    for (const file of files) importers.set(file, [...(importers.get(file) ?? []), importer]);
  }
  const touched = new Set(changed);
  // a set that grows while it is walked through is walked through to its end
  for (const file of touched) for (const importer of importers.get(file) ?? []) touched.add(importer);
  return touched;
}

/** Tests that look at files of the checkout without importing them. */
function readsTheCheckout(test: string): boolean {
  return /\brootFolder\b/.test(readFileSync(path.join(rootFolder, test), 'utf8'));
}

async function changedSince(commit: string): Promise<string[]> {
  const git = async (...args: readonly string[]): Promise<string[]> => {
    const { stdout } = await promisify(execFile)('git', args, { cwd: rootFolder });
    return stdout.split('\0').filter(Boolean);
  };
  const known = await git('diff', '--name-only', '--no-renames', '-z', commit);
  return [...known, ...(await git('ls-files', '--others', '--exclude-standard', '-z'))];
}

/** What becomes the extension: its bundles and pages. */
function bundleEntries(): string[] {
  const text = readFileSync(path.join(rootFolder, 'esbuild.mjs'), 'utf8');
  const pages = readdirSync(path.join(rootFolder, 'src/webview')).map((name) => `src/webview/${name}/main.tsx`);
  return [
    ...[...text.matchAll(/'(src\/[\w/]+\.tsx?)'/g)].map((found) => found[1] ?? ''),
    ...pages.filter((file) => existsSync(path.join(rootFolder, file))),
  ];
}

/** What every test and every part of the extension imports, as the build finds it. */
export async function readImports(): Promise<Imports> {
  const ofWindows = [...findHostSuites().map(({ folder }) => folder), path.join(rootFolder, 'test', 'e2e')].flatMap(
    (folder) =>
      readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith('.ts'))
        .map((name) => path.join(folder, name)),
  );
  const entries = [...unitTestFiles(), ...ofWindows, ...bundleEntries().map((file) => path.join(rootFolder, file))];
  const { metafile } = await build({
    // one bundle of them all: with one for each, what they share would be written hundreds of times
    stdin: { contents: entries.map((file) => `import ${JSON.stringify(file)};`).join('\n'), resolveDir: rootFolder },
    absWorkingDir: rootFolder,
    bundle: true,
    write: false,
    outdir: 'out/imports',
    metafile: true,
    packages: 'external',
    external: ['vscode'],
    platform: 'node',
    format: 'esm',
    target: 'node22',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.css': 'text', '.graphql': 'text', '.md': 'text', '.pem': 'text' },
    logLevel: 'error',
  });
  return new Map(
    Object.entries(metafile.inputs).map(([file, { imports }]) => [
      file,
      imports.filter(({ external }) => external !== true).map((each) => each.path),
    ]),
  );
}

function relative(file: string): string {
  return path.relative(rootFolder, file).replaceAll(path.sep, '/');
}
