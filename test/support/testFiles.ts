import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from './paths.ts';

const testFolder = path.join(rootFolder, 'test');
const notUnit = ['host', 'e2e', 'bench', 'fixtures', path.join('support', 'editor')];

/** Tests that plain Node runs, by path: all but those for an editor and for measuring. Absolute. */
export function unitTestFiles(): string[] {
  return findTests(testFolder, (folder) => !notUnit.includes(path.relative(testFolder, folder)));
}

/** Tests that drive the packaged extension as a user, by path. Absolute. */
export function endToEndTestFiles(): string[] {
  return findTests(path.join(testFolder, 'e2e'), () => true);
}

function findTests(folder: string, isWanted: (folder: string) => boolean): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return entry.name !== 'node_modules' && isWanted(file) ? findTests(file, isWanted) : [];
      return /\.test\.tsx?$/.test(entry.name) ? [file] : [];
    })
    .sort();
}
