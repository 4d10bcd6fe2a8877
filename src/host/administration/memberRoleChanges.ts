import * as vscode from '../vscode.ts';
import { isCancelled, requestErrorFacts } from '../../client/errors.ts';
import { definitionOf, isWritable, type RoleDefinition } from '../../model/administration/memberRole.ts';
import { holdersOf, type RoleHolders } from '../../model/administration/memberRoleReading.ts';
import { createRole, type CreatedRole, deleteRole } from '../../model/administration/memberRoleWriting.ts';
import type { WriteOutcome } from '../../model/writeOnce.ts';
import type { MemberRole } from '../../wire/memberRoles.ts';
import type { AdministrationArea } from './area.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { reported } from '../kit/commands.ts';
import { explain } from '../kit/words/explain.ts';
import { visible } from '../kit/words/format.ts';
import { cancellable, shownIfSlow } from '../kit/progress.ts';
import { membersPage, placeName, rolesPage, type RoleRow, type RoleTarget, sourceOf } from './memberRoleTarget.ts';
import { differenceMessage, permissionTitles, roleTitle } from './memberRoleMessages.ts';

type Reason = 'asked' | 'isUndo';

/** `change`: back to the questions. */
export type Creation = 'done' | 'change' | 'left';

/** Creates a role once and reports it. `change`: refused, and the user edits the answers. */
export const carryOutCreation = async (
  area: AdministrationArea,
  target: RoleTarget,
  wanted: RoleDefinition,
  reason: Reason = 'asked',
): Promise<Creation> => {
  const { t } = vscode.l10n;
  const name = visible(wanted.name);
  const change = t('Change…');
  const refused = async (words: string): Promise<Creation> => {
    const buttons = reason === 'asked' ? [change] : [];
    return (await vscode.window.showErrorMessage(words, ...buttons)) === change ? 'change' : 'left';
  };
  try {
    const written = await writing(area, t('Creating the role {0}…', name), () =>
      createRole(sourceOf(area.clients, target), wanted),
    );
    if (written.kind === 'taken') return await refused(t('Nothing was sent: a role {0} already exists.', name));
    if (written.kind === 'done') {
      void reportCreated(area, target, written, reason);
      return 'done';
    }
    return await reportLost(area, written, t('The role {0} was not created', name), async () =>
      carryOutCreation(area, target, wanted, reason),
    );
  } catch (error) {
    // only a refusal can be fixed by other answers
    const facts = requestErrorFacts(error, 'refused');
    if (facts === undefined) throw error;
    area.log.error('A role was refused.', error);
    return refused(t('The role {0} was not created. {1}', name, explain(error)));
  }
};

/** Not cancellable, as writes must not be interrupted. Refreshes the view afterwards. */
const writing = async <T>(area: AdministrationArea, title: string, write: () => Promise<T>): Promise<T> => {
  try {
    return await shownIfSlow(title, write);
  } finally {
    await area.memberRoles.refresh();
  }
};

const reportCreated = async (
  area: AdministrationArea,
  target: RoleTarget,
  { value, confirmed }: Extract<WriteOutcome<CreatedRole>, { kind: 'done' }>,
  reason: Reason,
): Promise<void> => {
  const { t } = vscode.l10n;
  const { role, difference } = value;
  const undo = t('Undo');
  const found = confirmed === 'found' ? [t('The connection dropped; a check confirmed that the role exists.')] : [];
  const words =
    reason === 'isUndo'
      ? t('The role {0} was created again. No members have it until you assign it.', roleTitle(role))
      : t('The role {0} was created in {1}.', roleTitle(role), placeName(target));
  const altered = difference ? [t('The server silently changed part of it: {0}.', differenceMessage(difference))] : [];
  const show = difference ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const answer = await show([words, ...found, ...altered].join(' '), ...(reason === 'asked' ? [undo] : []));
  if (answer === undo)
    await reported(area, 'A change of roles', () =>
      carryOutDeletion(area, { kind: 'memberRole', target, role }, 'isUndo'),
    );
};

/** Deletes a role once and reports it, with an undo. */
export const carryOutDeletion = async (
  area: AdministrationArea,
  row: RoleRow,
  reason: Reason = 'asked',
): Promise<void> => {
  const { t } = vscode.l10n;
  const { target, role } = row;
  const name = roleTitle(role);
  try {
    const written = await writing(area, t('Deleting the role {0}…', name), () =>
      deleteRole(sourceOf(area.clients, target), role),
    );
    if (written.kind === 'moved') {
      void vscode.window.showWarningMessage(
        written.now
          ? t('Nothing was sent: someone else changed the role {0}. Review it and try again.', name)
          : t('Someone else already deleted the role {0}.', name),
      );
      return;
    }
    if (written.kind === 'done') return void reportDeleted(area, target, role, written.confirmed, reason);
    await reportLost(area, written, t('The role {0} was not deleted', name), () => carryOutDeletion(area, row, reason));
  } catch (error) {
    if (requestErrorFacts(error, 'refused') === undefined) throw error;
    area.log.error('A role was not deleted.', error);
    await reportRefusedDeletion(area, row, error);
  }
};

const reportDeleted = async (
  area: AdministrationArea,
  target: RoleTarget,
  role: MemberRole,
  confirmed: 'answered' | 'found',
  reason: Reason,
): Promise<void> => {
  const { t } = vscode.l10n;
  const name = roleTitle(role);
  const definition = definitionOf(role);
  const undo = t('Undo');
  const words = [
    t('The role {0} was deleted.', name),
    ...(confirmed === 'found' ? [t('The connection dropped; a check confirmed that the role is deleted.')] : []),
  ];
  const buttons = reason === 'asked' && definition !== undefined ? [undo] : [];
  if ((await vscode.window.showInformationMessage(words.join(' '), ...buttons)) !== undo || !definition) return;
  const lost = definition.permissions.filter((each) => !isWritable(each));
  const writable = { ...definition, permissions: definition.permissions.filter(isWritable) };
  await reported(area, 'A change of roles', async () => {
    const ended = await carryOutCreation(area, target, writable, 'isUndo');
    if (ended === 'done' && lost.length > 0) {
      const titles = permissionTitles(lost).join(', ');
      void vscode.window.showWarningMessage(t('These permissions can only be added in the browser: {0}.', titles));
    }
  });
};

/** The server's refusal, with members of the group who have the role. */
const reportRefusedDeletion = async (
  area: AdministrationArea,
  { target, role }: RoleRow,
  error: unknown,
): Promise<void> => {
  const { t } = vscode.l10n;
  const { client, place } = target;
  const title = t('Finding members with the role {0}…', roleTitle(role));
  const holders =
    place.kind === 'group'
      ? await cancellable(title, (signal) =>
          holdersOf(client, place.path, role.id, { signal }).catch((cause: unknown) => {
            if (!isCancelled(cause)) area.log.error('Who has a role could not be read.', cause);
            return undefined;
          }),
        )
      : undefined;
  const page = membersPage(target);
  const open = page === undefined ? t('Open Roles in Browser') : t('Open Members in Browser');
  const words = [t('The role {0} was not deleted. {1}', roleTitle(role), explain(error)), ...holderMessage(holders)];
  const answer = await vscode.window.showErrorMessage(words.join(' '), open);
  if (answer === open) await openInBrowser(page ?? rolesPage(target));
};

const maxNames = 5;

const holderMessage = (holders: RoleHolders | undefined): readonly string[] => {
  const { t } = vscode.l10n;
  if (holders?.isReported !== true) return [];
  const names = holders.members
    .slice(0, maxNames)
    .map(
      ({ id, name, username }) => `${visible(name)} (@${visible(username)}, ${visible(holders.groups.get(id) ?? '')})`,
    );
  const more = holders.members.length - names.length;
  if (names.length === 0) return [t('No group member has this role. Check the members of projects.')];
  return [
    more > 0
      ? t('Members with this role: {0} and {1} more.', names.join(', '), more)
      : t('Members with this role: {0}. Project members are not included.', names.join(', ')),
  ];
};

/** Reports a lost response; offers a retry if nothing was done. */
const reportLost = async <T>(
  area: AdministrationArea,
  written: Extract<WriteOutcome<unknown>, { readonly cause: unknown }>,
  failed: string,
  again: () => Promise<T>,
): Promise<T | 'left'> => {
  const { t } = vscode.l10n;
  area.log.error('The answer to a change of roles was lost.', written.cause);
  const retry = t('Try Again');
  const isNotDone = written.kind === 'notDone';
  const words = isNotDone
    ? t('{0}: nothing has changed on the server. {1}', failed, explain(written.cause))
    : t('We can’t tell whether it was done. Check the list of roles before you try again. {0}', explain(written.cause));
  const answer = await vscode.window.showWarningMessage(words, ...(isNotDone ? [retry] : []));
  return answer === retry ? again() : 'left';
};
