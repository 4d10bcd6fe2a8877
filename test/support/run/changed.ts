import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { rootFolder } from '../paths.ts';
import { partOf, testFiles, testParts, unitOf } from './testFiles.ts';

/** Paths relative to the checkout, with `/`. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Packaged files and the harness, which reach every test in an editor. */
const ofEveryWindow =
  /^(?:src\/|package(?:-lock)?\.json|package\.nls|esbuild\.mjs|build\/|l10n\/|media\/|test\/support\/)/;

const ofTheCheckout = /^(?:[\w.]+$|docs\/|\.ci\/|test\/bench\/)/;

/** A predicate for test files that changes since a commit, uncommitted ones included, can reach. */
export async function wantedSince(commit: string): Promise<(file: string) => boolean> {
  const git = (...args: readonly string[]): string[] =>
    execFileSync('git', args, { cwd: rootFolder, encoding: 'utf8' }).split('\0').filter(Boolean);
  const known = git('diff', '--name-only', '--no-renames', '-z', commit);
  const changed = [...known, ...git('ls-files', '--others', '--exclude-standard', '-z')];
  const reached = reachedTests(changed, await readImports());
  return (file) => reached.has(relative(file));
}

/** A changed file that nothing imports, such as a fixture, reaches every test. */
export function reachedTests(changed: readonly string[], imports: Imports): ReadonlySet<string> {
  const tests = testParts.flatMap(testFiles);
  const isKnown = (file: string): boolean => imports.has(file) || ofEveryWindow.test(file) || ofTheCheckout.test(file);
  if (!changed.every(isKnown)) return new Set(tests.map(relative));
  const touched = touchedBy(changed, imports);
  const inWindows = changed.some((file) => ofEveryWindow.test(file));
  const inPages = changed.some((file) => /^(?:src\/webview|media)\//.test(file));
  const isReached = (test: string): boolean => {
    const unit = unitOf(test);
    if (touched.has(relative(test))) return true;
    if (partOf(test) !== 'unit') return inWindows || [...touched].some((file) => file.startsWith(`test/${unit}/`));
    return (inPages && unit === 'webview') || (changed.length > 0 && readsTheCheckout(test));
  };
  return new Set(tests.filter(isReached).map(relative));
}

function touchedBy(changed: readonly string[], imports: Imports): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const [importer, files] of imports) {
    for (const file of files) importers.set(file, [...(importers.get(file) ?? []), importer]);
  }
  const touched = new Set(changed);
  for (const file of touched) for (const importer of importers.get(file) ?? []) touched.add(importer);
  return touched;
}

function readsTheCheckout(test: string): boolean {
  return /\brootFolder\b/.test(readFileSync(test, 'utf8'));
}

export async function readImports(): Promise<Imports> {
  const entries = [...testFiles('unit'), ...globSync('test/{host,e2e}/**/*.ts', { cwd: rootFolder })];
  const { metafile } = await build({
    // separate bundles would repeat shared modules hundreds of times
    stdin: {
      contents: entries.map((file) => `import ${JSON.stringify(path.resolve(rootFolder, file))};`).join('\n'),
      resolveDir: rootFolder,
    },
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
