import type * as vscode from '../vscode.ts';
import type { ViewSection } from '../kit/trees/viewSection.ts';
import type { Shell } from '../shell/shell.ts';
import type { AdministrationArea } from './area.ts';
import { MemberRoleSection } from './memberRoleSection.ts';
import { AdministrationView } from './view.ts';

/** Sections in the order shown. */
export const createAdministrationParts = (
  shell: Shell,
  jobs: ViewSection,
  view: vscode.TreeView<object>,
): AdministrationArea => {
  const { own } = shell;
  const memberRoles = own(new MemberRoleSection(shell));
  const sections = [memberRoles, jobs];
  return { ...shell, memberRoles, administration: own(new AdministrationView(sections, view)) };
};

export { administrationCommands } from './commands.ts';
