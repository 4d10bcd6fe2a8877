import type {
  AccessLevel,
  getProtectedBranch,
  listProtectedBranches,
  ProtectedBranch,
} from '../../wire/protectedBranches.ts';
import { isAtLeast, type Edition } from '../edition.ts';
import { ok, openCode, type Handler } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { notFound } from '../refusals.ts';

const levelRecord = (edition: Edition, level: AccessLevel): AccessLevel => {
  const { id, access_level, access_level_description, user_id, group_id, deploy_key_id, ...newer } = level;
  return {
    ...(isAtLeast(edition, '15.6') ? { id } : {}),
    access_level,
    access_level_description,
    ...(edition.enterprise ? { user_id, group_id } : {}),
    ...(isAtLeast(edition, '19.2') ? newer : {}),
    ...(typeof deploy_key_id === 'number' && isAtLeast(edition, '16.0') ? { deploy_key_id } : {}),
  };
};

/** Community Edition has neither unprotect levels nor code owners. */
export const ruleRecord = (edition: Edition, rule: ProtectedBranch): ProtectedBranch => {
  const levelRecords = (entries: readonly AccessLevel[]): AccessLevel[] =>
    entries.map((entry) => levelRecord(edition, entry));
  return {
    id: rule.id,
    name: rule.name,
    push_access_levels: levelRecords(rule.push_access_levels),
    merge_access_levels: levelRecords(rule.merge_access_levels),
    allow_force_push: rule.allow_force_push,
    ...(edition.enterprise
      ? {
          unprotect_access_levels: levelRecords(rule.unprotect_access_levels ?? []),
          code_owner_approval_required: rule.code_owner_approval_required,
          ...(isAtLeast(edition, '15.9') ? { inherited: rule.inherited } : {}),
        }
      : {}),
  };
};

/** P1. Wildcard rules aren't expanded; `search` is a case-insensitive substring. */
export const handleListProtectedBranches: Handler<typeof listProtectedBranches> = async (visit) => {
  const { project } = openCode(visit);
  const given = visit.parameters();
  const part = (given.search ?? '').toLowerCase();
  const rules = project.rules.filter(({ name }) => name.toLowerCase().includes(part));
  const items = rowsOnPage(given, rules).map((rule) => ruleRecord(visit.edition, rule));
  return countedPage(given, rules.length, items);
};

/** P2. Exact rule name: `release/*` finds the rule, `release/1.0` doesn't. */
export const handleGetProtectedBranch: Handler<typeof getProtectedBranch> = async (visit) => {
  const { project } = openCode(visit);
  const { name } = visit.parameters();
  const rule = project.rules.find((candidate) => candidate.name === name);
  if (rule === undefined) throw notFound();
  return ok(ruleRecord(visit.edition, rule));
};
