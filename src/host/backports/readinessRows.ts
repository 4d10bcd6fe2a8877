import * as vscode from '../vscode.ts';
import type { Readiness, ReadinessCheck } from '../../model/backports/readiness.ts';
import { age, visible } from '../kit/words/format.ts';
import { iconItem } from '../kit/trees/rows.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { checkedAtMessage, checkMessage, checkName, checkStateName, readinessMessage } from './readinessMessages.ts';

/** Release readiness of a branch; parent of its checks. */
export interface ReadinessRow {
  readonly kind: 'readiness';
  readonly open: OpenProject;
  readonly branch: string;
}

export interface ReadinessCheckRow {
  readonly kind: 'readinessCheck';
  readonly open: OpenProject;
  readonly readiness: Readiness;
  readonly check: ReadinessCheck;
}

/** Distinguishes states by shape as well as by color. */
export const checkIcon = ({ state }: ReadinessCheck): readonly [icon: string, color?: string] => {
  switch (state) {
    case 'ready':
      return ['pass', 'testing.iconPassed'];
    case 'notReady':
      return ['circle-large-outline', 'problemsWarningIcon.foreground'];
    case 'unknown':
      return ['question'];
    case 'notApplicable':
      return ['circle-slash', 'testing.iconSkipped'];
  }
};

/** The branch is checked when its row is expanded. */
export const readinessItem = (
  { branch }: ReadinessRow,
  known: { readonly readiness: Readiness; readonly isOld: boolean } | undefined,
): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const item = iconItem(t('Release readiness'), 'checklist');
  item.id = `readiness ${branch}`;
  item.contextValue = 'readiness';
  item.collapsibleState = vscode.TreeItemCollapsibleState.Collapsed;
  item.description = t('not checked');
  item.tooltip = t('Open to check {0}.', visible(branch));
  if (known === undefined) return item;
  const { readiness, isOld } = known;
  const words = readinessMessage(readiness);
  item.description = isOld ? t('as of {0} · {1}', age(readiness.readAtMs), words) : words;
  item.tooltip = checkedAtMessage(readiness);
  return item;
};

export const readinessCheckItem = (row: ReadinessCheckRow): vscode.TreeItem => {
  const { check, readiness } = row;
  const message = visible(checkMessage(check, readiness));
  const [icon, color] = checkIcon(check);
  const item = new vscode.TreeItem(checkName(check.name));
  item.id = `check ${readiness.branch} ${check.name}`;
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.description = message;
  item.tooltip = `${checkStateName(check)}\n${message}`;
  item.contextValue = 'readinessCheck';
  item.accessibilityInformation = { label: `${checkName(check.name)}, ${checkStateName(check)}: ${message}` };
  item.command = { command: 'graft.backports.openCheck', title: vscode.l10n.t('Open Check'), arguments: [row] };
  return item;
};
