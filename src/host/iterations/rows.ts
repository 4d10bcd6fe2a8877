import * as vscode from '../vscode.ts';
import {
  groupOfIteration,
  type IterationPhase,
  iterationPhase,
  iterationTitle,
} from '../../model/iterations/iteration.ts';
import type { IterationsRefused } from '../../model/iterations/iterationScope.ts';
import type { IterationFacts, IterationIssue } from '../../model/iterations/iterationWork.ts';
import type { Iteration } from '../../wire/iterations.ts';
import { explain } from '../kit/words/explain.ts';
import { moment, visible } from '../kit/words/format.ts';
import { iconItem, stateItem, type StateRow } from '../kit/trees/rows.ts';
import { type Liveness, livenessMessage } from '../kit/serverChanges.ts';
import { rowUri } from '../kit/trees/visibleRows.ts';
import type { SectionName } from './lists.ts';
import {
  datesMessage,
  ownIssuesMessage,
  nameOfIteration,
  progressMessage,
  iterationRefusalMessage,
  timingMessage,
} from './messages.ts';
import type { IterationSubject, Wanted } from './work.ts';

export interface IterationItem {
  readonly kind: 'iteration';
  readonly section: SectionName;
  readonly subject: IterationSubject;
  readonly iteration: Iteration;
  /** Makes URIs unique per place, as VS Code requests a decoration only once for each. */
  readonly turn: number;
}

/** Part of the row's URI. */
export const rowKey = ({ section, iteration, turn }: IterationItem): string => `${section}-${iteration.id}-${turn}`;

export interface IssueItem {
  readonly kind: 'iterationIssue';
  readonly parent: IterationItem;
  readonly issue: IterationIssue;
}

export type IterationRow =
  | StateRow
  | { readonly kind: 'section'; readonly name: Exclude<SectionName, 'search'>; readonly count: number | undefined }
  | IterationItem
  | IssueItem
  | { readonly kind: 'moreIterations'; readonly section: SectionName; readonly count: number }
  | { readonly kind: 'refused'; readonly refused: IterationsRefused }
  | { readonly kind: 'action'; readonly label: string; readonly icon: string; readonly command: string };

export const iterationRowItem = (
  row: IterationRow,
  facts: (row: IterationItem) => Wanted<IterationFacts> | undefined,
  liveness: (row: IterationItem) => Liveness | undefined,
): vscode.TreeItem => {
  switch (row.kind) {
    case 'section':
      return sectionItem(row.name, row.count);
    case 'iteration':
      return iterationItem(row, facts(row), liveness(row));
    case 'iterationIssue':
      return issueItem(row);
    case 'moreIterations': {
      const item = iconItem(vscode.l10n.t('Load more…'), 'ellipsis');
      item.id = `more ${row.section} ${row.count}`;
      item.resourceUri = rowUri('moreIterations', `${row.section}-${row.count}`);
      item.command = {
        command: 'graft.iterations.loadMore',
        title: vscode.l10n.t('Load More'),
        arguments: [row.section],
      };
      return item;
    }
    case 'refused': {
      const { label, advice, icon } = iterationRefusalMessage(row.refused);
      const item = iconItem(visible(label), icon);
      item.description = visible(advice);
      item.tooltip = [label, advice, explain(row.refused.cause)].map(visible).join('\n\n');
      item.accessibilityInformation = { label: `${label}. ${advice}` };
      item.contextValue = 'refused';
      return item;
    }
    case 'action': {
      const item = iconItem(row.label, row.icon);
      item.command = { command: row.command, title: row.label };
      return item;
    }
    default:
      return stateItem(row);
  }
};

const sectionMessage = (name: Exclude<SectionName, 'search'>): string => {
  const { t } = vscode.l10n;
  return { current: t('Current'), upcoming: t('Upcoming'), closed: t('Closed'), all: t('All') }[name];
};

const sectionItem = (name: Exclude<SectionName, 'search'>, count: number | undefined): vscode.TreeItem => {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(sectionMessage(name), name === 'current' ? Expanded : Collapsed);
  item.id = `section ${name}`;
  item.contextValue = 'iterationSection';
  if (count !== undefined) item.description = String(count);
  return item;
};

const phaseIcons: Readonly<Record<IterationPhase, { readonly icon: string; readonly color?: string }>> = {
  current: { icon: 'play-circle', color: 'charts.green' },
  upcoming: { icon: 'calendar' },
  closed: { icon: 'pass' },
  unknown: { icon: 'question' },
};

const phaseMessage = (phase: IterationPhase): string => {
  const { t } = vscode.l10n;
  return { current: t('current'), upcoming: t('upcoming'), closed: t('closed'), unknown: t('state unknown') }[phase];
};

/** Undefined before it is read. */
const progressPart = (facts: Wanted<IterationFacts> | undefined): string | undefined => {
  const known = facts?.value && progressMessage(facts.value);
  if (known !== undefined) return known;
  return facts === undefined || facts.phase === 'reading' ? undefined : vscode.l10n.t('progress unknown');
};

const iterationItem = (
  row: IterationItem,
  facts: Wanted<IterationFacts> | undefined,
  liveness: Liveness | undefined,
): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const { iteration, section, subject } = row;
  const item = new vscode.TreeItem(visible(nameOfIteration(iteration)), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `iteration ${section} ${subject.open.account.id} ${subject.place.path} ${iteration.id}`;
  const phase = iterationPhase(iteration);
  const { icon, color } = phaseIcons[phase];
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.resourceUri = rowUri('iteration', rowKey(row));
  item.contextValue = 'iteration';
  const dates = datesMessage(iteration);
  const isTitled = iterationTitle(iteration) !== undefined;
  const words = [
    timingMessage(iteration),
    progressPart(facts),
    isTitled ? dates : undefined,
    // without a title, the dates are the name
    isTitled || dates !== undefined ? undefined : t('no title, no dates'),
    isTitled && dates === undefined ? t('no dates') : undefined,
    facts?.value?.cadence,
  ].filter((each) => each !== undefined);
  item.description = words.map(visible).join(' · ');
  item.tooltip = [tooltip(row, facts), livenessMessage(liveness)].filter((each) => each !== undefined).join('\n');
  item.accessibilityInformation = { label: [nameOfIteration(iteration), phaseMessage(phase), ...words].join(', ') };
  return item;
};

const tooltip = ({ iteration }: IterationItem, facts: Wanted<IterationFacts> | undefined): string => {
  const { t } = vscode.l10n;
  const { value, error } = facts ?? {};
  const description = iteration.description?.trim() ?? '';
  const group = groupOfIteration(iteration);
  const line = (...parts: readonly (string | undefined)[]): string =>
    parts.filter((part) => part !== undefined && part !== '').join(' · ');
  return [
    nameOfIteration(iteration),
    line(phaseMessage(iterationPhase(iteration)), timingMessage(iteration)),
    iterationTitle(iteration) === undefined ? undefined : (datesMessage(iteration) ?? t('no dates')),
    group === undefined ? undefined : t('Group: {0}', group),
    value?.cadence === undefined ? undefined : t('Cadence: {0}', value.cadence),
    value?.progress === undefined
      ? error === undefined
        ? facts?.phase === 'ready'
          ? t('The server doesn’t report issue progress.')
          : undefined
        : t('Progress is unknown: {0}', explain(error))
      : line(progressMessage(value), value.progress.total === 0 ? undefined : ownIssuesMessage(value.progress.own)),
    description === '' ? undefined : description.slice(0, 1_000),
    iteration.created_at == null ? undefined : t('Created {0}', moment(iteration.created_at)),
    iteration.updated_at == null ? undefined : t('Updated {0}', moment(iteration.updated_at)),
  ]
    .flatMap((each) => (each === undefined || each === '' ? [] : [visibleLines(each)]))
    .join('\n');
};

/** Escapes each line. */
const visibleLines = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(visible)
    .join('\n');

const issueItem = ({ parent, issue }: IssueItem): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const item = new vscode.TreeItem(visible(issue.title));
  item.id = `issue ${parent.section} ${parent.subject.place.path} ${parent.iteration.id} ${issue.id}`;
  item.iconPath = issue.isOpen
    ? new vscode.ThemeIcon('issues', new vscode.ThemeColor('charts.green'))
    : new vscode.ThemeIcon('issue-closed', new vscode.ThemeColor('charts.purple'));
  const people = issue.assignees.map(({ name }) => name).join(', ');
  const words = [
    issue.isOwn ? t('mine') : undefined,
    issue.isOpen ? undefined : t('done'),
    `#${issue.iid}`,
    issue.isConfidential ? t('confidential') : undefined,
    issue.isOwn ? undefined : people === '' ? t('unassigned') : people,
  ].filter((each) => each !== undefined);
  item.description = words.map(visible).join(' · ');
  item.tooltip = [
    issue.title,
    `${issue.reference} · ${issue.isOpen ? t('open') : t('closed')}`,
    people === '' ? t('Unassigned') : t('Assigned to {0}', people),
    ...(issue.isConfidential ? [t('Confidential')] : []),
    t('Click to open it in the browser.'),
  ]
    .map(visible)
    .join('\n');
  item.accessibilityInformation = { label: [issue.title, issue.isOpen ? t('open') : t('closed'), ...words].join(', ') };
  item.contextValue = 'iterationIssue';
  item.command = {
    command: 'graft.iterations.openIssue',
    title: t('Open in Browser'),
    arguments: [{ kind: 'iterationIssue', parent, issue }],
  };
  return item;
};
