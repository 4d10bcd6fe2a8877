import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from '../paths.ts';

export const testParts = ['unit', 'host', 'e2e'] as const;
export type TestPart = (typeof testParts)[number];

/** Suites that share a window, in order. Each starts on its clone without editors and undoes sign-in and settings. */
const sharedWindows: readonly (readonly string[])[] = [
  ['host/emptyWindow', 'host/transfers/imports', 'host/transfers/services', 'host/transfers/move'],
  ['host/administration', 'host/protectedBranches', 'host/iterations'],
  ['host/reviews', 'host/reviews/places', 'host/reviews/publish'],
];

const filesAtOnce = 16;

/** Absolute. */
export function testFiles(part: TestPart): string[] {
  return listTests().filter((file) => partOf(file) === part);
}

export function groupFiles(part: TestPart, files: readonly string[]): (readonly string[])[] {
  const units = Map.groupBy(files, unitOf);
  if (part === 'unit') return [...units.values()].flatMap(dealOut);
  const shared = sharedWindows.map((names) => names.flatMap((name) => units.get(name) ?? []));
  const alone = [...units].filter(([name]) => !sharedWindows.flat().includes(name)).map(([, own]) => own);
  return [...shared, ...alone].filter((group) => group.length > 0);
}

/** Smallest group that shares a process, such as `model`, `host/board` or `e2e/board`. */
export function unitOf(file: string): string {
  const [folder = '', next] = path.relative(path.join(rootFolder, 'test'), file).split(path.sep);
  if (folder === 'host')
    return path.relative(path.join(rootFolder, 'test'), suiteFolder(file)).replaceAll(path.sep, '/');
  if (folder === 'e2e') return `${folder}/${next?.replace(/\.test\.ts$/, '')}`;
  return next === undefined ? 'others' : folder;
}

/** Nearest folder of a host test with a `launch.ts`. */
export function suiteFolder(file: string): string {
  const folder = path.dirname(file);
  const isSuite = existsSync(path.join(folder, 'launch.ts')) || path.basename(path.dirname(folder)) === 'host';
  return isSuite ? folder : suiteFolder(folder);
}

export function partOf(file: string): TestPart {
  const unit = unitOf(file);
  return testParts.find((part) => unit.startsWith(`${part}/`)) ?? 'unit';
}

/** Files of a host suite share a window: they run in the order of their own names, whatever their rooms. */
const orderOf = (file: string): string =>
  partOf(file) === 'host' ? path.join(suiteFolder(file), path.basename(file)) : file;

let listed: readonly string[] | undefined;

function listTests(): readonly string[] {
  const folder = path.join(rootFolder, 'test');
  listed ??= globSync('**/*.test.{ts,tsx}', { cwd: folder, exclude: (name) => name === 'node_modules' })
    .map((name) => path.join(folder, name))
    .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  return listed;
}

/** Round-robin: neighbours take similar time. */
function dealOut(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / filesAtOnce);
  return Array.from({ length: count }, (_, index) => files.filter((_file, place) => place % count === index));
}
