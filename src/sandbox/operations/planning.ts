import type {
  getIssueStatistics,
  getMergeRequestTemplate,
  listLabels,
  listMergeRequestTemplates,
  listMilestones,
} from '../../wire/planning.ts';
import { canReadIssue } from '../graphql/issues.ts';
import { branchTip } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { readTreeFiles } from '../git/treeFiles.ts';
import { ok, openCode, openProject, type Handler } from '../handling.ts';
import { notFound } from '../refusals.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { type Milestone, noPlanning } from '../world/transferRecords.ts';
import type { ProjectState } from '../world/records.ts';
import type { RecordOf } from '../../wire/operation.ts';

/** R11. Sorted by name, with labels of parent groups. IDs combine the project's ID and the position in the list. */
export const handleListLabels: Handler<typeof listLabels> = async (visit) => {
  const project = openProject(visit);
  const given = visit.parameters();
  const above = given.include_ancestor_groups === false ? [] : groupsAbove(project.path);
  const lists = [project, ...visit.world.state.groups.filter(({ path }) => above.includes(path.toLowerCase()))].map(
    ({ planning }, index) => ({ index, labels: planning?.labels ?? [] }),
  );
  const all = lists
    .flatMap(({ index, labels }) =>
      labels.map(({ title, color, description }, at) => ({
        id: project.id * 10_000 + index * 1_000 + at + 1,
        name: title,
        color,
        description,
      })),
    )
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return countedPage(given, all.length, rowsOnPage(given, all));
};

/** Lowercase paths of the groups above a project. */
export const groupsAbove = (path: string): readonly string[] => {
  const parts = path.toLowerCase().split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
};

export const milestoneRecord = (
  project: Pick<ProjectState, 'id'>,
  { iid, title, description, state, startDate, dueDate }: Milestone,
): RecordOf<typeof listMilestones> => ({
  id: project.id * 10_000 + iid,
  iid,
  title,
  description,
  state,
  start_date: startDate,
  due_date: dueDate,
});

/** R12. The project's own, highest number first. */
export const handleListMilestones: Handler<typeof listMilestones> = async (visit) => {
  const project = openProject(visit);
  const given = visit.parameters();
  const { milestones } = { ...noPlanning, ...project.planning };
  const all = milestones
    .map((milestone) => milestoneRecord(project, milestone))
    .toSorted((one, other) => other.iid - one.iid);
  return countedPage(given, all.length, rowsOnPage(given, all));
};

/** R13. Counts issues that the caller may see. */
export const handleGetIssueStatistics: Handler<typeof getIssueStatistics> = async (visit) => {
  const project = openProject(visit);
  visit.parameters();
  const seen = (project.issues ?? []).filter((issue) => canReadIssue(visit, { project, issue }));
  const opened = seen.filter(({ state }) => state === 'opened').length;
  return ok({ statistics: { counts: { all: seen.length, opened, closed: seen.length - opened } } });
};

const templateFolder = '.gitlab/merge_request_templates/';

/** Merge request templates of the default branch by name, sorted. */
const templatesOf = async (
  repository: Repository,
  defaultBranch: string,
): Promise<ReadonlyMap<string, () => Promise<string>>> => {
  const tip = await branchTip(repository, defaultBranch);
  const files = tip === undefined ? [] : [...(await readTreeFiles(repository, tip)).keys()];
  const names = files.flatMap((path) =>
    path.startsWith(templateFolder) && path.endsWith('.md') ? [path.slice(templateFolder.length, -'.md'.length)] : [],
  );
  const content = async (name: string): Promise<string> =>
    String((await repository.objects.contents(`${tip}:${templateFolder}${name}.md`))?.content ?? '');
  return new Map(names.toSorted().map((name) => [name, () => content(name)]));
};

/** R18. */
export const handleListMergeRequestTemplates: Handler<typeof listMergeRequestTemplates> = async (visit) => {
  const { project, repository } = openCode(visit);
  const all = [...(await templatesOf(repository, project.defaultBranch)).keys()].map((name) => ({ key: name, name }));
  const given = visit.parameters();
  return countedPage(given, all.length, rowsOnPage(given, all));
};

/** R19. */
export const handleGetMergeRequestTemplate: Handler<typeof getMergeRequestTemplate> = async (visit) => {
  const { project, repository } = openCode(visit);
  const { name } = visit.parameters();
  const read = (await templatesOf(repository, project.defaultBranch)).get(name);
  if (read === undefined) throw notFound('Template');
  return ok({ name, content: await read() });
};
