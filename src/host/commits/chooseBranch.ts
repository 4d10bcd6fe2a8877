import * as vscode from '../vscode.ts';
import { refNameProblem } from '../../model/refName.ts';
import { type Branch, listBranches } from '../../wire/projects.ts';
import { age, shortSha, visibleLabel } from '../kit/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { searchPick } from '../kit/searchPick.ts';

/** Lets the user search the branches of a project on the server. Undefined when closed. */
export const chooseBranch = (open: OpenProject, title: string): Promise<string | undefined> =>
  searchPick<string>({
    title,
    placeholder: vscode.l10n.t('Target branch in {0}: type to search', open.project.path_with_namespace),
    empty: (text) => noBranch(text),
    search: async (text, signal) => {
      const { items } = await open.client.send(
        listBranches,
        { id: open.project.id, per_page: 50, ...(text === '' ? {} : { search: text }) },
        { signal },
      );
      return items.map((branch) => ({
        label: visibleLabel(branch.name),
        description: branchMessage(branch),
        detail: visibleLabel(`${shortSha(branch.commit.id)} ${branch.commit.title} · ${age(branch.commit.created_at)}`),
        value: branch.name,
      }));
    },
  });

const branchMessage = (branch: Branch): string => {
  const { t } = vscode.l10n;
  return [
    branch.default === true ? t('default') : undefined,
    branch.protected === true ? t('protected') : undefined,
    branch.can_push === false ? t('you may not push') : undefined,
  ]
    .filter((word) => word !== undefined)
    .join(', ');
};

const noBranch = (text: string): string => {
  const { t } = vscode.l10n;
  switch (text === '' ? undefined : refNameProblem(text)) {
    case undefined:
      return text === '' ? t('The project has no branches.') : t('No branch matches “{0}”.', text);
    case 'space':
      return t('No branch matches “{0}”: the name of a branch cannot contain a space.', text);
    default:
      return t('No branch matches “{0}”: this cannot be the name of a branch.', text);
  }
};
