import type { AdministrationArea } from './area.ts';
import type { CommandTable } from '../kit/commands.ts';
import { refresh } from '../kit/requireProject.ts';
import { chooseRoleTarget } from './memberRoleChoose.ts';
import { browseMemberRoles, copyMemberRoles, createMemberRole, deleteMemberRole } from './memberRoleCommands.ts';

export const administrationCommands: CommandTable<AdministrationArea> = {
  'graft.administration.refresh': (area) => refresh(area, area.administration, 'account'),
  'graft.administration.chooseRoleGroup': chooseRoleTarget,
  'graft.administration.createMemberRole': createMemberRole,
  'graft.administration.deleteMemberRole': deleteMemberRole,
  'graft.administration.copyMemberRoles': copyMemberRoles,
  'graft.administration.openMemberRolesInBrowser': browseMemberRoles,
};
