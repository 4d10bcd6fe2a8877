import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GitError } from '../git/command.ts';
import { createRepository } from '../world/build.ts';
import { freshIds } from '../world/freshIds.ts';
import { levels, type MergeMethod, type Person, type ProjectState, type Visibility } from '../world/records.ts';
import type { ImportJob } from '../world/transferRecords.ts';
import { repositoryDirectory, updateDefaultBranch } from '../world/world.ts';
import { ArchiveError, readArchive } from './archive.ts';
import { fetchSource } from './sources.ts';
import { OutgoingError } from './outgoing.ts';
import { findPlace, isTaken, visibilityIn, type Place } from './places.ts';
import { loadProject, type LoadedProject } from './projectLoading.ts';
import { changeImport, importOf, JobStopped, type Transfers } from './transfers.ts';
import { OutsideError } from '../external/asking.ts';
import { loadFromService, loadGitRepository } from '../external/loading.ts';

export interface WantedImport {
  readonly place: Place;
  readonly path: string;
  readonly name: string;
  readonly person: Person;
  readonly type: ImportJob['type'];
  readonly source: ImportJob['source'];
  readonly importSource?: string;
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** Project to overwrite; undefined requires a free path. */
  readonly replaces?: ProjectState | undefined;
}

/** Creates the empty project; undefined when the path is taken. */
export const beginImport = async (transfers: Transfers, wanted: WantedImport): Promise<ProjectState | undefined> => {
  const { world, settings } = transfers;
  const { place, person, replaces } = wanted;
  const directory = `@imported/${randomBytes(10).toString('hex')}.git`;
  const repository = repositoryDirectory(world.directory, { directory });
  await createRepository(repository);
  const finalPath = `${place.path}/${wanted.path}`;
  const path = replaces === undefined ? finalPath : `${finalPath}-${randomBytes(6).toString('hex')}`;
  if (isTaken(world, path)) {
    await rm(repository, { recursive: true, force: true });
    return undefined;
  }
  const project: ProjectState = {
    id: freshIds(world.state).project(),
    path,
    name: wanted.name,
    description: '',
    visibility: 'private',
    isArchived: false,
    formerPaths: [],
    directory,
    defaultBranch: 'main',
    createdAt: settings.now().toISOString(),
    members: place.kind === 'user' ? [{ personId: place.owner.id, level: levels.owner }] : [],
    rules: [],
    mergeRequests: [],
    pipelines: [],
    landmarks: {},
  };
  const job: ImportJob = {
    projectId: project.id,
    personId: person.id,
    type: wanted.type,
    state: 'scheduled',
    correlationId: randomBytes(8).toString('base64url'),
    error: null,
    failedRelations: [],
    stats: null,
    source: wanted.source,
    importSource: wanted.importSource ?? null,
    replacesId: replaces?.id ?? null,
    finalPath,
    overrides: wanted.overrides ?? {},
  };
  // one synchronous change, so that of two imports to one path only the first succeeds
  await world.update((state) => ({
    ...state,
    projects: [...state.projects, project],
    transfers: { ...transfers.state, imports: [...transfers.state.imports, job] },
  }));
  runImport(transfers, project.id);
  return project;
};

/** Fetches into an existing project without a repository. */
export const beginGitImport = async (
  transfers: Transfers,
  wanted: {
    readonly project: ProjectState;
    readonly person: Person;
    readonly source: Extract<ImportJob['source'], { kind: 'git' }>;
  },
): Promise<void> => {
  const { project, person, source } = wanted;
  const job: ImportJob = {
    projectId: project.id,
    personId: person.id,
    type: 'git',
    state: 'scheduled',
    correlationId: randomBytes(8).toString('base64url'),
    error: null,
    failedRelations: [],
    stats: null,
    source,
    importSource: null,
    replacesId: null,
    finalPath: project.path,
    overrides: {},
  };
  await transfers.update((state) => ({
    ...state,
    imports: [...state.imports.filter(({ projectId }) => projectId !== project.id), job],
  }));
  runImport(transfers, project.id);
};

const visibilities: readonly Visibility[] = ['private', 'internal', 'public'];
const mergeMethods: readonly MergeMethod[] = ['merge', 'rebase_merge', 'ff'];

/** Applies supported overrides; others are silently ignored, as in GitLab. */
const overridden = (project: ProjectState, overrides: Readonly<Record<string, unknown>>): ProjectState => {
  const { description, visibility, default_branch: branch, merge_method: method, name } = overrides;
  return {
    ...project,
    ...(typeof description === 'string' ? { description } : {}),
    ...(visibilities.includes(visibility as Visibility) ? { visibility: visibility as Visibility } : {}),
    ...(typeof branch === 'string' && branch !== '' ? { defaultBranch: branch } : {}),
    ...(mergeMethods.includes(method as MergeMethod) ? { mergeMethod: method as MergeMethod } : {}),
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
  };
};

const load = async (
  transfers: Transfers,
  job: ImportJob,
  project: ProjectState,
  folder: string,
): Promise<LoadedProject> => {
  const { world } = transfers;
  const directory = repositoryDirectory(world.directory, project);
  const importer = world.person(job.personId);
  if (importer === undefined || job.source === null) throw new ArchiveError('The import has lost its source.');
  if (job.source.kind === 'git') return loadGitRepository(transfers, job.source, directory);
  if (job.type !== 'gitlab_project') return loadFromService(transfers, job, { directory, importer });
  const archive = await fetchSource(transfers, job.source, join(folder, 'archive.tar.gz'));
  await readArchive(archive, folder);
  return loadProject(transfers, { folder, directory, importer });
};

const perform = async (transfers: Transfers, projectId: number): Promise<void> => {
  const { world } = transfers;
  const current = (): { readonly job: ImportJob; readonly project: ProjectState } => {
    const job = importOf(transfers, projectId);
    const project = world.state.projects.find(({ id }) => id === projectId);
    if (job === undefined || project === undefined || job.state === 'canceled')
      throw new JobStopped('No longer wanted.');
    return { job, project };
  };
  const step = (to: string): Promise<void> => transfers.step({ kind: 'projectImport', subjectId: projectId, to });
  await step('started');
  current();
  await changeImport(transfers, projectId, { state: 'started' });
  const folder = await transfers.workFolder();
  try {
    const { job, project } = current();
    const { change, failures } = await load(transfers, job, project, folder);
    await step('finished');
    const failedRelations = await failures.numbered();
    const { replacesId, finalPath, overrides } = current().job;
    if (replacesId !== null) await world.removeProject(replacesId);
    const place = findPlace(world, finalPath.slice(0, finalPath.lastIndexOf('/')));
    await world.updateProject(projectId, (empty) => {
      const filled = overridden(change(empty), overrides);
      return { ...filled, path: finalPath, visibility: visibilityIn(place, filled.visibility) };
    });
    // the requested default branch may be missing
    await updateDefaultBranch(world, current().project);
    await changeImport(transfers, projectId, { state: 'finished', failedRelations, source: null, replacesId: null });
    await dropSource(transfers, job);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const dropSource = (transfers: Transfers, { source }: ImportJob): Promise<void> =>
  transfers.dropUpload(source?.kind === 'file' ? source.file : null);

/** Message for the user; undefined for internal errors. */
const reasonOf = (error: unknown): string | undefined => {
  if (error instanceof ArchiveError || error instanceof OutgoingError || error instanceof OutsideError)
    return error.message;
  return error instanceof GitError ? 'Error importing repository: git could not read it' : undefined;
};

/** Runs until finished, failed or canceled; also restarts an import that was interrupted by the end of the sandbox. */
export const runImport = (transfers: Transfers, projectId: number): void =>
  transfers.run(async () => {
    try {
      await perform(transfers, projectId);
    } catch (error) {
      const job = importOf(transfers, projectId);
      if (transfers.settings.closing.aborted || job === undefined) return;
      await dropSource(transfers, job);
      if (error instanceof JobStopped) return changeImport(transfers, projectId, { source: null });
      const reason = reasonOf(error);
      await changeImport(transfers, projectId, {
        state: 'failed',
        source: null,
        error: reason ?? 'The import failed because of an error of the server',
      });
      if (reason === undefined) throw error;
    }
  });
