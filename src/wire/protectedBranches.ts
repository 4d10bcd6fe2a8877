import * as v from 'valibot';
import { inBody, inPath, inQuery, json, nothing, operation, pageOf, requiredInBody } from './operation.ts';
import { idOrPath, paging, text } from './parameters.ts';
import { integer, maybeFlag, maybeInteger, maybeText } from './records.ts';

/**
 * Role (`access_level`); on Premium a user, group or deploy key; on Ultimate a custom role with its base level. Unknown
 * members are preserved, as an entry without them would mean something else.
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

export type AccessLevel = v.InferOutput<typeof accessLevel>;

/** Rule for a branch or a wildcard. Community servers omit the members from `unprotect_access_levels` on. */
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

export type ProtectedBranch = v.InferOutput<typeof protectedBranch>;

/** Real servers return the whole rule, the document's examples only a part. */
export const changedProtectedBranch = v.object({
  ...protectedBranch.entries,
  id: maybeInteger,
  push_access_levels: v.nullish(v.array(accessLevel)),
  merge_access_levels: v.nullish(v.array(accessLevel)),
});

/** P1: wildcards aren't expanded. */
export const listProtectedBranches = operation({
  reference: 'P1',
  method: 'GET',
  path: '/projects/:id/protected_branches',
  parameters: { id: inPath(idOrPath), search: inQuery(text), ...paging },
  answer: pageOf(protectedBranch),
  success: [200],
});

/** P2: wildcards match literally. */
export const getProtectedBranch = operation({
  reference: 'P2',
  method: 'GET',
  path: '/projects/:id/protected_branches/:name',
  parameters: { id: inPath(idOrPath), name: inPath(text) },
  answer: json(protectedBranch),
  success: [200],
});

/** No one, Developers, Maintainers, administrators. */
export const ruleLevels = [0, 30, 40, 60] as const;

export type RuleLevel = (typeof ruleLevels)[number];

/** Exactly one member is set. */
export const grant = v.object({
  user_id: v.optional(integer),
  group_id: v.optional(integer),
  access_level: v.optional(v.picklist(ruleLevels)),
  deploy_key_id: v.optional(integer),
});

/** Without `id` adds a grant; `_destroy` removes it. */
export const grantChange = v.object({ ...grant.entries, id: v.optional(integer), _destroy: v.optional(v.boolean()) });

const role = v.picklist(ruleLevels);

/** Unprotecting can't be set to no one. */
const unprotectingRole = v.picklist([30, 40, 60]);

const unprotectingGrant = v.object({ ...grant.entries, access_level: v.optional(unprotectingRole) });

const unprotectingChange = v.object({ ...grantChange.entries, access_level: v.optional(unprotectingRole) });

/** P3: 409 if the rule exists. */
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

export const unprotectBranch = operation({
  reference: 'P5',
  method: 'DELETE',
  path: '/projects/:id/protected_branches/:name',
  parameters: { id: inPath(idOrPath), name: inPath(text) },
  answer: nothing,
  success: [204],
});
