import type { HandlersOf } from '../handling.ts';
import { handleGetGroup, handleListGroups } from '../operations/groups.ts';
import { handleListGroupIterations, handleListProjectIterations } from '../operations/iterations.ts';
import {
  handleCreateInstanceMemberRole,
  handleCreateMemberRole,
  handleDeleteInstanceMemberRole,
  handleDeleteMemberRole,
  handleListInstanceMemberRoles,
  handleListMemberRoles,
} from '../operations/memberRoles.ts';
import { handleGetNamespace } from '../operations/namespaces.ts';
import {
  handleProtectBranch,
  handleUnprotectBranch,
  handleUpdateProtectedBranch,
} from '../operations/protectionChanges.ts';
import { handleListGroupMembers, handleListProjectMembers, handleListUsers } from '../operations/users.ts';

/** Changing protection rules, member roles, iterations, groups and users. */
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
  | 'getNamespace'
  | 'listUsers'
  | 'listProjectMembers'
  | 'listGroupMembers'
> = {
  protectBranch: handleProtectBranch,
  updateProtectedBranch: handleUpdateProtectedBranch,
  unprotectBranch: handleUnprotectBranch,
  listMemberRoles: handleListMemberRoles,
  createMemberRole: handleCreateMemberRole,
  deleteMemberRole: handleDeleteMemberRole,
  listInstanceMemberRoles: handleListInstanceMemberRoles,
  createInstanceMemberRole: handleCreateInstanceMemberRole,
  deleteInstanceMemberRole: handleDeleteInstanceMemberRole,
  listGroupIterations: handleListGroupIterations,
  listProjectIterations: handleListProjectIterations,
  listGroups: handleListGroups,
  getGroup: handleGetGroup,
  getNamespace: handleGetNamespace,
  listUsers: handleListUsers,
  listProjectMembers: handleListProjectMembers,
  listGroupMembers: handleListGroupMembers,
};
