import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
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

/** Borrows the objects of a repository below the same folder, and copies its branches and tags. */
const shareRepository = async (directory: string, parent: string): Promise<void> => {
  const objects = join(directory, 'objects');
  await writeFile(join(objects, 'info', 'alternates'), `${relative(objects, join(parent, 'objects'))}\n`);
  const { stdout } = await git(parent, ['for-each-ref', '--format=create %(refname) %(objectname)']);
  await git(directory, ['update-ref', '--stdin'], { input: stdout });
};

const buildProject = async (
  worldDirectory: string,
  plan: ProjectPlan,
  parent: Promise<ProjectState> | undefined,
): Promise<ProjectState> => {
  const name = plan.path.slice(plan.path.lastIndexOf('/') + 1);
  const place = { directory: `${plan.path}.git` };
  const directory = repositoryDirectory(worldDirectory, place);
  await createRepository(directory);
  if (plan.source !== undefined) await copyRepository(directory, plan.source);
  const shared = plan.commits.length > 0 ? undefined : await parent;
  if (shared !== undefined) await shareRepository(directory, repositoryDirectory(worldDirectory, shared));
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
  const built = new Map<number | undefined, Promise<ProjectState>>();
  for (const each of plan.projects) built.set(each.id, buildProject(directory, each, built.get(each.forkedFromId)));
  const projects = await Promise.all(built.values());
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
