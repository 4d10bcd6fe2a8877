import type {
  AccessLevel,
  protectBranch,
  unprotectBranch,
  updateProtectedBranch,
} from '../../wire/protectedBranches.ts';
import { isAtLeast, isLicensed } from '../edition.ts';
import { jsonResponse } from '../exchange.ts';
import { checkUnmodified, ok, openCode, requireUser, type Handler, type RequestContext } from '../handling.ts';
import { badParameters, forbidden, notFound, refusal, Refusal } from '../refusals.ts';
import { grants, hasPermission, levelIn } from '../world/access.ts';
import { freshIds } from '../world/freshIds.ts';
import { levels, type Person, type ProjectState, type ProtectionRule } from '../world/records.ts';
import { ruleRecord } from './protectedBranches.ts';
import { changedEntries, checkOfferedRoles, newEntries, type Entries, type Grant } from './protectionGrants.ts';

interface Place {
  readonly project: ProjectState;
  readonly person: Person;
}

/** For Maintainers and custom roles with `admin_protected_branch`. */
const openRules = (visit: RequestContext): Place => {
  const { project } = openCode(visit);
  const person = requireUser(visit);
  const { world, edition } = visit;
  const isCustom = isAtLeast(edition, '17.4') && hasPermission(world, person, project, 'admin_protected_branch');
  if (!person.isAdmin && !isCustom && levelIn(world, person, project) < levels.maintainer) throw forbidden();
  return { project, person };
};

/** The caller must be allowed to unprotect the rule (Premium). */
const checkUnprotecting = (
  visit: RequestContext,
  { project, person }: Place,
  entries: readonly AccessLevel[],
): void => {
  if (!isLicensed(visit.edition, 'premium') || entries.length === 0) return;
  if (!entries.some((entry) => grants(visit.world, person, project, entry))) throw forbidden();
};

const refuseProblems = (...lists: readonly Entries[]): void => {
  const problems = lists.flatMap((list) => list.problems);
  if (problems.length > 0) throw new Refusal(jsonResponse(422, { message: [...new Set(problems)] }));
};

/** Inherited rules belong to the group and are 404 here. */
const ownRule = (project: ProjectState, name: string): ProtectionRule => {
  const rule = project.rules.find((candidate) => candidate.name === name && candidate.inherited !== true);
  if (rule === undefined) throw notFound();
  return rule;
};

/**
 * P3. The role applies beside grants if sent, and alone without grants. Without the licence, users and groups are 422
 * and code owners are ignored.
 */
export const handleProtectBranch: Handler<typeof protectBranch> = async (visit) => {
  const place = openRules(visit);
  const given = visit.parameters();
  const { project } = place;
  const finer = { push: given.allowed_to_push, merge: given.allowed_to_merge, unprotect: given.allowed_to_unprotect };
  const roles = {
    push: given.push_access_level,
    merge: given.merge_access_level,
    unprotect: given.unprotect_access_level,
  };
  checkOfferedRoles(
    visit,
    { push_access_level: roles.push, merge_access_level: roles.merge, unprotect_access_level: roles.unprotect },
    { allowed_to_push: finer.push, allowed_to_merge: finer.merge, allowed_to_unprotect: finer.unprotect },
  );
  if (project.rules.some(({ name, inherited }) => name === given.name && inherited !== true)) {
    throw refusal(409, `Protected branch '${given.name}' already exists`);
  }
  const ids = freshIds(visit.world.state);
  const raw = visit.raw();
  const entriesFor = (deed: keyof typeof roles): Entries => {
    const list: readonly Grant[] = finer[deed] ?? [];
    const hasRole = list.length === 0 || (raw[`${deed}_access_level`] ?? '') !== '';
    const role = roles[deed] ?? levels.maintainer;
    return newEntries(visit, project, { deed, nextId: ids.level }, hasRole ? [{ access_level: role }, ...list] : list);
  };
  const [push, merge, unprotect] = [entriesFor('push'), entriesFor('merge'), entriesFor('unprotect')];
  refuseProblems(push, merge, unprotect);
  checkUnprotecting(visit, place, unprotect.entries);
  const rule: ProtectionRule = {
    id: ids.rule(),
    name: given.name,
    push_access_levels: [...push.entries],
    merge_access_levels: [...merge.entries],
    allow_force_push: given.allow_force_push ?? false,
    unprotect_access_levels: [...unprotect.entries],
    code_owner_approval_required: isLicensed(visit.edition, 'premium') && given.code_owner_approval_required === true,
    inherited: false,
    updatedAt: visit.now().toISOString(),
  };
  await visit.world.updateProject(project.id, (state) => ({ ...state, rules: [...state.rules, rule] }));
  return { kind: 'json', status: 201, body: ruleRecord(visit.edition, rule) };
};

/** P4. Responds with the whole rule. Licence checks as in P3. */
export const handleUpdateProtectedBranch: Handler<typeof updateProtectedBranch> = async (visit) => {
  const place = openRules(visit);
  const given = visit.parameters();
  if (visit.raw()['allow_force_push'] === null) throw badParameters(['allow_force_push is empty']);
  const { project } = place;
  const rule = ownRule(project, given.name);
  checkUnprotecting(visit, place, rule.unprotect_access_levels ?? []);
  const lists = {
    allowed_to_push: given.allowed_to_push,
    allowed_to_merge: given.allowed_to_merge,
    allowed_to_unprotect: given.allowed_to_unprotect,
  };
  checkOfferedRoles(visit, {}, lists);
  const { level: nextId } = freshIds(visit.world.state);
  const push = changedEntries(
    visit,
    project,
    { deed: 'push', before: rule.push_access_levels, nextId },
    lists.allowed_to_push ?? [],
  );
  const merge = changedEntries(
    visit,
    project,
    { deed: 'merge', before: rule.merge_access_levels, nextId },
    lists.allowed_to_merge ?? [],
  );
  const unprotect = changedEntries(
    visit,
    project,
    { deed: 'unprotect', before: rule.unprotect_access_levels ?? [], nextId },
    lists.allowed_to_unprotect ?? [],
  );
  refuseProblems(push, merge, unprotect);
  const owners = isLicensed(visit.edition, 'premium') ? given.code_owner_approval_required : undefined;
  const changed: ProtectionRule = {
    ...rule,
    push_access_levels: [...push.entries],
    merge_access_levels: [...merge.entries],
    unprotect_access_levels: [...unprotect.entries],
    allow_force_push: given.allow_force_push ?? rule.allow_force_push,
    code_owner_approval_required: owners ?? rule.code_owner_approval_required,
    updatedAt: visit.now().toISOString(),
  };
  await visit.world.updateProject(project.id, (state) => ({
    ...state,
    rules: state.rules.map((candidate) => (candidate.id === rule.id ? changed : candidate)),
  }));
  return ok(ruleRecord(visit.edition, changed));
};

/** P5. */
export const handleUnprotectBranch: Handler<typeof unprotectBranch> = async (visit) => {
  const place = openRules(visit);
  const { name } = visit.parameters();
  const rule = ownRule(place.project, name);
  checkUnprotecting(visit, place, rule.unprotect_access_levels ?? []);
  checkUnmodified(visit, rule.updatedAt ?? place.project.createdAt);
  await visit.world.updateProject(place.project.id, (state) => ({
    ...state,
    rules: state.rules.filter(({ id }) => id !== rule.id),
  }));
  return { kind: 'nothing', status: 204 };
};
