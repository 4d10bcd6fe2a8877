import type { getProject, listProjects, Project } from '../../wire/projects.ts';
import { isLicensed } from '../edition.ts';
import { hasNoBranch } from '../git/refs.ts';
import { ok, openProject, type Handler, type RequestContext } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { canSee, directLevel, groupLevel, levelIn } from '../world/access.ts';
import { levels, type ProjectState } from '../world/records.ts';

const parentOf = (project: ProjectState): string => project.path.slice(0, project.path.lastIndexOf('/'));

const accessRecord = (level: number): { access_level: number; notification_level: number } | null =>
  level === levels.none ? null : { access_level: level, notification_level: 3 };

const groupNames = (visit: RequestContext, path: string): readonly string[] =>
  path.split('/').map((_, index, parts) => {
    const above = parts.slice(0, index + 1).join('/');
    return visit.world.group(above)?.name ?? parts[index] ?? '';
  });

/** Hidden with the parent. */
const forkedFrom = (visit: RequestContext, { forkedFromId }: ProjectState): Partial<Project> => {
  const parent = visit.world.state.projects.find(({ id }) => id === forkedFromId);
  if (parent === undefined || !canSee(visit.world, visit.person, parent)) return {};
  const { id, name, path, defaultBranch } = parent;
  const ref = { id, name, path: path.slice(path.lastIndexOf('/') + 1), path_with_namespace: path };
  const basic = { ...ref, default_branch: defaultBranch, web_url: `${visit.url}/${path}` };
  return { forked_from_project: basic, mr_default_target_self: false };
};

const projectRecord = async (visit: RequestContext, project: ProjectState): Promise<Project> => {
  const parent = parentOf(project);
  const group = visit.world.group(parent);
  const isEmpty = await hasNoBranch(visit.world.repository(project), project.defaultBranch);
  const names = groupNames(visit, parent);
  const place = new URL(visit.url);
  const record = {
    id: project.id,
    description: project.description,
    name: project.name,
    name_with_namespace: [...names, project.name].join(' / '),
    path: project.path.slice(parent.length + 1),
    path_with_namespace: project.path,
    created_at: project.createdAt,
    default_branch: project.defaultBranch,
    tag_list: [],
    topics: [],
    ssh_url_to_repo: `git@${place.hostname}:${project.path}.git`,
    http_url_to_repo: `${visit.url}/${project.path}.git`,
    web_url: `${visit.url}/${project.path}`,
    readme_url: isEmpty ? null : `${visit.url}/${project.path}/-/blob/${project.defaultBranch}/README.md`,
    forks_count: visit.world.state.projects.filter(({ forkedFromId }) => forkedFromId === project.id).length,
    avatar_url: null,
    star_count: 0,
    last_activity_at: project.pipelines.at(-1)?.updatedAt ?? project.createdAt,
    namespace: {
      id: group?.id ?? 0,
      name: names.at(-1) ?? parent,
      path: parent.slice(parent.lastIndexOf('/') + 1),
      kind: group === undefined ? 'user' : 'group',
      full_path: parent,
      parent_id: visit.world.group(parent.slice(0, Math.max(0, parent.lastIndexOf('/'))))?.id ?? null,
      avatar_url: null,
      web_url: `${visit.url}/groups/${parent}`,
    },
    visibility: project.visibility,
    archived: project.isArchived,
    empty_repo: isEmpty,
    merge_requests_enabled: true,
    squash_option: project.squashOption ?? 'default_off',
    merge_method: project.mergeMethod ?? 'merge',
    ...(isLicensed(visit.edition, 'premium') ? { merge_trains_enabled: project.hasMergeTrains ?? false } : {}),
    ...forkedFrom(visit, project),
    ...(visit.person === undefined
      ? {}
      : {
          permissions: {
            project_access: accessRecord(directLevel(visit.person, project)),
            group_access: accessRecord(groupLevel(visit.world, visit.person, parent)),
          },
        }),
  };
  return record;
};

const sortKeys = {
  id: (project: ProjectState) => project.id,
  name: (project: ProjectState) => project.name.toLowerCase(),
  path: (project: ProjectState) => project.path,
  created_at: (project: ProjectState) => project.createdAt,
  updated_at: (project: ProjectState) => project.pipelines.at(-1)?.updatedAt ?? project.createdAt,
  last_activity_at: (project: ProjectState) => project.pipelines.at(-1)?.updatedAt ?? project.createdAt,
} as const;

const isFound = (project: ProjectState, search: string | undefined, inNamespaces: boolean): boolean => {
  if (search === undefined) return true;
  const own = project.path.slice(project.path.lastIndexOf('/') + 1);
  const places = [project.name, own, project.description, ...(inNamespaces ? [project.path] : [])];
  return places.some((text) => text.toLowerCase().includes(search.toLowerCase()));
};

/** R1. Visible projects in descending order, by default of `created_at`. */
export const handleListProjects: Handler<typeof listProjects> = async (visit) => {
  const given = visit.parameters();
  const { world, person } = visit;
  const key = sortKeys[given.order_by ?? 'created_at'];
  const rows = world.state.projects
    .filter((project) => canSee(world, person, project))
    .filter((project) => given.membership !== true || levelIn(world, person, project) > levels.none)
    .filter((project) => isFound(project, given.search, given.search_namespaces === true))
    .toSorted((one, other) => (key(one) < key(other) ? 1 : key(one) > key(other) ? -1 : 0));
  const items = await Promise.all(rowsOnPage(given, rows).map((row) => projectRecord(visit, row)));
  return countedPage(given, rows.length, items);
};

/** R2. An empty repository has the `default_branch` expected from its first push. */
export const handleGetProject: Handler<typeof getProject> = async (visit) => {
  const project = openProject(visit);
  visit.parameters();
  return ok(await projectRecord(visit, project));
};
