import { repositoryDirectory, type World } from '../world/world.ts';

/** The names of the tokens a description lists. */
export const describedTokens = [
  'owner',
  'maintainer',
  'developer',
  'reporter',
  'guest',
  'readOnly',
  'expired',
  'revoked',
  'root',
  'repositoryOnly',
  'fineGrained',
  'neighbour',
  'blocked',
] as const;

/** The commits a description lists; the first three are meant relative to its target branch. */
export const describedCommits = [
  'clean',
  'conflict',
  'alreadyThere',
  'big',
  'signed',
  'merge',
  'rename',
  'binary',
  'markup',
] as const;

/** What a running sandbox says about itself in one line of JSON. */
export interface SandboxDescription {
  readonly url: string;
  readonly project: string;
  readonly group: string;
  /** iid of an open merge request. */
  readonly mergeRequest: number;
  readonly tokens: Readonly<Record<(typeof describedTokens)[number], string>>;
  /** Path of the bare repository of the project. */
  readonly repository: string;
  /** Empty texts for a copy of a repository. */
  readonly commits: Readonly<Record<(typeof describedCommits)[number], string>>;
  readonly branches: { readonly target: string };
  /** Id of the OAuth application, where signing in with a browser is switched on. */
  readonly application?: string;
}

const record = <Name extends string>(
  names: readonly Name[],
  value: (name: Name) => string | undefined,
): Readonly<Record<Name, string>> =>
  Object.fromEntries(names.map((name) => [name, value(name) ?? ''])) as Record<Name, string>;

/** Describes a world by its first project: the sample project of the sample world. */
export const describeWorld = (world: World, url: string): SandboxDescription => {
  const { projects } = world.state;
  const [project] = projects;
  if (project === undefined) throw new Error('A world needs at least one project.');
  return {
    url,
    project: project.path,
    group: project.path.split('/')[0] ?? '',
    mergeRequest: project.mergeRequests.find(({ state }) => state === 'opened')?.iid ?? 0,
    tokens: record(describedTokens, (name) => world.secretOf(name)),
    repository: repositoryDirectory(world.directory, project),
    commits: record(describedCommits, (name) => project.landmarks[name]),
    branches: { target: project.landmarks['clean'] === undefined ? project.defaultBranch : 'release/1.0' },
  };
};
