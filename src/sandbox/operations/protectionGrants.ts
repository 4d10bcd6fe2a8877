import type * as v from 'valibot';
import type { AccessLevel, grant, grantChange } from '../../wire/protectedBranches.ts';
import { isAtLeast, isLicensed, type Edition } from '../edition.ts';
import type { RequestContext } from '../handling.ts';
import { badParameters, notFound } from '../refusals.ts';
import { levelIn } from '../world/access.ts';
import { roleDescription, type ProtectedAction } from '../world/accessLevels.ts';
import { levels, type ProjectState } from '../world/records.ts';

/** Grant of P3. */
export type Grant = v.InferOutput<typeof grant>;

/** Changed grant of P4. */
export type GrantChange = v.InferOutput<typeof grantChange>;

export interface Entries {
  readonly entries: readonly AccessLevel[];
  readonly problems: readonly string[];
}

const blank = { access_level: null, user_id: null, group_id: null } as const;
const subjects: Readonly<Record<ProtectedAction, string>> = { push: 'Push', merge: 'Merge', unprotect: 'Unprotect' };

const topOf = (path: string): string => path.split('/')[0] ?? '';

type Target = Omit<AccessLevel, 'id'>;

interface Problem {
  readonly problem: string;
}

const isProblem = (target: Target | Problem): target is Problem => 'problem' in target;

/**
 * Entry without an ID; undefined for an unknown grantee. Users and groups (licensed only) have an access level that is
 * ignored.
 */
const targetOf = (
  visit: RequestContext,
  project: ProjectState,
  deed: ProtectedAction,
  given: Grant,
  former?: AccessLevel,
): Target | Problem | undefined => {
  const { world, edition } = visit;
  const access_level = given.access_level ?? former?.access_level ?? levels.maintainer;
  if (given.user_id !== undefined) {
    if (!isLicensed(edition, 'premium')) return { problem: 'user must be blank' };
    const person = world.person(given.user_id);
    if (person === undefined || levelIn(world, person, project) === levels.none) {
      return { problem: 'user is not a member of the project' };
    }
    return { ...blank, access_level, user_id: person.id, access_level_description: person.name };
  }
  if (given.group_id !== undefined) {
    if (!isLicensed(edition, 'premium')) return { problem: 'group must be blank' };
    const group = world.state.groups.find(({ id }) => id === given.group_id);
    if (group === undefined || topOf(group.path) !== topOf(project.path)) {
      return { problem: 'group does not have access to the project' };
    }
    return { ...blank, access_level, group_id: group.id, access_level_description: group.name };
  }
  if (given.deploy_key_id !== undefined && deed === 'push' && isAtLeast(edition, '17.5')) {
    const key = world.state.deployKeys?.find(({ id }) => id === given.deploy_key_id);
    if (key?.projectIds.includes(project.id) !== true) {
      return { problem: 'deploy key is not enabled for this project' };
    }
    return { ...blank, access_level: levels.maintainer, deploy_key_id: key.id, access_level_description: key.title };
  }
  return given.access_level === undefined ? undefined : roleTarget(edition, given.access_level);
};

const roleTarget = (edition: Edition, level: number): Omit<AccessLevel, 'id'> => ({
  ...blank,
  access_level: level,
  access_level_description: roleDescription(edition, level),
});

/** A grant without a known grantee becomes Maintainers. */
export const newEntries = (
  visit: RequestContext,
  project: ProjectState,
  { deed, nextId }: { readonly deed: ProtectedAction; readonly nextId: () => number },
  wanted: readonly Grant[],
): Entries => {
  const isNobody = (each: Grant): boolean => targetOf(visit, project, deed, each) === undefined;
  const grants = wanted.map((each) => (isNobody(each) ? { access_level: levels.maintainer } : each));
  return changedEntries(visit, project, { deed, before: [], nextId }, grants);
};

const kindOf = (entry: AccessLevel): string =>
  typeof entry.deploy_key_id === 'number'
    ? 'deploy key'
    : typeof entry.user_id === 'number'
      ? 'user'
      : typeof entry.group_id === 'number'
        ? 'group'
        : 'access level';

const identity = (entry: AccessLevel): string =>
  `${kindOf(entry)} ${entry.deploy_key_id ?? entry.user_id ?? entry.group_id ?? entry.access_level ?? ''}`;

const doubles = (entries: readonly AccessLevel[]): readonly string[] => {
  const known = new Set<string>();
  return entries.flatMap((entry) => {
    const isDouble = known.has(identity(entry));
    known.add(identity(entry));
    return isDouble ? [`${kindOf(entry)} has already been taken`] : [];
  });
};

/** Grants without an ID are added, others replace or destroy the entry with that ID; throws 404 for an unknown one. */
export const changedEntries = (
  visit: RequestContext,
  project: ProjectState,
  {
    deed,
    before,
    nextId,
  }: { readonly deed: ProtectedAction; readonly before: readonly AccessLevel[]; readonly nextId: () => number },
  changes: readonly GrantChange[],
): Entries => {
  let entries = before;
  const problems: string[] = [];
  for (const change of changes) {
    const old = change.id === undefined ? undefined : entries.find(({ id }) => id === change.id);
    if (change.id !== undefined && old === undefined) throw notFound();
    if (old !== undefined && change._destroy === true) {
      entries = entries.filter((entry) => entry !== old);
      continue;
    }
    const target = targetOf(visit, project, deed, change, old);
    if (target === undefined) {
      if (old === undefined) problems.push("access level can't be blank");
    } else if (isProblem(target)) problems.push(target.problem);
    else if (old === undefined) entries = [...entries, { id: nextId(), ...target }];
    else entries = entries.map((entry) => (entry === old ? { id: old.id, ...target } : entry));
  }
  const all = [...problems, ...doubles(entries)];
  return { entries, problems: all.map((problem) => `${subjects[deed]} access levels ${problem}`) };
};

/** Throws 400 for the administrator role on GitLab.com; elsewhere the schema validates roles. */
export const checkOfferedRoles = (
  { edition }: Pick<RequestContext, 'edition'>,
  roles: Readonly<Record<string, number | undefined>>,
  lists: Readonly<Record<string, readonly Grant[] | undefined>>,
): void => {
  if (!edition.gitlabCom) return;
  const named = Object.entries(lists).flatMap(([name, list]) =>
    (list ?? []).map((entry, index): [string, number | undefined] => [
      `${name}[${index}][access_level]`,
      entry.access_level,
    ]),
  );
  const problems = [...Object.entries(roles), ...named]
    .filter(([, level]) => level === levels.admin)
    .map(([name]) => `${name} does not have a valid value`);
  if (problems.length > 0) throw badParameters(problems);
};
