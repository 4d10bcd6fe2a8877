import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from '../../vscode.ts';
import { runGit } from '../../shell/git.ts';
import type { LocalRepositories } from '../../shell/gitExtension.ts';

/** Three texts, and what the outer two are called where they are in conflict. */
export interface ThreeTexts {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly labels: readonly [ours: string, theirs: string];
}

/**
 * Merges texts with git, which needs no repository for it. On a computer without git the whole of both sides is in
 * conflict.
 */
export const mergeTexts = async (
  repositories: Pick<LocalRepositories, 'git'>,
  { base, ours, theirs, labels: [oursLabel, theirsLabel] }: ThreeTexts,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly isClean: boolean }> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'graft-resolve-'));
  try {
    const git = await repositories.git(vscode.Uri.file(folder)).catch(() => undefined);
    if (git !== undefined) {
      const files = { ours, base, theirs };
      await Promise.all(Object.entries(files).map(([name, text]) => writeFile(path.join(folder, name), text)));
      const labels = [{ '-L': oursLabel }, '-Lbase', { '-L': theirsLabel }] as const;
      const call = { signal, paths: Object.keys(files) };
      const { code, stdout } = await runGit(git, ['merge-file', '-p', ...labels], call);
      // how many conflicts there are; more than that is a failure
      if (code < 128) return { text: stdout.toString('utf8'), isClean: code === 0 };
    }
    const side = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
    const marks = ['<<<<<<< ', '=======\n', '>>>>>>> '] as const;
    const text = `${marks[0]}${oursLabel}\n${side(ours)}${marks[1]}${side(theirs)}${marks[2]}${theirsLabel}\n`;
    return { text, isClean: false };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};
