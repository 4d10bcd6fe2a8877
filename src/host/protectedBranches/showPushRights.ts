import * as vscode from '../vscode.ts';
import { isWildcard } from '../../model/git/branchPattern.ts';
import { refNameProblem } from '../../wire/refName.ts';
import { listBranches } from '../../wire/projects.ts';
import type { ProtectionArea } from './area.ts';
import { explain } from '../kit/words/explain.ts';
import { visible, visibleLabel } from '../kit/words/format.ts';
import { cancellable } from '../kit/progress.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { requireProject } from '../kit/requireProject.ts';
import { searchPick } from '../kit/questions/searchPick.ts';
import type { RightsAnswer } from './rights.ts';
import { pushSentence, rightLines } from '../kit/words/rightsMessages.ts';
import { call } from '../kit/areaCommands.ts';

/** For a given, chosen or typed branch. */
export const canPush = async (area: ProtectionArea, argument?: unknown): Promise<void> => {
  const open = await requireProject(area);
  if (!open) return;
  const branch = typeof argument === 'string' ? argument : await chooseName(area, open);
  if (branch === undefined) return;
  const answer = await cancellable(vscode.l10n.t('Reading your access to {0}…', visibleLabel(branch)), (signal) =>
    area.branchRights.read(open, branch, { signal }),
  );
  if (answer) await showAnswer(answer);
};

/** The current branch first. */
const chooseName = async (area: ProtectionArea, open: OpenProject): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const current = (await area.currentBranch.of(open))?.name;
  return searchPick<string>({
    title: t('Can I Push Here?'),
    placeholder: t('Branch in {0}: type a name', open.project.path_with_namespace),
    empty: (text) => (text === '' ? t('The project has no branches.') : t('This cannot be the name of a branch.')),
    search: async (text, signal) => {
      const { items } = await open.client.send(
        listBranches,
        { id: open.project.id, per_page: 50, ...(text === '' ? {} : { search: text }) },
        { signal },
      );
      const names = items.map(({ name }) => name).filter((name) => name !== current);
      const typed =
        text !== '' && text !== current && !names.includes(text) && refNameProblem(text) === undefined ? [text] : [];
      return [
        ...(current?.includes(text) === true
          ? [{ label: visibleLabel(current), description: t('current branch'), value: current }]
          : []),
        ...names.map((name) => ({ label: visibleLabel(name), value: name })),
        ...typed.map((name) => ({
          label: visibleLabel(name),
          description: t('New branch (not on the server yet)'),
          value: name,
        })),
      ];
    },
  });
};

type AnswerRow = vscode.QuickPickItem & { readonly run?: () => Thenable<unknown> };

/** Selecting a rule edits it. */
const showAnswer = async ({ open, rights, exists, failure }: RightsAnswer): Promise<void> => {
  const { t } = vscode.l10n;
  const rows: readonly AnswerRow[] = [
    ...rightLines(rights).map(({ icon, label, value }) => ({
      label: `$(${icon}) ${label}`,
      description: visibleLabel(value),
    })),
    ...(exists === false ? [{ label: `$(info) ${t('This branch is not on the server yet.')}` }] : []),
    ...(failure === undefined
      ? []
      : [{ label: `$(error) ${t('Not everything could be read')}`, detail: visibleLabel(explain(failure)) }]),
    { label: t('Rules that cover the branch'), kind: vscode.QuickPickItemKind.Separator },
    ...ruleRows(rights),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: `$(search) ${t('Another branch…')}`, run: () => call('graft.protectedBranches.canPush') },
  ];
  const chosen = await vscode.window.showQuickPick(rows, {
    title: pushSentence(rights),
    placeHolder: t(
      'Your access to {0} of {1} and the reasons',
      visible(rights.branch),
      visible(open.project.path_with_namespace),
    ),
    matchOnDescription: true,
  });
  await chosen?.run?.();
};

const ruleRows = ({ rules, mayEditRules }: RightsAnswer['rights']): readonly AnswerRow[] => {
  const { t } = vscode.l10n;
  if (rules === undefined) return [{ label: `$(question) ${t('The rules could not be read.')}` }];
  if (rules.length === 0) return [{ label: `$(info) ${t('None: the branch is not protected')}` }];
  const mayEdit = mayEditRules !== false;
  return rules.map(({ name, inherited }) => ({
    label: `$(${isWildcard(name) ? 'regex' : 'shield'}) ${visibleLabel(name)}`,
    description: [
      isWildcard(name) ? t('Wildcard rule') : t('Exact rule'),
      ...(inherited === true ? [t('from the group')] : mayEdit ? [t('press Enter to edit')] : []),
    ].join(' · '),
    ...(inherited !== true && mayEdit ? { run: () => call('graft.protectedBranches.edit', name) } : {}),
  }));
};
