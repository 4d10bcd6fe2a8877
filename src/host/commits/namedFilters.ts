import * as vscode from 'vscode';
import {
  activeFilters,
  type NamedFilter,
  readNamedFilters,
  sameFilter,
  withNamedFilter,
  withRenamedFilter,
} from '../../model/commitFilter.ts';
import type { App } from '../app.ts';
import { visibleLabel } from '../format.ts';
import type { CurrentProject } from '../project/currentProject.ts';
import { requireProject } from '../project/requireProject.ts';
import { askText } from './askText.ts';
import { describeFilter } from './filterWords.ts';

/** The filters the user has given names to, for each project on its own; kept in the workspace. */
export class NamedFilters {
  readonly #project: CurrentProject;
  readonly #memento: vscode.Memento;

  constructor(project: CurrentProject, memento: vscode.Memento) {
    this.#project = project;
    this.#memento = memento;
  }

  /** Those of the current project, by name. */
  list(): readonly NamedFilter[] {
    const key = this.#key();
    return key === undefined ? [] : readNamedFilters(this.#memento.get(key));
  }

  /** Replaces those of the current project. */
  async replace(filters: readonly NamedFilter[]): Promise<void> {
    const key = this.#key();
    if (key !== undefined) await this.#memento.update(key, filters.length === 0 ? undefined : filters);
  }

  #key(): string | undefined {
    const { open } = this.#project;
    return open && `graft.commits.namedFilters ${open.account.id} ${open.project.id}`;
  }
}

/** Gives the filter of the view a name. */
export const saveFilter = async (app: App): Promise<void> => {
  const { t } = vscode.l10n;
  if (!(await requireProject(app))) return;
  const { filter } = app.commits;
  if (activeFilters(filter).length === 0) {
    void vscode.window.showInformationMessage(
      t('Nothing is filtered. Filter the commits first, then save the filter.'),
    );
    return;
  }
  const known = app.namedFilters.list();
  const name = await askName(t('Save Filter'), known.find((each) => sameFilter(each.filter, filter))?.name ?? '');
  if (name === undefined) return;
  if (known.some((each) => each.name === name) && !(await confirmReplacing(name))) return;
  await app.namedFilters.replace(withNamedFilter(known, { name, filter }));
  vscode.window.setStatusBarMessage(t('$(check) Filter “{0}” saved', visibleLabel(name)), 3_000);
};

/** Shows the commits of a saved filter. */
export const chooseFilter = async (app: App): Promise<void> => {
  const { t } = vscode.l10n;
  const chosen = await pickFilter(app, t('Show the commits of which filter?'));
  if (chosen) await app.commits.setFilter(chosen.filter);
};

/** Gives a saved filter another name. */
export const renameFilter = async (app: App): Promise<void> => {
  const { t } = vscode.l10n;
  const chosen = await pickFilter(app, t('Rename which filter?'));
  if (!chosen) return;
  const name = await askName(t('Rename Filter “{0}”', chosen.name), chosen.name);
  if (name === undefined || name === chosen.name) return;
  const known = app.namedFilters.list();
  if (known.some((each) => each.name === name) && !(await confirmReplacing(name))) return;
  await app.namedFilters.replace(withRenamedFilter(known, chosen.name, name));
};

/** Deletes a saved filter. What the view shows stays. */
export const deleteFilter = async (app: App): Promise<void> => {
  const { t } = vscode.l10n;
  const chosen = await pickFilter(app, t('Delete which filter?'));
  if (!chosen) return;
  const before = app.namedFilters.list();
  await app.namedFilters.replace(before.filter(({ name }) => name !== chosen.name));
  const undo = t('Undo');
  const answer = await vscode.window.showInformationMessage(t('Filter “{0}” deleted.', chosen.name), undo);
  if (answer === undo) await app.namedFilters.replace(withNamedFilter(app.namedFilters.list(), chosen));
};

const pickFilter = async (app: App, title: string): Promise<NamedFilter | undefined> => {
  const { t } = vscode.l10n;
  if (!(await requireProject(app))) return undefined;
  const filters = app.namedFilters.list();
  if (filters.length === 0) {
    void vscode.window.showInformationMessage(
      t('No filter is saved for this project. Filter the commits, then save the filter.'),
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
    problem: (text) => (text === '' ? vscode.l10n.t('Give the filter a name.') : undefined),
  });

const confirmReplacing = async (name: string): Promise<boolean> => {
  const replace = vscode.l10n.t('Replace');
  const question = vscode.l10n.t('There is a filter “{0}” already.', name);
  return (await vscode.window.showWarningMessage(question, { modal: true }, replace)) === replace;
};
