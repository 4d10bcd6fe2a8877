import * as v from 'valibot';
import { inBody, inPath, json, nothing, operation, requiredInBody } from './operation.ts';
import { idOrPath } from './parameters.ts';
import { integer, maybeInteger, maybeText } from './records.ts';

/** A custom role. Every permission its release knows is a flag of its own; all flags we do not name are permissions. */
export const memberRole = v.looseObject({
  id: integer,
  group_id: maybeInteger,
  name: maybeText,
  description: maybeText,
  base_access_level: integer,
});

/** A custom role. */
export type MemberRole = v.InferOutput<typeof memberRole>;

const written = {
  base_access_level: requiredInBody(v.picklist([5, 10, 15, 20, 30, 40, 50])),
  name: inBody(v.string(), { since: '16.3' }),
  description: inBody(v.string(), { since: '16.3' }),
  read_code: inBody(v.boolean(), { default: false }),
  read_vulnerability: inBody(v.boolean(), { default: false, since: '16.0' }),
  admin_vulnerability: inBody(v.boolean(), { default: false, since: '16.1' }),
  read_dependency: inBody(v.boolean(), { default: false, since: '16.3' }),
};

/** M1: custom roles of a group; never paged. Refused with 400 on newer self-managed servers: M4 lists theirs. */
export const listMemberRoles = operation({
  reference: 'M1',
  method: 'GET',
  path: '/groups/:id/member_roles',
  parameters: { id: inPath(idOrPath) },
  answer: json(v.array(memberRole)),
  success: [200],
  tier: 'ultimate',
});

/** M2: adds a custom role to a top-level group. */
export const createMemberRole = operation({
  reference: 'M2',
  method: 'POST',
  path: '/groups/:id/member_roles',
  parameters: { id: inPath(idOrPath), ...written },
  answer: json(memberRole),
  success: [201],
  tier: 'ultimate',
});

/** M3: deletes a custom role of a group. */
export const deleteMemberRole = operation({
  reference: 'M3',
  method: 'DELETE',
  path: '/groups/:id/member_roles/:member_role_id',
  parameters: { id: inPath(idOrPath), member_role_id: inPath(integer) },
  answer: nothing,
  success: [204],
  tier: 'ultimate',
});

/** M4: custom roles of a self-managed instance; for administrators. */
export const listInstanceMemberRoles = operation({
  reference: 'M4',
  method: 'GET',
  path: '/member_roles',
  parameters: {},
  answer: json(v.array(memberRole)),
  success: [200],
  since: '16.9',
  tier: 'ultimate',
});

/** M5: adds a custom role to a self-managed instance. */
export const createInstanceMemberRole = operation({
  reference: 'M5',
  method: 'POST',
  path: '/member_roles',
  parameters: written,
  answer: json(memberRole),
  success: [201],
  since: '16.9',
  tier: 'ultimate',
});

/** M6: deletes a custom role of a self-managed instance. */
export const deleteInstanceMemberRole = operation({
  reference: 'M6',
  method: 'DELETE',
  path: '/member_roles/:member_role_id',
  parameters: { member_role_id: inPath(integer) },
  answer: nothing,
  success: [204],
  since: '16.9',
  tier: 'ultimate',
});
