import * as vscode from 'vscode';
import { type CommandTable, refresh } from '../command.ts';
import type { App } from '../app.ts';
import { askText } from '../commits/askText.ts';
import { openInBrowser } from '../commits/openCommit.ts';
import { requireProject } from '../project/requireProject.ts';
import { chooseGroup } from './chooseGroup.ts';
import { isIssueItem, iterationSubject } from './chooseIteration.ts';
import type { SectionName } from './lists.ts';
import { showMine } from './mine.ts';
import { copyMarkdown } from './standUp.ts';

/** The commands on iterations. */
export const iterationCommands: CommandTable = {
  'graft.iterations.refresh': (app) => refresh(app, app.iterations),
  'graft.iterations.loadMore': async (app, section) => {
    if (await requireProject(app)) await app.iterationLists.loadMore((section ?? 'all') as SectionName);
  },
  'graft.iterations.chooseGroup': (app) => chooseGroup(app),
  'graft.iterations.search': (app) => search(app),
  'graft.iterations.clearSearch': (app) => {
    app.iterationLists.search = '';
  },
  'graft.iterations.includeAncestors': (app) => change(app, { withAncestors: true }),
  'graft.iterations.leaveOutAncestors': (app) => change(app, { withAncestors: false }),
  'graft.iterations.includeDescendants': (app) => change(app, { withDescendants: true }),
  'graft.iterations.leaveOutDescendants': (app) => change(app, { withDescendants: false }),
  'graft.iterations.openInBrowser': (app, argument) => browse(app, argument),
  'graft.iterations.openIssue': async (app, argument) => {
    // from the palette: the user's own are the ones most asked for
    if (isIssueItem(argument)) await openInBrowser(argument.issue.webUrl);
    else await showMine(app);
  },
  'graft.iterations.copyMarkdown': (app, argument) => copyMarkdown(app, argument),
  'graft.iterations.mine': (app) => showMine(app),
};

const change = async (
  app: App,
  what: { readonly withAncestors?: boolean; readonly withDescendants?: boolean },
): Promise<void> => {
  const open = await requireProject(app);
  if (open) await app.iterationLists.choose(open, what);
};

const search = async (app: App): Promise<void> => {
  const { t } = vscode.l10n;
  if (!(await requireProject(app))) return;
  const text = await askText({
    title: t('Search Iterations'),
    prompt: t('A part of the title of an iteration or of its series; leave empty to see all'),
    value: app.iterationLists.search,
    problem: (words) => (words.length > 200 ? t('At most 200 characters can be searched for.') : undefined),
  });
  if (text === undefined) return;
  app.iterationLists.search = text;
  await vscode.commands.executeCommand('graft.iterations.focus');
};

const browse = async (app: App, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const chosen = await iterationSubject(app, argument, t('Open Which Iteration in the Browser?'));
  if (!chosen) return;
  const { web_url: address } = chosen.iteration;
  if (address == null) throw new Error(t('The server does not tell the address of this iteration.'));
  await openInBrowser(address);
};
