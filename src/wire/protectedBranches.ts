import * as v from 'valibot';
import { inPath, inQuery, json, operation, pageOf } from './operation.ts';
import { idOrPath, paging, text } from './parameters.ts';
import { integer, maybeFlag, maybeInteger, maybeText } from './records.ts';

/** Who may do something on a protected branch: a role (`access_level`), or on Premium one user, group or deploy key. */
export const accessLevel = v.object({
  id: maybeInteger,
  access_level: maybeInteger,
  access_level_description: maybeText,
  user_id: maybeInteger,
  group_id: maybeInteger,
  deploy_key_id: maybeInteger,
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
