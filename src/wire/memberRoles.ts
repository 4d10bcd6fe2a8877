import * as v from 'valibot';
import { inBody, inPath, json, longJson, nothing, operation, requiredInBody, type Parameter } from './operation.ts';
import { idOrPath } from './parameters.ts';
import { integer, maybeInteger, maybeText } from './records.ts';

/** Admin roles have no base level. Every unlisted flag is a permission. */
export const memberRole = v.looseObject({
  id: integer,
  group_id: maybeInteger,
  name: maybeText,
  description: maybeText,
  base_access_level: v.nullable(integer),
});

export type MemberRole = v.InferOutput<typeof memberRole>;

const permission = (since?: string): Parameter<boolean, false> =>
  inBody(v.boolean(), { default: false, ...(since === undefined ? {} : { since }) });

/** Unlisted ones, of newer releases, can be read but not written. */
export const permissions = {
  read_code: permission(),
  read_vulnerability: permission('16.0'),
  admin_vulnerability: permission('16.1'),
  read_dependency: permission('16.3'),
  admin_merge_request: permission('16.4'),
  admin_group_member: permission('16.5'),
  manage_project_access_tokens: permission('16.5'),
  archive_project: permission('16.7'),
  remove_project: permission('16.8'),
  manage_group_access_tokens: permission('16.8'),
  admin_terraform_state: permission('16.8'),
  admin_cicd_variables: permission('16.10'),
  remove_group: permission('16.10'),
  admin_push_rules: permission('16.11'),
  manage_security_policy_link: permission('16.11'),
  admin_compliance_framework: permission('17.0'),
  admin_web_hook: permission('17.0'),
  manage_deploy_tokens: permission('17.0'),
  manage_merge_request_settings: permission('17.0'),
  read_runners: permission('17.2'),
};

export type Permission = keyof typeof permissions;

const written = {
  base_access_level: requiredInBody(v.picklist([5, 10, 15, 20, 25, 30, 40, 50])),
  name: inBody(v.string(), { since: '16.3' }),
  description: inBody(v.string(), { since: '16.3' }),
  ...permissions,
};

/** M1: never paged. Newer self-managed servers answer 400 and offer M4. */
export const listMemberRoles = operation({
  reference: 'M1',
  method: 'GET',
  path: '/groups/:id/member_roles',
  parameters: { id: inPath(idOrPath) },
  answer: longJson(v.array(memberRole)),
  success: [200],
  tier: 'ultimate',
});

/** M2: top-level groups only. */
export const createMemberRole = operation({
  reference: 'M2',
  method: 'POST',
  path: '/groups/:id/member_roles',
  parameters: { id: inPath(idOrPath), ...written },
  answer: json(memberRole),
  success: [201],
  tier: 'ultimate',
});

export const deleteMemberRole = operation({
  reference: 'M3',
  method: 'DELETE',
  path: '/groups/:id/member_roles/:member_role_id',
  parameters: { id: inPath(idOrPath), member_role_id: inPath(integer) },
  answer: nothing,
  success: [204],
  tier: 'ultimate',
});

/** M4: self-managed only, for administrators. */
export const listInstanceMemberRoles = operation({
  reference: 'M4',
  method: 'GET',
  path: '/member_roles',
  parameters: {},
  answer: longJson(v.array(memberRole)),
  success: [200],
  since: '16.9',
  tier: 'ultimate',
});

/** M5: self-managed only. */
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

/** M6: self-managed only. */
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
