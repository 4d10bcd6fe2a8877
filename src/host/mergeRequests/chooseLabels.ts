import * as vscode from '../vscode.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import { listLabels } from '../../wire/planning.ts';
import { visibleLabel } from '../kit/words/format.ts';
import { pickMany } from '../kit/questions/pickRow.ts';
import { cancellable } from '../kit/progress.ts';
import type { OpenProject } from '../shell/currentProject.ts';

/** Asks for a project's labels, current ones first; resolves to names, or undefined when cancelled. */
export const chooseLabels = async (
  { client, project }: Pick<OpenProject, 'client' | 'project'>,
  { of, title, before }: { readonly of: string; readonly title: string; readonly before: readonly string[] },
): Promise<readonly string[] | undefined> => {
  const { t } = vscode.l10n;
  const known = await cancellable(t('Reading the labels of {0}…', of), (signal) =>
    everyItem(eachPage(client, listLabels, { id: project.id, per_page: 100 }, { signal })),
  );
  if (known === undefined) return undefined;
  const names = [...new Set([...before, ...known.map(({ name }) => name)])];
  const rows = names.map((name) => ({ label: visibleLabel(name), picked: before.includes(name), name }));
  const picked = await pickMany(rows, { title, placeholder: t('Select the labels it shall have') });
  return picked?.map(({ name }) => name);
};
