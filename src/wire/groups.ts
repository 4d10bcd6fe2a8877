import * as v from 'valibot';
import { inPath, inQuery, json, operation, pageOf } from './operation.ts';
import { idOrPath, paging, text } from './parameters.ts';
import { integer, maybeInteger, maybeText, userSummary } from './records.ts';

/** A group. */
export const group = v.object({
  id: integer,
  name: v.string(),
  path: v.string(),
  full_name: maybeText,
  full_path: v.string(),
  description: maybeText,
  visibility: maybeText,
  parent_id: maybeInteger,
  web_url: maybeText,
  avatar_url: maybeText,
});

/** A group. */
export type Group = v.InferOutput<typeof group>;

/** A place projects can live in: a group or a user's own. */
export const namespace = v.object({
  id: integer,
  name: v.string(),
  path: v.string(),
  kind: v.string(),
  full_path: v.string(),
  parent_id: maybeInteger,
  web_url: maybeText,
  plan: maybeText,
});

/** A place projects can live in. */
export type Namespace = v.InferOutput<typeof namespace>;

/** A member of a project or group with the level of the membership, and on Ultimate the custom role given with it. */
export const member = v.object({
  ...userSummary.entries,
  access_level: integer,
  expires_at: maybeText,
  member_role: v.nullish(v.object({ id: integer })),
});

/** A member of a project or group. */
export type Member = v.InferOutput<typeof member>;

/** N1: groups the user can see; `min_access_level` keeps those where the user has at least that role. */
export const listGroups = operation({
  reference: 'N1',
  method: 'GET',
  path: '/groups',
  parameters: {
    search: inQuery(text),
    owned: inQuery(v.boolean()),
    min_access_level: inQuery(integer),
    top_level_only: inQuery(v.boolean()),
    all_available: inQuery(v.boolean()),
    ...paging,
  },
  answer: pageOf(group),
  success: [200],
});

/** N2: one group by id or full path. */
export const getGroup = operation({
  reference: 'N2',
  method: 'GET',
  path: '/groups/:id',
  parameters: { id: inPath(idOrPath), with_projects: inQuery(v.boolean()) },
  answer: json(group),
  success: [200],
});

/** N4: one place by id or full path. */
export const getNamespace = operation({
  reference: 'N4',
  method: 'GET',
  path: '/namespaces/:id',
  parameters: { id: inPath(idOrPath) },
  answer: json(namespace),
  success: [200],
});

/** N5: users of the instance by name, user name or e-mail. */
export const listUsers = operation({
  reference: 'N5',
  method: 'GET',
  path: '/users',
  parameters: { search: inQuery(text), username: inQuery(text), active: inQuery(v.boolean()), ...paging },
  answer: pageOf(userSummary),
  success: [200],
});

/** N6: members of a project, inherited ones included. */
export const listProjectMembers = operation({
  reference: 'N6',
  method: 'GET',
  path: '/projects/:id/members/all',
  parameters: { id: inPath(idOrPath), query: inQuery(text), user_ids: inQuery(v.array(integer)), ...paging },
  answer: pageOf(member),
  success: [200],
});

/** N7: members of a group, inherited ones included. */
export const listGroupMembers = operation({
  reference: 'N7',
  method: 'GET',
  path: '/groups/:id/members/all',
  parameters: { id: inPath(idOrPath), query: inQuery(text), user_ids: inQuery(v.array(integer)), ...paging },
  answer: pageOf(member),
  success: [200],
});
