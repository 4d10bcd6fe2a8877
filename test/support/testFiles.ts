import { globSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from './paths.ts';

/** The kinds of test files: for plain Node, for suites in an editor, and for the packaged extension as users drive it. */
export const testParts = ['unit', 'host', 'e2e'] as const;
export type TestPart = (typeof testParts)[number];

/**
 * The suites of `test/host` that share a window when more than one of them is run, in this order; each other has its own.
 *
 * A suite finds the window as a launch of its own would give it: the folder is the clone of its server, and editors are
 * closed. It signs out who it signed in, and takes back what it set. The first of a window may look at what is not loaded
 * yet.
 */
const sharedWindows: readonly (readonly string[])[] = [
  ['host/emptyWindow', 'host/imports', 'host/serviceImports', 'host/moving'],
  ['host/administration', 'host/protection', 'host/iterations'],
  ['host/reviews', 'host/reviewPlaces', 'host/reviewPublishing'],
];

/** Unit test files of a process: the more, the fewer starts; the fewer, the better two lanes are filled. */
const filesAtOnce = 16;

/** Test files of a part, by path. Absolute. */
export function testFiles(part: TestPart): string[] {
  return listTests().filter((file) => partOf(file) === part);
}

/** The files of a part by the process that runs them. */
export function groupFiles(part: TestPart, files: readonly string[]): (readonly string[])[] {
  const units = Map.groupBy(files, unitOf);
  if (part === 'unit') return [...units.values()].flatMap(dealOut);
  const shared = sharedWindows.map((names) => names.flatMap((name) => units.get(name) ?? []));
  const alone = [...units].filter(([name]) => !sharedWindows.flat().includes(name)).map(([, own]) => own);
  return [...shared, ...alone].filter((group) => group.length > 0);
}

/** What shares a process at least: a folder of `test`, a suite such as `host/board`, or a file such as `e2e/board`. */
export function unitOf(file: string): string {
  const [folder = '', next] = path.relative(path.join(rootFolder, 'test'), file).split(path.sep);
  if (folder === 'host' || folder === 'e2e') return `${folder}/${next?.replace(/\.test\.ts$/, '')}`;
  return next === undefined ? 'others' : folder;
}

/** The part a test file is of. */
export function partOf(file: string): TestPart {
  const unit = unitOf(file);
  return testParts.find((part) => unit.startsWith(`${part}/`)) ?? 'unit';
}

let listed: readonly string[] | undefined;

function listTests(): readonly string[] {
  const folder = path.join(rootFolder, 'test');
  listed ??= globSync('**/*.test.{ts,tsx}', { cwd: folder, exclude: (name) => name === 'node_modules' })
    .sort()
    .map((name) => path.join(folder, name));
  return listed;
}

/** Some files of a folder a few at a time, in turn: neighbours are alike, also in how long they take. */
function dealOut(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / filesAtOnce);
  return Array.from({ length: count }, (_, index) => files.filter((_file, place) => place % count === index));
}
