import type { CommandTable } from '../command.ts';
import { chooseRoleTarget } from './memberRoleChoose.ts';
import { browseMemberRoles, copyMemberRoles, createMemberRole, deleteMemberRole } from './memberRoleCommands.ts';

/** The commands of the Administration view. */
export const administrationCommands: CommandTable = {
  'graft.administration.refresh': (app) => {
    app.clients.beginAnew();
    return app.administration.refresh();
  },
  'graft.memberRoles.chooseGroup': chooseRoleTarget,
  'graft.memberRoles.create': createMemberRole,
  'graft.memberRoles.delete': deleteMemberRole,
  'graft.memberRoles.copy': copyMemberRoles,
  'graft.memberRoles.openInBrowser': browseMemberRoles,
};
