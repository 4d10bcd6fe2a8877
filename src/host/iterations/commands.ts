import * as vscode from '../vscode.ts';
import type { CommandTable } from '../kit/commands.ts';
import type { IterationsArea } from './area.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { refresh, requireProject } from '../kit/requireProject.ts';
import { changeIssue } from './changeIssue.ts';
import { chooseGroup } from './chooseGroup.ts';
import { isIssueItem, chooseIteration } from './chooseIteration.ts';
import { filterIterations, searchIterations } from './filterIterations.ts';
import { noFilter, type SectionName } from './lists.ts';
import { showOwnIssues } from './ownIssues.ts';
import type { IssueItem } from './rows.ts';
import { showDesigns } from './showDesigns.ts';
import { copyMarkdown } from './standUp.ts';
import { showView } from '../kit/areaCommands.ts';

/** Row command; from elsewhere it focuses the view. */
const onIssue =
  (run: (area: IterationsArea, item: IssueItem) => Promise<void>) =>
  async (area: IterationsArea, argument: unknown): Promise<void> => {
    if (isIssueItem(argument)) await run(area, argument);
    else if (await requireProject(area)) await showView('graft.iterations');
  };

export const iterationCommands: CommandTable<IterationsArea> = {
  'graft.iterations.refresh': (area) => refresh(area, area.iterations),
  'graft.iterations.loadMore': async (area, section) => {
    if (await requireProject(area)) await area.iterationLists.loadMore((section ?? 'all') as SectionName);
  },
  'graft.iterations.chooseGroup': (area) => chooseGroup(area),
  'graft.iterations.search': (area) => searchIterations(area),
  'graft.iterations.clearSearch': (area) => {
    area.iterationLists.filter = noFilter;
  },
  'graft.iterations.filter': (area) => filterIterations(area),
  'graft.iterations.toggleParentGroups': (area) => toggle(area, 'withAncestors'),
  'graft.iterations.toggleSubgroups': (area) => toggle(area, 'withDescendants'),
  'graft.iterations.openInBrowser': (area, argument) => browse(area, argument),
  'graft.iterations.openIssue': async (area, argument) => {
    // from the palette: the user's own issues
    if (isIssueItem(argument)) await openInBrowser(argument.issue.webUrl);
    else await showOwnIssues(area);
  },
  'graft.iterations.changeIssue': onIssue(changeIssue),
  'graft.iterations.showDesigns': onIssue(showDesigns),
  'graft.iterations.copyMarkdown': (area, argument) => copyMarkdown(area, argument),
  'graft.iterations.mine': (area) => showOwnIssues(area),
};

const toggle = async (area: IterationsArea, what: 'withAncestors' | 'withDescendants'): Promise<void> => {
  const open = await requireProject(area);
  if (!open) return;
  const { iterationLists } = area;
  await iterationLists.choose(open, { [what]: !iterationLists.choices.of(open)[what] });
};

const browse = async (area: IterationsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const chosen = await chooseIteration(area, argument, t('Open Which Iteration in the Browser?'));
  if (!chosen) return;
  const { web_url: address } = chosen.iteration;
  if (address == null) throw new Error(t('The server doesn’t report the URL of this iteration.'));
  await openInBrowser(address);
};
