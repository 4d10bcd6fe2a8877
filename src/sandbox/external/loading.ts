import { settleDefaultBranch } from '../git/defaultBranch.ts';
import { Failures } from '../transfer/failures.ts';
import type { ImportJob, ImportSource } from '../world/transferRecords.ts';
import type { Person } from '../world/records.ts';
import type { LoadedProject } from '../transfer/projectLoading.ts';
import { changeImport, type Transfers } from '../transfer/transfers.ts';
import { basic, fetchRepository, OutsideError, type Asking } from './asking.ts';
import { assemble } from './assembling.ts';
import { readBitbucket, readBitbucketRepository } from './bitbucketReading.ts';
import { readGithub, readGithubRepository } from './githubReading.ts';

type OutsideSource = Extract<ImportSource, { kind: 'github' | 'bitbucketServer' | 'bitbucket' }>;

export const askingFor = (source: OutsideSource, signal: AbortSignal): Asking =>
  source.kind === 'github'
    ? {
        address: source.api,
        authorization: `Bearer ${source.token}`,
        furtherAuthorizations: (source.furtherTokens ?? []).map((token) => `Bearer ${token}`),
        ...(source.pageSize === undefined ? {} : { pageSize: source.pageSize }),
        signal,
      }
    : { address: source.address, authorization: basic(source.username, source.token), signal };

/** Imports a repository and its data from the service. Throws `OutsideError` and `GitError`. */
export const loadFromService = async (
  transfers: Transfers,
  { projectId, source }: ImportJob,
  place: { readonly directory: string; readonly importer: Person },
): Promise<LoadedProject> => {
  if (source?.kind !== 'github' && source?.kind !== 'bitbucketServer' && source?.kind !== 'bitbucket') {
    throw new OutsideError('The import has no service to read from.');
  }
  const asking = askingFor(source, transfers.settings.closing);
  if (source.kind !== 'github') {
    const repository = await readBitbucketRepository(asking, source.kind, source.repository);
    await fetchRepository(place.directory, repository.cloneUrl, asking.authorization);
    return assemble(transfers, await readBitbucket(asking, source.kind, repository), place);
  }
  const repository = await readGithubRepository(asking, source.repositoryId);
  // GitHub accepts tokens from git only as passwords
  await fetchRepository(place.directory, repository.clone_url, basic('x-access-token', source.token));
  const { project, fetched } = await readGithub(asking, repository);
  const nothing = Object.fromEntries(Object.keys(fetched).map((name) => [name, 0]));
  await changeImport(transfers, projectId, { stats: { fetched, imported: nothing } });
  const loaded = await assemble(transfers, project, place);
  await changeImport(transfers, projectId, { stats: { fetched, imported: fetched } });
  return loaded;
};

/** Fetches a repository by URL; the default branch is `main` or else the first. Throws `GitError`. */
export const loadGitRepository = async (
  transfers: Transfers,
  { url, username, password }: Extract<ImportSource, { kind: 'git' }>,
  directory: string,
): Promise<LoadedProject> => {
  await fetchRepository(directory, url, username + password === '' ? undefined : basic(username, password));
  const defaultBranch = await settleDefaultBranch(directory, 'main');
  return { failures: new Failures(transfers), change: (project) => ({ ...project, defaultBranch }) };
};
