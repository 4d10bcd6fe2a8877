import * as v from 'valibot';
import { inPath, inQuery, json, operation, pageOf } from './operation.ts';
import { idOrPath, paging, text } from './parameters.ts';
import { integer, maybeInteger, maybeText, userSummary } from './records.ts';

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

export type Group = v.InferOutput<typeof group>;

/** Group or personal namespace. */
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

export type Namespace = v.InferOutput<typeof namespace>;

/** `member_role` only on Ultimate. */
export const member = v.object({
  ...userSummary.entries,
  access_level: integer,
  expires_at: maybeText,
  member_role: v.nullish(v.object({ id: integer })),
});

export type Member = v.InferOutput<typeof member>;

/** N1: visible groups. */
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

export const getGroup = operation({
  reference: 'N2',
  method: 'GET',
  path: '/groups/:id',
  parameters: { id: inPath(idOrPath), with_projects: inQuery(v.boolean()) },
  answer: json(group),
  success: [200],
});

export const getNamespace = operation({
  reference: 'N4',
  method: 'GET',
  path: '/namespaces/:id',
  parameters: { id: inPath(idOrPath) },
  answer: json(namespace),
  success: [200],
});

/** N5: `search` covers name, username and email. */
export const listUsers = operation({
  reference: 'N5',
  method: 'GET',
  path: '/users',
  parameters: { search: inQuery(text), username: inQuery(text), active: inQuery(v.boolean()), ...paging },
  answer: pageOf(userSummary),
  success: [200],
});

/** N6: includes inherited members. */
export const listProjectMembers = operation({
  reference: 'N6',
  method: 'GET',
  path: '/projects/:id/members/all',
  parameters: { id: inPath(idOrPath), query: inQuery(text), user_ids: inQuery(v.array(integer)), ...paging },
  answer: pageOf(member),
  success: [200],
});

/** N7: includes inherited members. */
export const listGroupMembers = operation({
  reference: 'N7',
  method: 'GET',
  path: '/groups/:id/members/all',
  parameters: { id: inPath(idOrPath), query: inQuery(text), user_ids: inQuery(v.array(integer)), ...paging },
  answer: pageOf(member),
  success: [200],
});
