import * as vscode from '../../vscode.ts';
import { refNameProblem } from '../../../wire/refName.ts';
import { listBranches } from '../../../wire/projects.ts';
import { branchesContaining, targetRows } from '../../kit/questions/branchRow.ts';
import { lastUsedBranches } from '../../kit/questions/lastUsedBranches.ts';
import { searchPick } from '../../kit/questions/searchPick.ts';
import type { CommitsArea } from '../area.ts';
import type { CommitSubject } from '../subject.ts';

/** Result for “Several branches…”. */
export const severalBranches = Symbol('several branches');

type Row = vscode.QuickPickItem & { readonly value: string | typeof severalBranches };

/**
 * Asks for a target branch, searched on the server: recently used first, then release branches, then by date; branches that
 * contain the commit or can't be pushed to last. Undefined when cancelled.
 */
export const chooseBranch = async (
  area: CommitsArea,
  subject: CommitSubject,
  title: string,
  { withSeveral }: { readonly withSeveral: boolean },
): Promise<string | typeof severalBranches | undefined> => {
  const { t } = vscode.l10n;
  const { open } = subject;
  const lastUsed = lastUsedBranches(area.context.workspaceState, open);
  const used = lastUsed.get();
  const chosen = await searchPick<string | typeof severalBranches>({
    title,
    placeholder: t('Target branch in {0}: type to search', open.project.path_with_namespace),
    keepsOrder: true,
    empty: (text) => noBranch(text),
    search: async (text, signal) => {
      const parameters = { id: open.project.id, per_page: 100, ...(text === '' ? {} : { search: text }) };
      const [{ items }, containing] = await Promise.all([
        open.client.send(listBranches, parameters, { signal }),
        branchesContaining(area, open, [subject.sha], signal),
      ]);
      const rows = targetRows(items, used, { containing, commits: 1, typed: text }).map(({ name, ...row }): Row => ({
        ...row,
        value: name,
      }));
      const several: Row = { label: `$(checklist) ${t('Several branches…')}`, value: severalBranches };
      return withSeveral && text === '' && rows.length > 0 ? rows.toSpliced(1, 0, several) : rows;
    },
  });
  if (typeof chosen === 'string') await lastUsed.add([chosen]);
  return chosen;
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
