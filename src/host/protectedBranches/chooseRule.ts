import * as vscode from '../vscode.ts';
import { isWildcard } from '../../model/git/branchPattern.ts';
import { stateOf } from '../../model/protectedBranches/protectionChange.ts';
import { refNameProblem } from '../../wire/refName.ts';
import type { ProtectedBranch } from '../../wire/protectedBranches.ts';
import type { ProtectionArea } from './area.ts';
import { askText } from '../kit/questions/askText.ts';
import { visibleLabel } from '../kit/words/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { requireProject } from '../kit/requireProject.ts';
import { searchPick, type SearchPickOptions } from '../kit/questions/searchPick.ts';
import { branchesCovered, type Matches, matchMessage } from './matches.ts';
import { listMessage } from './ruleMessages.ts';
import { showView } from '../kit/areaCommands.ts';

/** Limit of listed rules; typing narrows them. */
const shownRules = 200;

/** Branch or wildcard, with the branches it covers. */
export const chooseWhat = (
  open: OpenProject,
): Promise<{ readonly name: string; readonly matches: Matches } | undefined> => {
  const { t } = vscode.l10n;
  return searchPick<{ readonly name: string; readonly matches: Matches }>({
    title: t('Protect Branches'),
    placeholder: t('Name of a branch, or a wildcard such as release/*'),
    empty: (text) =>
      text === ''
        ? t('The project has no branches.')
        : t('“{0}” cannot be the name of a branch, nor a wildcard.', text),
    search: async (text, signal) => {
      const problem = text === '' ? undefined : refNameProblem(text.replaceAll('*', 'x'));
      if (problem !== undefined) return [];
      // without a wildcard, also suggest branches that contain the text
      const matches = await branchesCovered(open, text === '' ? '*' : text, signal, text === '' ? 1 : undefined);
      const own = { name: text, matches };
      const offered =
        text === '' || isWildcard(text)
          ? matches.names
          : (await branchesCovered(open, `*${text}*`, signal, 1)).names.filter((name) => name !== text);
      return [
        ...(text === ''
          ? []
          : [
              {
                label: `$(${isWildcard(text) ? 'regex' : 'shield'}) ${t('Protect {0}', visibleLabel(text))}`,
                detail: visibleLabel(matchMessage(text, matches)),
                value: own,
              },
            ]),
        ...offered
          .slice(0, 100)
          .map((name) => ({
            label: visibleLabel(name),
            description: isWildcard(text) ? t('covered by the wildcard') : '',
            value: { name, matches: { names: [name], more: false } },
          })),
      ];
    },
  });
};

/** Over all rules. */
export const chooseRule = (
  area: ProtectionArea,
  open: OpenProject,
  title: string,
): Promise<ProtectedBranch | undefined> =>
  searchPick<ProtectedBranch>({ ...questionFor(open, title), search: (text) => ruleRows(area, open, text) });

const questionFor = (open: OpenProject, title: string): Omit<SearchPickOptions<never>, 'search'> => {
  const { t } = vscode.l10n;
  return {
    title,
    placeholder: t('Rule in {0}: type to search', open.project.path_with_namespace),
    empty: (text) => (text === '' ? t('No branch is protected.') : t('No rule matches “{0}”.', text)),
  };
};

const ruleRows = async (
  area: ProtectionArea,
  open: OpenProject,
  text: string,
): Promise<readonly (vscode.QuickPickItem & { readonly value: ProtectedBranch })[]> => {
  const { t } = vscode.l10n;
  const rules = await area.protectionRules.upToDate(open);
  if (rules === undefined) {
    const { failure } = area.protectionRules;
    throw failure instanceof Error ? failure : new Error(t('The rules could not be read.'));
  }
  const part = text.toLowerCase();
  return rules
    .filter(({ name }) => name.toLowerCase().includes(part))
    .slice(0, shownRules)
    .map((rule) => ({
      label: `$(${isWildcard(rule.name) ? 'regex' : 'shield'}) ${visibleLabel(rule.name)}`,
      description: visibleLabel(
        [
          t('push: {0}', listMessage(stateOf(rule).push)),
          ...(rule.inherited === true ? [t('from the group')] : []),
        ].join(' · '),
      ),
      value: rule,
    }));
};

/** Reveals a rule, or filters the view. */
export const findRule = async (area: ProtectionArea): Promise<void> => {
  const { t } = vscode.l10n;
  const open = await requireProject(area);
  if (!open) return;
  const chosen = await searchPick<ProtectedBranch | string>({
    ...questionFor(open, t('Find Protection Rule')),
    async search(text) {
      const rows = await ruleRows(area, open, text);
      // a single match is what Enter selects
      if (text === '' || rows.length < 2) return rows;
      const label = `$(filter) ${t('Show only rules containing “{0}”', visibleLabel(text))}`;
      return [...rows, { label, value: text }];
    },
  });
  if (typeof chosen === 'string') await showFound(area, chosen);
  else if (chosen) await area.protectedBranches.reveal({ kind: 'rule', open, rule: chosen });
};

/** Filters the view on the server. */
export const searchRules = async (area: ProtectionArea): Promise<void> => {
  const { t } = vscode.l10n;
  if (!(await requireProject(area))) return;
  const { protectedBranches: view } = area;
  const text = await askText({
    title: t('Filter Protection Rules'),
    prompt: t('Name of a rule or part of it. Leave empty to show all rules'),
    value: view.search,
    problem: () => undefined,
  });
  if (text !== undefined) await showFound(area, text);
};

const showFound = async ({ protectedBranches: view }: ProtectionArea, text: string): Promise<void> => {
  view.search = text;
  await showView('graft.protectedBranches');
};
