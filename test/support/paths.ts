import { accessSync, constants, existsSync, mkdtempSync, readFileSync, realpathSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The checkout. */
export const rootFolder = path.dirname(path.dirname(import.meta.dirname));

/** What a run leaves behind: built suites, screenshots, results. Not under version control. */
export const outFolder = path.join(rootFolder, 'out');

/** The install that holds the editor, its Node and its browser. */
export const editorFolder = path.join(import.meta.dirname, 'editor');

/** The environment variable that holds the folder for temporary files of a whole run, which goes with the run. */
export const homeVariable = 'GRAFT_TEST_HOME';

/** The fields of the extension's manifest that the harness uses. */
export type Manifest = {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly repository?: unknown;
};

/** The extension's manifest. */
export function readManifest(folder: string = rootFolder): Manifest {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The environment variable that is set where pictures are taken of each step. */
export const picturesVariable = 'GRAFT_TEST_PICTURES';

/** The environment variable that is set where the pictures of README.md are taken. */
export const readmeVariable = 'GRAFT_TEST_README';

/** Room that a run needs for its temporary files, in bytes, with plenty to spare. */
const roomOfRun = 4 * 1024 ** 3;

/**
 * A new empty folder for all temporary files of a run: in memory where there is room, because making and removing
 * thousands of small files would take a disk more time than the tests take.
 */
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

/** A new empty folder with a short path, for one run; its maker removes it. */
export function temporaryFolder(purpose: string): string {
  return mkdtempSync(path.join(realpathSync(tmpdir()), `graft-${purpose}-`));
}
