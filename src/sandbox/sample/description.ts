import { repositoryDirectory, type World } from '../world/world.ts';

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

/** The first three are relative to the target branch. */
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

/** Printed as one line of JSON. */
export interface SandboxDescription {
  readonly url: string;
  readonly project: string;
  readonly group: string;
  /** IID of an open merge request. */
  readonly mergeRequest: number;
  readonly tokens: Readonly<Record<(typeof describedTokens)[number], string>>;
  /** Path of the bare repository. */
  readonly repository: string;
  /** Empty strings for a copied repository. */
  readonly commits: Readonly<Record<(typeof describedCommits)[number], string>>;
  readonly branches: { readonly target: string };
  /** OAuth application ID, with browser sign-in only. */
  readonly application?: string;
}

const record = <Name extends string>(
  names: readonly Name[],
  value: (name: Name) => string | undefined,
): Readonly<Record<Name, string>> =>
  Object.fromEntries(names.map((name) => [name, value(name) ?? ''])) as Record<Name, string>;

/** Describes the first project. */
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
