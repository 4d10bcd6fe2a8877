import type { Branch, getBranch, listBranches } from '../../wire/projects.ts';
import { mergeBase } from '../git/ancestry.ts';
import { branchesMergedInto, branchTip, isBranchName, listBranchRefs, type Ref } from '../git/refs.ts';
import { readCommit, type Repository } from '../git/repository.ts';
import { ok, openCode, type Handler, type RequestContext } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { notFound, refusal } from '../refusals.ts';
import { canPushTo, letsDevelopers, rulesFor } from '../world/access.ts';
import type { ProjectState } from '../world/records.ts';
import { commitRecord } from './commitRecord.ts';

const encodedPath = (name: string): string => name.split('/').map(encodeURIComponent).join('/');

/** `merged` are the names of branches merged into the default branch. */
export const branchRecord = async (
  visit: RequestContext,
  place: { readonly project: ProjectState; readonly repository: Repository },
  { name, sha }: Ref,
  merged: ReadonlySet<string>,
): Promise<Branch> => {
  const { project, repository } = place;
  return {
    name,
    commit: commitRecord(visit, project, await readCommit(repository, sha)),
    merged: merged.has(name),
    protected: rulesFor(project, name).length > 0,
    developers_can_push: letsDevelopers(project, name, 'push_access_levels'),
    developers_can_merge: letsDevelopers(project, name, 'merge_access_levels'),
    can_push: canPushTo(visit.world, visit.person, project, name),
    default: name === project.defaultBranch,
    web_url: `${visit.url}/${project.path}/-/tree/${encodedPath(name)}`,
  };
};

/** Branches merged into the default branch, except those at the same commit. */
const mergedNames = async (
  project: ProjectState,
  repository: Repository,
  branches: readonly Ref[],
): Promise<ReadonlySet<string>> => {
  const root = await branchTip(repository, project.defaultBranch);
  if (root === undefined) return new Set();
  // cached until a branch moves
  const key = ['merged', root, ...branches.map(({ name, sha }) => `${name} ${sha}`)].join('\0');
  const known = repository.lists.get(key);
  if (known !== undefined) return new Set(known);
  const standing = new Set(branches.filter(({ sha }) => sha === root).map(({ name }) => name));
  const merged = (await branchesMergedInto(repository, root)).filter((name) => !standing.has(name));
  repository.lists.set(key, merged);
  return new Set(merged);
};

/** Case-insensitive branch search: `^` anchors the start, `$` the end, `*` matches anything. */
export const nameMatcher = (search: string): ((name: string) => boolean) => {
  const term = search.toLowerCase();
  const [isFromStart, isToEnd] = [term.startsWith('^'), term.length > 1 && term.endsWith('$')];
  const parts = term.slice(isFromStart ? 1 : 0, isToEnd ? -1 : undefined).split('*');
  const last = isToEnd ? (parts.pop() ?? '') : '';
  return (name) => {
    const text = name.toLowerCase();
    let place = 0;
    for (const [index, part] of parts.entries()) {
      const found = text.indexOf(part, place);
      if (found === -1 || (index === 0 && isFromStart && found > 0)) return false;
      place = found + part.length;
    }
    if (isFromStart && parts.length === 0) return text === last;
    return text.endsWith(last) && text.length - last.length >= place;
  };
};

const searched = (branches: readonly Ref[], search: string | undefined): readonly Ref[] => {
  if (search === undefined) return branches;
  const matching = branches.filter(({ name }) => nameMatcher(search)(name));
  // exact matches first
  const isIt = ({ name }: Ref): boolean => name.toLowerCase() === search.toLowerCase();
  return [...matching.filter(isIt), ...matching.filter((branch) => !isIt(branch))];
};

/** R3. Sorted by name; empty without commits. */
export const handleListBranches: Handler<typeof listBranches> = async (visit) => {
  const place = openCode(visit);
  const given = visit.parameters();
  const all = await listBranchRefs(place.repository);
  const branches = searched(all, given.search);
  const merged = await mergedNames(place.project, place.repository, all);
  const rows = rowsOnPage(given, branches);
  const items = await Promise.all(rows.map((row) => branchRecord(visit, place, row, merged)));
  return countedPage(given, branches.length, items);
};

/** R4. Invalid name 400, unknown branch 404. */
export const handleGetBranch: Handler<typeof getBranch> = async (visit) => {
  const place = openCode(visit);
  const { branch: name } = visit.parameters();
  if (!isBranchName(name)) throw refusal(400, 'The branch refname is invalid');
  const sha = await branchTip(place.repository, name);
  if (sha === undefined) throw notFound('Branch');
  const root = await branchTip(place.repository, place.project.defaultBranch);
  const isMerged = root !== undefined && root !== sha && (await mergeBase(place.repository, sha, root)) === sha;
  return ok(await branchRecord(visit, place, { name, sha }, new Set(isMerged ? [name] : [])));
};
