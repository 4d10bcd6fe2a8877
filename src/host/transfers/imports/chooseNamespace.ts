import * as vscode from '../../vscode.ts';
import { isCancelled } from '../../../client/errors.ts';
import { type Account, instanceName } from '../../../model/account.ts';
import { groupsToImportInto, type ImportPlace, ownPlace } from '../../../model/transfers/imports/places.ts';
import type { TransfersArea } from '../area.ts';
import { visibleLabel } from '../../kit/words/format.ts';
import { searchPick } from '../../kit/questions/searchPick.ts';
import type { WizardStep } from '../../kit/questions/wizard.ts';

type Row<T> = vscode.QuickPickItem & { readonly value?: T };

/** The personal namespace, then groups where the user is Maintainer or Owner. Undefined when closed. */
export const chooseNamespace = async (
  area: TransfersArea,
  account: Account,
  title: string,
  at?: WizardStep,
): Promise<ImportPlace | undefined> => {
  const { t } = vscode.l10n;
  const client = area.clients.of(account);
  let own: Promise<ImportPlace | undefined> | undefined;
  return searchPick<ImportPlace>({
    title,
    at,
    placeholder: t('Destination namespace: type to search groups where you are Maintainer or Owner'),
    empty: (text) =>
      text === ''
        ? t('You can’t create projects in any namespace on {0}.', instanceName(account.baseUrl))
        : t('No group where you are Maintainer or Owner matches “{0}”.', text),
    search: (text, signal) =>
      logged(area, async () => {
        // cached for this picker
        own ??= ownPlace(client, new AbortController().signal).catch((error: unknown) => {
          own = undefined;
          throw error;
        });
        const [ownNamespaces, groups] = await Promise.all([own, groupsToImportInto(client, text, { signal })]);
        return [
          ...(ownNamespaces !== undefined &&
          `${ownNamespaces.path} ${ownNamespaces.name}`.toLowerCase().includes(text.toLowerCase())
            ? [placeRow(ownNamespaces)]
            : []),
          ...groups.places.map(placeRow),
          ...(groups.hasMore ? [moreRow()] : []),
        ];
      }),
  });
};

/** Undefined `parent`: top level. */
export interface GroupPlace {
  readonly parent: ImportPlace | undefined;
}

/** Top level, then groups where the user is Maintainer or Owner. Undefined when closed. */
export const chooseParentGroup = async (
  area: TransfersArea,
  account: Account,
  title: string,
  at?: WizardStep,
): Promise<GroupPlace | undefined> => {
  const { t } = vscode.l10n;
  const client = area.clients.of(account);
  return searchPick<GroupPlace>({
    title,
    at,
    placeholder: t('Parent group: type to search groups where you are Maintainer or Owner'),
    empty: (text) => t('No group where you are Maintainer or Owner matches “{0}”.', text),
    search: (text, signal) =>
      logged(area, async () => {
        const groups = await groupsToImportInto(client, text, { signal });
        return [
          ...(text === '' ? [topRow(account)] : []),
          ...groups.places.map((place) => ({ ...placeRow(place), value: { parent: place } })),
          ...(groups.hasMore ? [moreRow()] : []),
        ];
      }),
  });
};

/** Logs a failed search, which the picker shows as a row. */
const logged = async <T>(area: TransfersArea, search: () => Promise<T>): Promise<T> => {
  try {
    return await search();
  } catch (error) {
    if (!isCancelled(error)) area.log.error('Namespaces could not be searched.', error);
    throw error;
  }
};

const topRow = (account: Account): Row<GroupPlace> => ({
  label: vscode.l10n.t('Top-level group'),
  iconPath: new vscode.ThemeIcon('server'),
  description: vscode.l10n.t('on {0}, private', instanceName(account.baseUrl)),
  value: { parent: undefined },
});

const placeRow = (place: ImportPlace): Row<ImportPlace> => ({
  label: visibleLabel(place.name),
  iconPath: new vscode.ThemeIcon(place.kind === 'user' ? 'account' : 'organization'),
  description: visibleLabel(
    [
      place.path,
      ...(place.kind === 'user' ? [vscode.l10n.t('personal namespace')] : []),
      ...(place.visibility === undefined ? [] : [visibilityWord(place.visibility)]),
    ].join(' · '),
  ),
  value: place,
});

const moreRow = (): Row<never> => ({ label: vscode.l10n.t('More results: type to narrow the list'), alwaysShow: true });

export const visibilityWord = (visibility: string): string => {
  const { t } = vscode.l10n;
  if (visibility === 'private') return t('private');
  if (visibility === 'internal') return t('internal');
  return visibility === 'public' ? t('public') : visibility;
};
