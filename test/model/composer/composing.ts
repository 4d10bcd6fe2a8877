import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withScratchIndex } from '../../../src/host/composer/scratchIndex.ts';
import { gitRunner } from '../../../src/host/shell/git.ts';
import { type LocalChanges, readChanges, type Scope } from '../../../src/model/composer/workingTree.ts';
import type { RunGit } from '../../../src/model/git/git.ts';
import { temporaryFolder } from '../../support/paths.ts';

export interface Work {
  readonly folder: string;
  readonly git: RunGit;
  readonly ask: (...args: readonly string[]) => Promise<string>;
  readonly write: (file: string, content: string | Uint8Array, mode?: number) => void;
  readonly remove: (file: string) => void;
  readonly changes: (scope: Scope) => Promise<LocalChanges>;
}

const identity = ['-c', 'user.name=Olive Marsh', '-c', 'user.email=olive@acme.example', '-c', 'commit.gpgSign=false'];

export const workIn = (folder: string): Work => {
  const git = gitRunner({ folder, gitPath: 'git' });
  const full = (file: string): string => path.join(folder, file);
  return {
    folder,
    git,
    ask: async (...args) =>
      Buffer.from(await git([...identity, ...args]))
        .toString()
        .trimEnd(),
    write(file, content, mode) {
      mkdirSync(path.dirname(full(file)), { recursive: true });
      writeFileSync(full(file), content);
      if (mode !== undefined) chmodSync(full(file), mode);
    },
    remove: (file) => rmSync(full(file), { recursive: true }),
    changes: (scope) => withScratchIndex(git, (scratch) => readChanges(git, scope, scratch)),
  };
};

/** A new repository of one commit for each test. */
export const repository = (files: Readonly<Record<string, string>>): (() => Work) => {
  let work: Work | undefined;
  beforeEach(async () => {
    work = workIn(temporaryFolder('compose'));
    await work.ask('init', '--quiet', '--initial-branch=main');
    for (const [file, content] of Object.entries(files)) work.write(file, content);
    await work.ask('add', '-A');
    await work.ask('commit', '--quiet', '--allow-empty', '-m', 'Begin');
  });
  afterEach(() => {
    if (work) rmSync(work.folder, { recursive: true, force: true });
  });
  return () => {
    if (work === undefined) throw new Error('the repository is there in tests only');
    return work;
  };
};
