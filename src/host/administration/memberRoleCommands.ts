import * as vscode from 'vscode';
import { definitionOf, permissionsOf, type RoleDefinition } from '../../model/memberRole.ts';
import { readRoles } from '../../model/memberRoleReading.ts';
import type { App } from '../app.ts';
import { openInBrowser } from '../commits/openCommit.ts';
import { visible } from '../format.ts';
import { cancellableIfSlow } from '../progress.ts';
import { carryOutCreation, carryOutDeletion } from './memberRoleChanges.ts';
import { requireRole, requireTarget } from './memberRoleChoose.ts';
import { askRole, roleTexts } from './memberRoleQuestions.ts';
import { shownAt } from './memberRoleRows.ts';
import { isRoleRow, placeName, rolesPage, type RoleTarget, sourceOf } from './memberRoleTarget.ts';
import { roleLines, roleNote, rolesMarkdown, roleTitle } from './memberRoleWords.ts';

/** Makes a role (M2, M5): asks for all of it, shows it, sends it once. */
export const createMemberRole = async (app: App): Promise<void> => {
  const { t } = vscode.l10n;
  const read = await readForCommand(app);
  if (!read) return;
  const { target, roles } = read;
  const { release } = app.clients.capabilitiesOf(target.account).known;
  let before: RoleDefinition | undefined;
  for (;;) {
    const wanted = await askRole(app, { target, roles, release, before });
    if (!wanted) return;
    before = wanted;
    const create = t('Create');
    const change = t('Change…');
    const question =
      wanted.name === ''
        ? t('Create this role in {0}?', placeName(target))
        : t('Create the role {0} in {1}?', visible(wanted.name), placeName(target));
    const detail = roleLines(wanted).join('\n');
    const answer = await vscode.window.showInformationMessage(question, { modal: true, detail }, create, change);
    if (answer === undefined) return;
    if (answer === change) continue;
    const ended = await carryOutCreation(app, target, wanted);
    if (ended === 'done') await roleTexts(app, target).forget();
    if (ended !== 'change') return;
  }
};

/** Deletes a role (M3, M6): the one of the row, or one that is chosen. */
export const deleteMemberRole = async (app: App, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const row = await requireRole(app, argument, t('Delete Which Role?'));
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
    t('The server refuses this while somebody has the role. A role that is made again is given to nobody.'),
    ...(definitionOf(role) === undefined ? [t('Graft cannot make it again.')] : []),
  ].join('\n');
  const button = t('Delete');
  const question = t('Delete the role {0} of {1}?', roleTitle(role), placeName(target));
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, button)) !== button) return;
  await carryOutDeletion(app, row);
};

/** Copies the role of a row as Markdown, or all roles of the view. */
export const copyMemberRoles = async (app: App, argument?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  if (isRoleRow(argument)) {
    await vscode.env.clipboard.writeText(rolesMarkdown(argument.target, [argument.role]));
    vscode.window.setStatusBarMessage(t('$(check) Role copied'), 2_000);
    return;
  }
  const read = await readForCommand(app);
  if (!read) return;
  await vscode.env.clipboard.writeText(rolesMarkdown(read.target, read.roles));
  vscode.window.setStatusBarMessage(t('$(check) {0} roles copied', read.roles.length), 2_000);
};

/** Opens the page of the server where roles are kept. */
export const browseMemberRoles = async (app: App, argument?: unknown): Promise<void> => {
  if (isRoleRow(argument)) return openInBrowser(rolesPage(argument.target));
  const target = await requireTarget(app);
  if (!target) return;
  const read = await cancellableIfSlow(vscode.l10n.t('Reading the roles…'), (signal) =>
    readRoles(sourceOf(app.clients, target), { signal }),
  );
  if (read) await openInBrowser(rolesPage(shownAt(target, read)));
};

/** The roles of the view's group as they are now; where there are none to be had, says why. */
const readForCommand = async (
  app: App,
): Promise<{ readonly target: RoleTarget; readonly roles: Parameters<typeof rolesMarkdown>[1] } | undefined> => {
  const { t } = vscode.l10n;
  const target = await requireTarget(app);
  if (!target) return undefined;
  const source = sourceOf(app.clients, target);
  const list = await cancellableIfSlow(t('Reading the roles of {0}…', placeName(target)), async (signal) => {
    await source.capabilities.ready({ signal });
    return readRoles(source, { signal });
  });
  if (!list) return undefined;
  if (list.kind === 'roles') return { target: shownAt(target, list), roles: list.roles };
  const { label, description } = roleNote(target, list);
  const choose = t('Choose Another Group…');
  if ((await vscode.window.showWarningMessage(`${label}: ${description}.`, choose)) === choose) {
    await vscode.commands.executeCommand('graft.memberRoles.chooseGroup');
  }
  return undefined;
};
