import * as vscode from '../vscode.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import { listLabels } from '../../wire/planning.ts';
import { visibleLabel } from '../kit/words/format.ts';
import { pickMany } from '../kit/questions/pickRow.ts';
import { cancellable } from '../kit/progress.ts';
import type { OpenProject } from '../shell/currentProject.ts';

/** Asks for names of project labels, `current` ones first. `owner`: title of their owner. Undefined when cancelled. */
export const chooseLabels = async (
  { client, project }: Pick<OpenProject, 'client' | 'project'>,
  { owner, title, current }: { readonly owner: string; readonly title: string; readonly current: readonly string[] },
): Promise<readonly string[] | undefined> => {
  const { t } = vscode.l10n;
  const labels = await cancellable(t('Reading the labels of {0}…', owner), (signal) =>
    everyItem(eachPage(client, listLabels, { id: project.id, per_page: 100 }, { signal })),
  );
  if (labels === undefined) return undefined;
  const names = [...new Set([...current, ...labels.map(({ name }) => name)])];
  const rows = names.map((name) => ({ label: visibleLabel(name), picked: current.includes(name), name }));
  const picked = await pickMany(rows, { title, placeholder: t('Select the labels it shall have') });
  return picked?.map(({ name }) => name);
};
