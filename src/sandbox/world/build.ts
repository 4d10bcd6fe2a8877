import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from '../git/command.ts';
import { importHistory } from './history.ts';
import { copyRepository } from './localRepository.ts';
import type { ProjectPlan, WorldPlan } from './plans.ts';
import type { ProjectState } from './records.ts';
import { noReview } from './reviewRecords.ts';
import { repositoryDirectory, saveState } from './world.ts';

const repositoryConfig = `[core]
	repositoryformatversion = 0
	bare = true
	logAllRefUpdates = true
[gc]
	auto = 0
[maintenance]
	auto = false
[receive]
	autogc = false
[http]
	receivepack = true
[uploadpack]
	allowFilter = true
	allowAnySHA1InWant = true
`;

/** Without automatic maintenance. */
export const createRepository = async (directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true });
  await git(directory, ['init', '--quiet', '--bare', '--initial-branch=main', '--template=']);
  await writeFile(join(directory, 'config'), repositoryConfig);
};

const buildProject = async (worldDirectory: string, plan: ProjectPlan): Promise<ProjectState> => {
  const name = plan.path.slice(plan.path.lastIndexOf('/') + 1);
  const place = { directory: `${plan.path}.git` };
  const directory = repositoryDirectory(worldDirectory, place);
  await createRepository(directory);
  if (plan.source !== undefined) await copyRepository(directory, plan.source);
  const history = plan.commits.length === 0 ? undefined : await importHistory(directory, plan.commits, plan.tags);
  const aftermath = history === undefined ? undefined : plan.aftermath?.(history);
  return {
    id: plan.id,
    path: plan.path,
    name: plan.name ?? name,
    description: plan.description ?? '',
    visibility: plan.visibility ?? 'private',
    isArchived: plan.isArchived ?? false,
    formerPaths: plan.formerPaths ?? [],
    ...place,
    defaultBranch: plan.source?.defaultBranch ?? 'main',
    createdAt: plan.createdAt ?? '2026-01-05T08:00:00.000Z',
    members: plan.members ?? [],
    rules: plan.rules ?? [],
    issues: plan.issues ?? [],
    mergeRequests: aftermath?.mergeRequests ?? [],
    pipelines: aftermath?.pipelines ?? [],
    review: aftermath?.review ?? noReview,
    ...(plan.squashOption === undefined ? {} : { squashOption: plan.squashOption }),
    ...(plan.mergeMethod === undefined ? {} : { mergeMethod: plan.mergeMethod }),
    ...(plan.hasMergeTrains === undefined ? {} : { hasMergeTrains: plan.hasMergeTrains }),
    ...(plan.forkedFromId === undefined ? {} : { forkedFromId: plan.forkedFromId }),
    landmarks: aftermath?.landmarks ?? {},
  };
};

/** Saves the state last: a folder with a state is complete. */
export const createWorld = async (directory: string, plan: WorldPlan, today: Date = new Date()): Promise<void> => {
  await rm(join(directory, 'repositories'), { recursive: true, force: true });
  const projects = await Promise.all(plan.projects.map((project) => buildProject(directory, project)));
  const { people, tokens, groups, authorities = [] } = plan;
  await saveState(directory, {
    format: 1,
    people,
    tokens,
    groups,
    projects,
    authorities,
    ...plan.administration?.(today),
  });
};
