import type { HandlersOf } from '../handling.ts';

/** What handles protection rules that are written, member roles, iterations, groups and people. */
export const administrationHandlers: HandlersOf<
  | 'protectBranch'
  | 'updateProtectedBranch'
  | 'unprotectBranch'
  | 'listMemberRoles'
  | 'createMemberRole'
  | 'deleteMemberRole'
  | 'listInstanceMemberRoles'
  | 'createInstanceMemberRole'
  | 'deleteInstanceMemberRole'
  | 'listGroupIterations'
  | 'listProjectIterations'
  | 'listGroups'
  | 'getGroup'
  | 'listNamespaces'
  | 'getNamespace'
  | 'listUsers'
  | 'listProjectMembers'
  | 'listGroupMembers'
> = {};
