import { accessSync, constants, existsSync, mkdtempSync, readFileSync, realpathSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const rootFolder = path.dirname(path.dirname(import.meta.dirname));

export const outFolder = path.join(rootFolder, 'out');

export const editorFolder = path.join(import.meta.dirname, 'editor');

/** Folder of a run's temporary files. */
export const homeVariable = 'GRAFT_TEST_HOME';

export type Manifest = {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly repository?: unknown;
};

export function readManifest(folder: string = rootFolder): Manifest {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
}

export const picturesVariable = 'GRAFT_TEST_PICTURES';

export const readmeVariable = 'GRAFT_TEST_README';

/** In bytes, generous. */
const roomOfRun = 4 * 1024 ** 3;

/** In memory if there is room: thousands of small files are slow on disk. */
export function homeOfRun(): string {
  const memory = '/dev/shm';
  const isRoomy = existsSync(memory) && hasRoom(memory);
  return mkdtempSync(path.join(isRoomy ? memory : realpathSync(tmpdir()), 'graft-test-'));
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > roomOfRun;
  } catch {
    return false;
  }
}

/** The caller removes it. */
export function temporaryFolder(purpose: string): string {
  return mkdtempSync(path.join(realpathSync(tmpdir()), `graft-${purpose}-`));
}
