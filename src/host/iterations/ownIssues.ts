import * as vscode from '../vscode.ts';
import type { IterationIssue, IterationIssues } from '../../model/iterations/iterationWork.ts';
import type { IterationsArea } from './area.ts';
import { visibleLabel } from '../kit/words/format.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { cancellable } from '../kit/progress.ts';
import { requireProject } from '../kit/requireProject.ts';
import { type ChosenIteration, withAdvice } from './chooseIteration.ts';
import { copyStandUp } from './standUp.ts';
import { nameOfIteration, timingMessage } from './messages.ts';
import { maxCurrent } from './lists.ts';

interface Current extends ChosenIteration {
  readonly work: IterationIssues | undefined;
}

type Row = vscode.QuickPickItem & { readonly run?: () => Thenable<unknown> };

/** The user's issues in current iterations. */
export const showOwnIssues = async (area: IterationsArea): Promise<void> => {
  const { t } = vscode.l10n;
  const open = await requireProject(area);
  if (!open) return;
  const current = await cancellable(t('Reading the current iterations…'), async (signal) => {
    const page = { page: 1, pageSize: maxCurrent, signal };
    const { items } = await withAdvice(() => area.iterationLists.read(open, { state: 'current', search: '' }, page));
    const place = area.iterationLists.placeOf(open);
    return Promise.all(
      items.map(async (iteration): Promise<Current> => {
        const subject = { open, place, id: iteration.id };
        return { subject, iteration, work: await area.iterationWork.readIssues(subject, signal) };
      }),
    );
  });
  if (!current) return;
  if (current.length === 0) {
    void vscode.window.showInformationMessage(t('No current iteration.'));
    return;
  }
  const rows = current.flatMap(rowsOf);
  const chosen = await vscode.window.showQuickPick(rows, {
    title: t('My Issues in This Iteration'),
    placeHolder: t('Choose an issue to open it in the browser'),
    matchOnDescription: true,
  });
  await chosen?.run?.();
};

const rowsOf = ({ iteration, work }: Current): Row[] => {
  const { t } = vscode.l10n;
  const label = [nameOfIteration(iteration), timingMessage(iteration)].filter((each) => each !== undefined).join(' · ');
  const ownIssues = work?.issues.filter(({ isOwn }) => isOwn) ?? [];
  const note =
    work === undefined
      ? t('The server doesn’t report issues.')
      : ownIssues.length === 0
        ? t('No issues assigned to you')
        : undefined;
  return [
    { label: visibleLabel(label), kind: vscode.QuickPickItemKind.Separator },
    ...ownIssues.map(issueRow),
    ...(note === undefined ? [] : [{ label: `$(info) ${note}` }]),
    {
      label: `$(markdown) ${t('Copy as Markdown for a Stand-up')}`,
      description: visibleLabel(nameOfIteration(iteration)),
      run: () => copyStandUp({ iteration }, work),
    },
  ];
};

const issueRow = (issue: IterationIssue): Row => ({
  label: `$(${issue.isOpen ? 'issues' : 'issue-closed'}) ${visibleLabel(issue.title)}`,
  description: [visibleLabel(issue.reference), issue.isOpen ? undefined : vscode.l10n.t('done')]
    .filter((each) => each !== undefined)
    .join(' · '),
  run: () => openInBrowser(issue.webUrl),
});
