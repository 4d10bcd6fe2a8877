import { git } from '../git/command.ts';

/** Values of the setting `import_sources`; `gitlab_project` means archives. */
export const importSourceNames = ['gitlab_project', 'github', 'bitbucket_server', 'bitbucket'] as const;

export type ImportSourceName = (typeof importSourceNames)[number];

/** Settings of an administrator. */
export interface Allowances {
  readonly importSources: readonly ImportSourceName[];
  readonly projectExport: boolean;
  /** Limit in bytes for the repository; 0 means unlimited. */
  readonly largestExport: number;
}

export const usualAllowances: Allowances = { importSources: importSourceNames, projectExport: true, largestExport: 0 };

/** Size on disk in bytes. */
export const repositorySize = async (directory: string): Promise<number> => {
  const { stdout } = await git(directory, ['count-objects', '-v']);
  const kib = (name: string): number =>
    Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(stdout.toString('utf8'))?.[1] ?? 0);
  return (kib('size') + kib('size-pack')) * 1024;
};
