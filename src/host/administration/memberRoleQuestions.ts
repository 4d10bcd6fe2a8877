import * as vscode from 'vscode';
import {
  baseLevels,
  hasNames,
  isWritable,
  offeredPermissions,
  permissionWords,
  type RoleDefinition,
} from '../../model/memberRole.ts';
import { isSince, type Release } from '../../model/release.ts';
import type { MemberRole } from '../../wire/memberRoles.ts';
import type { App } from '../app.ts';
import { askText } from '../commits/askText.ts';
import { visibleLabel } from '../format.ts';
import { roleName } from '../roleNames.ts';
import { TypedTexts } from '../typedTexts.ts';
import { placeName, type RoleTarget, targetKey } from './memberRoleTarget.ts';

/** What a role is asked for with. */
export interface RoleQuestions {
  readonly target: RoleTarget;
  /** The roles that are there: their names are taken, and they name the permissions of the server. */
  readonly roles: readonly MemberRole[];
  readonly release: Release | undefined;
  /** Answers to begin with. */
  readonly before: RoleDefinition | undefined;
}

const longest = 255;

/** What is typed for a new role of a target, kept until the server has the role. */
export const roleTexts = (app: App, target: RoleTarget): TypedTexts =>
  new TypedTexts(app.keptTexts, target.account.id, `memberRoles ${targetKey(target)}`);

/** Asks for all of a role, one question after the other; what is typed is kept. Undefined when the user leaves. */
export const askRole = async (app: App, questions: RoleQuestions): Promise<RoleDefinition | undefined> => {
  const { t } = vscode.l10n;
  const { target, before, release } = questions;
  const title = t('New Role of {0}', placeName(target));
  const texts = roleTexts(app, target);
  const isNamed = hasNames(release);
  const name = isNamed ? await askName(questions, texts, title) : '';
  if (name === undefined) return undefined;
  const description = isNamed
    ? await texts.ask('description', before?.description ?? '', (box) =>
        askText({
          title,
          prompt: t('Description: what the role is for (may be empty)'),
          problem: tooLong,
          ...box,
        }),
      )
    : '';
  if (description === undefined) return undefined;
  const baseLevel = await askBase(title, before?.baseLevel, release);
  if (baseLevel === undefined) return undefined;
  const permissions = await askPermissions(questions, title);
  return permissions && { name, description, baseLevel, permissions };
};

const tooLong = (text: string): string | undefined =>
  text.length > longest ? vscode.l10n.t('At most {0} characters; these are {1}.', longest, text.length) : undefined;

const askName = ({ roles, before }: RoleQuestions, texts: TypedTexts, title: string): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  return texts.ask('name', before?.name ?? '', (box) =>
    askText({
      title,
      prompt: t('Name of the role'),
      placeholder: t('such as Release engineer'),
      problem(text) {
        if (text === '') return t('A role needs a name.');
        if (roles.some((role) => role.name === text)) return t('There is a role of this name already.');
        return tooLong(text);
      },
      ...box,
    }),
  );
};

const askBase = async (
  title: string,
  before: RoleDefinition['baseLevel'] | undefined,
  release: Release | undefined,
): Promise<RoleDefinition['baseLevel'] | undefined> => {
  const { t } = vscode.l10n;
  const offered = baseLevels.filter((level) => level !== 15 || release === undefined || isSince(release, '17.7'));
  // what was chosen before comes first: Enter takes it again
  const rows = [...offered].sort((one, other) => Number(other === before) - Number(one === before));
  const chosen = await vscode.window.showQuickPick(
    rows.map((level) => ({ label: roleName(level), description: t('access level {0}', level), level })),
    { title, placeHolder: t('The role it builds on: all of its rights are kept'), ignoreFocusOut: true },
  );
  return chosen?.level;
};

const askPermissions = async (
  { roles, release, before }: RoleQuestions,
  title: string,
): Promise<readonly string[] | undefined> => {
  const { t } = vscode.l10n;
  const { writable, unwritable } = offeredPermissions(release, roles);
  const picked = new Set(before?.permissions.filter(isWritable) ?? []);
  const rows = writable
    .map((name) => ({ label: visibleLabel(permissionWords(name)), description: name, name, picked: picked.has(name) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const hint =
    unwritable.length === 0
      ? ''
      : t(' ({0} newer ones of this server can be given in the browser only)', unwritable.length);
  let placeHolder = t('Permissions the role adds{0}', hint);
  for (;;) {
    const chosen = await vscode.window.showQuickPick(rows, {
      title,
      placeHolder,
      canPickMany: true,
      matchOnDescription: true,
      ignoreFocusOut: true,
    });
    if (chosen === undefined) return undefined;
    if (chosen.length > 0) return chosen.map(({ name }) => name);
    placeHolder = t('A role adds one permission at least: choose some{0}', hint);
  }
};
