import type { AccessLevel, ProtectedBranch } from '../../wire/protectedBranches.ts';
import { globalId } from '../../wire/graphql.ts';
import { listBranchRefs } from '../git/refs.ts';
import { rulesFor } from '../world/access.ts';
import { levels, type ProjectState } from '../world/records.ts';
import { connection, type PageArguments } from './connections.ts';
import type { Session } from './session.ts';
import { userOf } from './users.ts';

const levelNode = (session: Session, level: AccessLevel) => {
  const group = session.world.state.groups.find(({ id }) => id === level.group_id);
  return {
    accessLevel: level.access_level ?? levels.maintainer,
    accessLevelDescription: level.access_level_description,
    user: () => userOf(session, level.user_id ?? null),
    group:
      group === undefined
        ? null
        : { id: globalId('Group', group.id), name: group.name, webUrl: `${session.url}/groups/${group.path}` },
  };
};

const levelsOf = (session: Session, list: readonly AccessLevel[] | null | undefined) => (page: PageArguments) =>
  connection([...(list ?? []).entries()], page, {
    keyOf: ([index, { id }]) => id ?? `i${index}`,
    nodeOf: ([, level]) => levelNode(session, level),
  });

const ruleNode = (session: Session, project: ProjectState, rule: ProtectedBranch) => ({
  name: rule.name,
  isDefault: rule.name === project.defaultBranch,
  isProtected: true,
  createdAt: project.createdAt,
  updatedAt: project.createdAt,
  matchingBranchesCount: async () => {
    const branches = await listBranchRefs(session.world.repository(project));
    return branches.filter(({ name }) => rulesFor(project, name).includes(rule)).length;
  },
  branchProtection: {
    allowForcePush: rule.allow_force_push ?? false,
    codeOwnerApprovalRequired: rule.code_owner_approval_required ?? false,
    mergeAccessLevels: levelsOf(session, rule.merge_access_levels),
    pushAccessLevels: levelsOf(session, rule.push_access_levels),
    unprotectAccessLevels: levelsOf(session, rule.unprotect_access_levels),
  },
});

/** Sorted by name. */
export const branchRules = (session: Session, project: ProjectState, page: PageArguments) =>
  connection(
    project.rules.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    page,
    { keyOf: ({ name }) => name, nodeOf: (rule) => ruleNode(session, project, rule) },
  );
