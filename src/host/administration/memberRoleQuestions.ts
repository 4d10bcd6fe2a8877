import * as vscode from '../vscode.ts';
import {
  hasNames,
  isWritable,
  offeredLevels,
  offeredPermissions,
  permissionMessage,
  type RoleDefinition,
} from '../../model/administration/memberRole.ts';
import type { Release } from '../../model/release.ts';
import type { MemberRole } from '../../wire/memberRoles.ts';
import type { AdministrationArea } from './area.ts';
import { askText } from '../kit/questions/askText.ts';
import { visibleLabel } from '../kit/words/format.ts';
import { pickMany, pickRow } from '../kit/questions/pickRow.ts';
import type { Summary } from '../kit/questions/summary.ts';
import { roleName } from '../kit/words/roleNames.ts';
import { UnsentFields } from '../kit/pages/unsentFields.ts';
import { type WizardQuestion, type WizardStep } from '../kit/questions/wizard.ts';
import { placeName, type RoleTarget, targetKey } from './memberRoleTarget.ts';
import { permissionTitles } from './memberRoleMessages.ts';

export interface RoleContext {
  readonly target: RoleTarget;
  /** Existing roles: for unique names and for permissions that the server knows. */
  readonly roles: readonly MemberRole[];
  readonly release: Release | undefined;
}

const maxLength = 255;

/** Typed texts, stored until the role is created. */
export const roleTexts = (area: AdministrationArea, target: RoleTarget): UnsentFields =>
  new UnsentFields(area.unsentTexts, target.account.id, `memberRoles ${targetKey(target)}`);

export type RolePart = keyof RoleDefinition;

export const roleQuestions = (
  area: AdministrationArea,
  context: RoleContext,
): Readonly<Record<RolePart, WizardQuestion<RoleDefinition>>> => {
  const { t } = vscode.l10n;
  const { target, release } = context;
  const title = t('New Role of {0}', placeName(target));
  const texts = roleTexts(area, target);
  const isAsked = (): boolean => hasNames(release);
  return {
    name: { isAsked, part: 'name', ask: ({ name = '' }, at) => askName(context, texts, { title, name, at }) },
    description: {
      isAsked,
      part: 'description',
      async ask({ description = '' }, at) {
        const prompt = t('Description of the role (optional)');
        const text = await texts.ask('description', description, (box) =>
          askText({ title, at, prompt, problem: tooLong, ...box }),
        );
        return text;
      },
    },
    baseLevel: { part: 'baseLevel', ask: ({ baseLevel }, at) => askBase(release, { title, baseLevel, at }) },
    permissions: {
      part: 'permissions',
      ask: ({ permissions = [] }, at) => askPermissions(context, { title, permissions, at }),
    },
  };
};

export const roleSummary = (
  { target, release }: RoleContext,
  { name, description, baseLevel, permissions }: RoleDefinition,
): Summary<RolePart> => {
  const { t } = vscode.l10n;
  return {
    title: t('New Role of {0}', placeName(target)),
    start: { label: t('Create'), value: name },
    rows: [
      ...(hasNames(release)
        ? ([
            { part: 'name', icon: 'symbol-text', label: t('Name'), value: name },
            { part: 'description', icon: 'note', label: t('Description'), value: description },
          ] as const)
        : []),
      { part: 'baseLevel', icon: 'account', label: t('Base role'), value: roleName(baseLevel) },
      {
        part: 'permissions',
        icon: 'checklist',
        label: t('Permissions'),
        value: permissionTitles(permissions).join(', '),
      },
    ],
  };
};

const tooLong = (text: string): string | undefined =>
  text.length > maxLength
    ? vscode.l10n.t('Enter at most {0} characters; this has {1}.', maxLength, text.length)
    : undefined;

const askName = (
  { roles }: RoleContext,
  texts: UnsentFields,
  { title, name, at }: { readonly title: string; readonly name: string; readonly at: WizardStep },
): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  return texts.ask('name', name, (box) =>
    askText({
      title,
      at,
      prompt: t('Name of the role'),
      placeholder: t('such as Release engineer'),
      problem(text) {
        if (text === '') return t('Enter a name.');
        if (roles.some((role) => role.name === text)) return t('A role with this name already exists.');
        return tooLong(text);
      },
      ...box,
    }),
  );
};

const askBase = async (
  release: Release | undefined,
  {
    title,
    baseLevel: before,
    at,
  }: { readonly title: string; readonly baseLevel: RoleDefinition['baseLevel'] | undefined; readonly at: WizardStep },
): Promise<RoleDefinition['baseLevel'] | undefined> => {
  const { t } = vscode.l10n;
  const rows = offeredLevels(release).map((level) => ({
    label: roleName(level),
    description: t('access level {0}', level),
    level,
  }));
  const placeholder = t('Base role: the new role has all of its permissions');
  // Enter keeps the previous choice
  const active = rows.find(({ level }) => level === before);
  return (await pickRow(rows, { title, placeholder, active, at }))?.level;
};

const askPermissions = async (
  { roles, release }: RoleContext,
  {
    title,
    permissions,
    at,
  }: { readonly title: string; readonly permissions: readonly string[]; readonly at: WizardStep },
): Promise<readonly string[] | undefined> => {
  const { t } = vscode.l10n;
  const { writable, unwritable } = offeredPermissions(release, roles);
  const before = new Set(permissions.filter(isWritable));
  const rows = writable
    .map((name) => ({
      label: visibleLabel(permissionMessage(name)),
      description: name,
      name,
      picked: before.has(name),
    }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const hint = unwritable.length === 0 ? '' : t(' ({0} more can only be added in the browser)', unwritable.length);
  let placeholder = t('Permissions to add to the base role{0}', hint);
  for (;;) {
    const chosen = await pickMany(rows, { title, placeholder, at });
    if (chosen === undefined) return undefined;
    if (chosen.length > 0) return chosen.map(({ name }) => name);
    placeholder = t('Select at least one permission{0}', hint);
  }
};
