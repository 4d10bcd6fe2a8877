import * as vscode from '../../vscode.ts';
import { type Overrides, type OverrideValue, readOverride } from '../../../model/transfers/imports/overrides.ts';
import { askText } from '../../kit/questions/askText.ts';
import { visible, visibleLabel } from '../../kit/words/format.ts';
import { visibilityWord } from './chooseNamespace.ts';
import type { UnsentFields } from '../../kit/pages/unsentFields.ts';

type Row = vscode.QuickPickItem & { readonly key?: string; readonly isDone?: boolean; readonly isCustom?: boolean };

/** Attribute and value, such as `visibility: private`. */
export const overrideMessage = (key: string, value: OverrideValue): string =>
  visible(`${key}: ${value === '' ? vscode.l10n.t('(empty)') : String(value)}`);

export const overridesSummary = (overrides: Overrides): string =>
  Object.keys(overrides).length === 0
    ? vscode.l10n.t('keep archive settings')
    : Object.entries(overrides)
        .map(([key, value]) => overrideMessage(key, value))
        .join(', ');

/** Asks for project attributes that replace those in the archive. Undefined when closed. */
export const askOverrides = async (
  title: string,
  before: Overrides,
  texts: UnsentFields,
): Promise<Overrides | undefined> => {
  const { t } = vscode.l10n;
  let overrides = before;
  for (;;) {
    const chosen = await vscode.window.showQuickPick<Row>(rowsFor(overrides), {
      title,
      placeHolder: t('Settings that replace those in the archive'),
      matchOnDescription: true,
      ignoreFocusOut: true,
    });
    if (chosen === undefined) return undefined;
    if (chosen.isDone === true) return overrides;
    const answer =
      chosen.isCustom === true
        ? await askAnyAttribute(title, texts)
        : await askAttribute(title, chosen.key ?? '', overrides, texts);
    if (answer !== undefined) overrides = withOverride(overrides, answer);
  }
};

type Override = readonly [key: string, value: OverrideValue | undefined];

const withOverride = (overrides: Overrides, [key, value]: Override): Overrides => {
  const rest = Object.fromEntries(Object.entries(overrides).filter(([each]) => each !== key));
  return value === undefined ? rest : { ...rest, [key]: value };
};

const attributes = ['description', 'visibility', 'default_branch', 'issues_access_level', 'merge_method'] as const;

const icons: Readonly<Record<(typeof attributes)[number], string>> = {
  description: 'note',
  visibility: 'eye',
  default_branch: 'git-branch',
  issues_access_level: 'issues',
  merge_method: 'git-merge',
};

const rowsFor = (overrides: Overrides): readonly Row[] => {
  const { t } = vscode.l10n;
  const titles: Readonly<Record<(typeof attributes)[number], string>> = {
    description: t('Description'),
    visibility: t('Visibility'),
    default_branch: t('Default branch'),
    issues_access_level: t('Access to issues'),
    merge_method: t('Merge method'),
  };
  const others = Object.keys(overrides).filter((key) => !attributes.some((each) => each === key));
  const value = (key: string): string =>
    Object.hasOwn(overrides, key) ? visibleLabel(String(overrides[key] ?? 'null')) : t('as in the archive');
  return [
    {
      label: t('Done'),
      iconPath: new vscode.ThemeIcon('check'),
      description: overridesSummary(overrides),
      isDone: true,
    },
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    ...attributes.map((key): Row => ({
      label: titles[key],
      iconPath: new vscode.ThemeIcon(icons[key]),
      description: value(key),
      key,
    })),
    ...others.map((key): Row => ({
      label: visibleLabel(key),
      iconPath: new vscode.ThemeIcon('symbol-field'),
      description: value(key),
      key,
    })),
    {
      label: t('Another…'),
      iconPath: new vscode.ThemeIcon('add'),
      description: t('any project attribute, as key=value'),
      isCustom: true,
    },
  ];
};

const keepItem = (): vscode.QuickPickItem & { readonly value?: string } => ({
  label: vscode.l10n.t('As in the Archive'),
});

const valueLabels = (key: string): readonly (readonly [value: string, label: string])[] | undefined => {
  const { t } = vscode.l10n;
  if (key === 'visibility')
    return ['private', 'internal', 'public'].map((value) => [value, visibilityWord(value)] as const);
  if (key === 'issues_access_level')
    return [
      ['disabled', t('disabled')],
      ['private', t('members')],
      ['enabled', t('everyone with access to the project')],
    ];
  if (key === 'merge_method')
    return [
      ['merge', t('merge commit')],
      ['rebase_merge', t('merge commit with semi-linear history')],
      ['ff', t('fast-forward')],
    ];
  return undefined;
};

const askAttribute = async (
  title: string,
  key: string,
  overrides: Overrides,
  texts: UnsentFields,
): Promise<Override | undefined> => {
  const { t } = vscode.l10n;
  const values = valueLabels(key);
  if (values !== undefined) {
    const rows = [keepItem(), ...values.map(([value, label]) => ({ label, description: value, value }))];
    const chosen = await vscode.window.showQuickPick(rows, { title, placeHolder: key, ignoreFocusOut: true });
    return chosen === undefined ? undefined : [key, chosen.value];
  }
  const before = overrides[key];
  const text = await askText({
    title,
    prompt: t('{0}. Leave empty to keep the archive’s.', key),
    value: before === undefined ? (texts.get(key) ?? '') : String(before),
    problem: () => undefined,
    typed: texts.onInput(key),
  });
  await texts.flush();
  if (text === undefined) return undefined;
  return [key, text === '' ? undefined : text];
};

const askAnyAttribute = async (title: string, texts: UnsentFields): Promise<Override | undefined> => {
  const { t } = vscode.l10n;
  const text = await texts.ask('other', '', (box) =>
    askText({
      title,
      prompt: t(
        'An attribute of the projects API, such as request_access_enabled=false. GitLab ignores what it doesn’t allow; the result shows which.',
      ),
      placeholder: 'key=value',
      problem: (typed) =>
        readOverride(typed) === undefined
          ? t('Enter key=value. Keys consist of lowercase letters and “_”.')
          : undefined,
      ...box,
    }),
  );
  return text === undefined ? undefined : readOverride(text);
};
