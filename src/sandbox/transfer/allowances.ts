import { git } from '../git/command.ts';

/** Where imports may come from, as administrators name it; `gitlab_project` are archives. */
export const importSourceNames = ['gitlab_project', 'github', 'bitbucket_server', 'bitbucket'] as const;

/** Where an import comes from. */
export type ImportSourceName = (typeof importSourceNames)[number];

/** What an administrator allows of exports and imports. */
export interface Allowances {
  readonly importSources: readonly ImportSourceName[];
  /** Whether projects can be exported. */
  readonly projectExport: boolean;
  /** Largest repository that may be exported with its project, in bytes; 0 is any. */
  readonly largestExport: number;
}

/** What is allowed where nobody has changed the settings. */
export const usualAllowances: Allowances = { importSources: importSourceNames, projectExport: true, largestExport: 0 };

/** Bytes a bare repository takes. */
export const repositorySize = async (directory: string): Promise<number> => {
  const { stdout } = await git(directory, ['count-objects', '-v']);
  const kib = (name: string): number =>
    Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(stdout.toString('utf8'))?.[1] ?? 0);
  return (kib('size') + kib('size-pack')) * 1024;
};
