import * as vscode from '../../vscode.ts';
import {
  activeFilters,
  type NamedFilter,
  sameFilter,
  withNamedFilter,
  withRenamedFilter,
} from '../../../model/commits/commitFilter.ts';
import type { CommitsArea } from '../area.ts';
import { visibleLabel } from '../../kit/words/format.ts';
import { requireProject } from '../../kit/requireProject.ts';
import { askText } from '../../kit/questions/askText.ts';
import { describeFilter } from './filterMessages.ts';

export const saveFilter = async (area: CommitsArea): Promise<void> => {
  const { t } = vscode.l10n;
  if (!(await requireProject(area))) return;
  const { filter } = area.commits;
  if (activeFilters(filter).length === 0) {
    void vscode.window.showInformationMessage(t('There is no filter to save. Filter the commits first.'));
    return;
  }
  const known = area.namedFilters.list();
  const name = await askName(t('Save Filter'), known.find((each) => sameFilter(each.filter, filter))?.name ?? '');
  if (name === undefined) return;
  if (known.some((each) => each.name === name) && !(await confirmReplacing(name))) return;
  await area.namedFilters.replace(withNamedFilter(known, { name, filter }));
  vscode.window.setStatusBarMessage(t('$(check) Filter “{0}” saved', visibleLabel(name)), 3_000);
};

export const chooseFilter = async (area: CommitsArea): Promise<void> => {
  const { t } = vscode.l10n;
  const chosen = await pickFilter(area, t('Show the commits of which filter?'));
  if (chosen) await area.commits.setFilter(chosen.filter);
};

export const renameFilter = async (area: CommitsArea): Promise<void> => {
  const { t } = vscode.l10n;
  const chosen = await pickFilter(area, t('Rename which filter?'));
  if (!chosen) return;
  const name = await askName(t('Rename Filter “{0}”', chosen.name), chosen.name);
  if (name === undefined || name === chosen.name) return;
  const known = area.namedFilters.list();
  if (known.some((each) => each.name === name) && !(await confirmReplacing(name))) return;
  await area.namedFilters.replace(withRenamedFilter(known, chosen.name, name));
};

/** Deletes a saved filter; the view keeps showing it. */
export const deleteFilter = async (area: CommitsArea): Promise<void> => {
  const { t } = vscode.l10n;
  const chosen = await pickFilter(area, t('Delete which filter?'));
  if (!chosen) return;
  const before = area.namedFilters.list();
  await area.namedFilters.replace(before.filter(({ name }) => name !== chosen.name));
  const undo = t('Undo');
  const answer = await vscode.window.showInformationMessage(t('Filter “{0}” deleted.', chosen.name), undo);
  if (answer === undo) await area.namedFilters.replace(withNamedFilter(area.namedFilters.list(), chosen));
};

const pickFilter = async (area: CommitsArea, title: string): Promise<NamedFilter | undefined> => {
  const { t } = vscode.l10n;
  if (!(await requireProject(area))) return undefined;
  const filters = area.namedFilters.list();
  if (filters.length === 0) {
    void vscode.window.showInformationMessage(
      t('This project has no saved filters. Filter the commits, then save the filter.'),
    );
    return undefined;
  }
  const rows = filters.map((named) => ({
    label: visibleLabel(named.name),
    description: describeFilter(named.filter),
    named,
  }));
  return (await vscode.window.showQuickPick(rows, { title, placeHolder: t('Saved filters of this project') }))?.named;
};

const askName = (title: string, value: string): Promise<string | undefined> =>
  askText({
    title,
    prompt: vscode.l10n.t('Name of the filter, such as “Hotfixes of this year”.'),
    value,
    problem: (text) => (text === '' ? vscode.l10n.t('Enter a name.') : undefined),
  });

const confirmReplacing = async (name: string): Promise<boolean> => {
  const replace = vscode.l10n.t('Replace');
  const question = vscode.l10n.t('There is a filter “{0}” already.', name);
  return (await vscode.window.showWarningMessage(question, { modal: true }, replace)) === replace;
};
