import { execFileSync } from 'node:child_process';

/** Asks git in a repository, bare or not; answers what it prints. */
export const git = (repository: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8' }).trim();
