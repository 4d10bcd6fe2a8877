import * as v from 'valibot';
import { inBody, inPath, inQuery, json, nothing, operation, pageOf, requiredInBody } from './operation.ts';
import { idOrPath, paging, text } from './parameters.ts';
import { integer, maybeFlag, maybeInteger, maybeText } from './records.ts';

/**
 * Who may do something on a protected branch: a role (`access_level`), or on Premium one user, group or deploy key, or on
 * Ultimate a custom role, beside which the level it builds on stands. What newer releases add is kept: who reads an entry
 * without it takes it for another one.
 */
export const accessLevel = v.looseObject({
  id: maybeInteger,
  access_level: maybeInteger,
  access_level_description: maybeText,
  user_id: maybeInteger,
  group_id: maybeInteger,
  deploy_key_id: maybeInteger,
  member_role_id: maybeInteger,
  member_role_name: maybeText,
});

/** Who may do something on a protected branch. */
export type AccessLevel = v.InferOutput<typeof accessLevel>;

/** A protection rule: a branch or a wildcard. Members from `unprotect_access_levels` on are missing on Community servers. */
export const protectedBranch = v.object({
  id: integer,
  name: v.string(),
  push_access_levels: v.array(accessLevel),
  merge_access_levels: v.array(accessLevel),
  allow_force_push: maybeFlag,
  unprotect_access_levels: v.nullish(v.array(accessLevel)),
  code_owner_approval_required: maybeFlag,
  inherited: maybeFlag,
});

/** A protection rule: a branch or a wildcard. */
export type ProtectedBranch = v.InferOutput<typeof protectedBranch>;

/** A rule that was changed. Servers answer all of it; the document's examples only the name and the lists concerned. */
export const changedProtectedBranch = v.object({
  ...protectedBranch.entries,
  id: maybeInteger,
  push_access_levels: v.nullish(v.array(accessLevel)),
  merge_access_levels: v.nullish(v.array(accessLevel)),
});

/** P1: the protection rules of a project; wildcards come as wildcards. */
export const listProtectedBranches = operation({
  reference: 'P1',
  method: 'GET',
  path: '/projects/:id/protected_branches',
  parameters: { id: inPath(idOrPath), search: inQuery(text), ...paging },
  answer: pageOf(protectedBranch),
  success: [200],
});

/** P2: one rule by its exact name; a wildcard is matched as written, not expanded. */
export const getProtectedBranch = operation({
  reference: 'P2',
  method: 'GET',
  path: '/projects/:id/protected_branches/:name',
  parameters: { id: inPath(idOrPath), name: inPath(text) },
  answer: json(protectedBranch),
  success: [200],
});

/** Levels that can be allowed something: no one, developers, maintainers, administrators. */
export const ruleLevels = [0, 30, 40, 60] as const;

/** A level that can be allowed something. */
export type RuleLevel = (typeof ruleLevels)[number];

/** Who to allow: one user, one group, one role or one deploy key. */
export const grant = v.object({
  user_id: v.optional(integer),
  group_id: v.optional(integer),
  access_level: v.optional(v.picklist(ruleLevels)),
  deploy_key_id: v.optional(integer),
});

/** A change of who is allowed: without `id` a new one is added, `_destroy` removes the one with this `id`. */
export const grantChange = v.object({
  ...grant.entries,
  id: v.optional(integer),
  _destroy: v.optional(v.boolean()),
});

const role = v.picklist(ruleLevels);

/** Unlike pushing and merging, removing a rule must be left to someone. */
const unprotectingRole = v.picklist([30, 40, 60]);

const unprotectingGrant = v.object({ ...grant.entries, access_level: v.optional(unprotectingRole) });

const unprotectingChange = v.object({ ...grantChange.entries, access_level: v.optional(unprotectingRole) });

/** P3: protects a branch or all that match a wildcard. 409 when there is such a rule. */
export const protectBranch = operation({
  reference: 'P3',
  method: 'POST',
  path: '/projects/:id/protected_branches',
  parameters: {
    id: inPath(idOrPath),
    name: requiredInBody(text),
    push_access_level: inBody(role, { default: 40 }),
    merge_access_level: inBody(role, { default: 40 }),
    unprotect_access_level: inBody(unprotectingRole, { default: 40, build: 'enterprise' }),
    allow_force_push: inBody(v.boolean(), { default: false }),
    allowed_to_push: inBody(v.array(grant), { tier: 'premium' }),
    allowed_to_merge: inBody(v.array(grant), { tier: 'premium' }),
    allowed_to_unprotect: inBody(v.array(unprotectingGrant), { tier: 'premium' }),
    code_owner_approval_required: inBody(v.boolean(), { default: false, tier: 'premium' }),
  },
  answer: json(protectedBranch),
  success: [201],
});

/** P4: changes a rule. */
export const updateProtectedBranch = operation({
  reference: 'P4',
  method: 'PATCH',
  path: '/projects/:id/protected_branches/:name',
  parameters: {
    id: inPath(idOrPath),
    name: inPath(text),
    allow_force_push: inBody(v.boolean()),
    code_owner_approval_required: inBody(v.boolean(), { tier: 'premium' }),
    allowed_to_push: inBody(v.array(grantChange), { tier: 'premium' }),
    allowed_to_merge: inBody(v.array(grantChange), { tier: 'premium' }),
    allowed_to_unprotect: inBody(v.array(unprotectingChange), { tier: 'premium' }),
  },
  answer: json(changedProtectedBranch),
  success: [200],
  since: '15.6',
});

/** P5: removes a rule. */
export const unprotectBranch = operation({
  reference: 'P5',
  method: 'DELETE',
  path: '/projects/:id/protected_branches/:name',
  parameters: { id: inPath(idOrPath), name: inPath(text) },
  answer: nothing,
  success: [204],
});
