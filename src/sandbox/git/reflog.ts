import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from './repository.ts';

/** A commit a branch stood at, and since when (seconds since 1970). */
export interface Standing {
  readonly sha: string;
  readonly seconds: number;
}

/**
 * Where a branch has stood, oldest first, as git itself recorded it; empty when it did not (worlds of older releases).
 */
export const branchLog = async (repository: Repository, name: string): Promise<readonly Standing[]> => {
  let text: string;
  try {
    text = await readFile(join(repository.directory, 'logs', 'refs', 'heads', ...name.split('/')), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap((line) => {
    const found = /^[0-9a-f]{40} ([0-9a-f]{40}) .*> (\d+) [+-]\d{4}(?:\t|$)/.exec(line);
    return found === null ? [] : [{ sha: found[1] ?? '', seconds: Number(found[2]) }];
  });
};
