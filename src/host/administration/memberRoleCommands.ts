import * as vscode from '../vscode.ts';
import { definitionOf, permissionsOf, type RoleDefinition } from '../../model/administration/memberRole.ts';
import { readRoles } from '../../model/administration/memberRoleReading.ts';
import type { AdministrationArea } from './area.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { cancellable } from '../kit/progress.ts';
import { carryOutCreation, carryOutDeletion } from './memberRoleChanges.ts';
import { requireRole, requireTarget } from './memberRoleChoose.ts';
import { confirmAndSend } from '../kit/questions/summary.ts';
import { askInTurn } from '../kit/questions/wizard.ts';
import { type RolePart, roleQuestions, roleSummary, roleTexts } from './memberRoleQuestions.ts';
import { shownAt } from './memberRoleRows.ts';
import { isRoleRow, placeName, rolesPage, type RoleTarget, sourceOf } from './memberRoleTarget.ts';
import { roleLines, roleNote, rolesMarkdown, roleTitle } from './memberRoleMessages.ts';
import { call } from '../kit/areaCommands.ts';

/** Creates a role (M2, M5) after a review. */
export const createMemberRole = async (area: AdministrationArea): Promise<void> => {
  const read = await readForCommand(area);
  if (!read) return;
  const { target } = read;
  const context = { ...read, release: area.clients.capabilitiesOf(target.account).known.release };
  const questions = roleQuestions(area, context);
  const answers = await askInTurn<RoleDefinition>(Object.values(questions));
  if (answers === undefined) return;
  await confirmAndSend<RoleDefinition, RolePart>(
    area,
    // older releases have no names
    { ...answers, name: answers.name ?? '', description: answers.description ?? '' },
    {
      show: (role) => roleSummary(context, role),
      change: async (role, part) => (await askInTurn([questions[part]], role)) ?? role,
      async send(role) {
        const ended = await carryOutCreation(area, target, role);
        if (ended === 'done') await roleTexts(area, target).delete();
        return ended;
      },
    },
  );
};

/** Deletes a role (M3, M6). */
export const deleteMemberRole = async (area: AdministrationArea, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const row = await requireRole(area, argument, t('Delete Which Role?'));
  if (!row) return;
  const { target, role } = row;
  const lines = roleLines({
    description: role.description ?? '',
    baseLevel: role.base_access_level,
    permissions: permissionsOf(role),
  });
  const detail = [
    ...lines,
    '',
    t('The server refuses this while a member has the role. Recreating the role won’t restore its members.'),
    ...(definitionOf(role) === undefined ? [t('Graft can’t recreate this role.')] : []),
  ].join('\n');
  const button = t('Delete');
  const question = t('Delete the role {0} of {1}?', roleTitle(role), placeName(target));
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, button)) !== button) return;
  await carryOutDeletion(area, row);
};

/** The row's role, or all roles of the view. */
export const copyMemberRoles = async (area: AdministrationArea, argument?: unknown): Promise<void> => {
  const { many, t } = vscode.l10n;
  if (isRoleRow(argument)) {
    await vscode.env.clipboard.writeText(rolesMarkdown(argument.target, [argument.role]));
    vscode.window.setStatusBarMessage(t('$(check) Role copied'), 2_000);
    return;
  }
  const read = await readForCommand(area);
  if (!read) return;
  await vscode.env.clipboard.writeText(rolesMarkdown(read.target, read.roles));
  const { length } = read.roles;
  const words = many(length, '$(check) {0} role copied', '$(check) {0} roles copied');
  vscode.window.setStatusBarMessage(words, 2_000);
};

/** Opens the settings page of the roles. */
export const browseMemberRoles = async (area: AdministrationArea, argument?: unknown): Promise<void> => {
  if (isRoleRow(argument)) return openInBrowser(rolesPage(argument.target));
  const target = await requireTarget(area);
  if (!target) return;
  const read = await cancellable(vscode.l10n.t('Reading the roles…'), (signal) =>
    readRoles(sourceOf(area.clients, target), { signal }),
  );
  if (read) await openInBrowser(rolesPage(shownAt(target, read)));
};

/** Reads the view's roles again; explains if there are none. */
const readForCommand = async (
  area: AdministrationArea,
): Promise<{ readonly target: RoleTarget; readonly roles: Parameters<typeof rolesMarkdown>[1] } | undefined> => {
  const { t } = vscode.l10n;
  const target = await requireTarget(area);
  if (!target) return undefined;
  const source = sourceOf(area.clients, target);
  const list = await cancellable(t('Reading the roles of {0}…', placeName(target)), async (signal) => {
    await source.capabilities.ready({ signal });
    return readRoles(source, { signal });
  });
  if (!list) return undefined;
  if (list.kind === 'roles') return { target: shownAt(target, list), roles: list.roles };
  const { label, description } = roleNote(target, list);
  const choose = t('Choose Another Group…');
  if ((await vscode.window.showWarningMessage(`${label}: ${description}.`, choose)) === choose) {
    await call('graft.administration.chooseRoleGroup');
  }
  return undefined;
};
