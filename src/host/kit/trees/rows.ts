import * as vscode from '../../vscode.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import { accountName } from '../../../model/account.ts';
import { explain } from '../words/explain.ts';
import type { PagedListState } from '../../../model/pagedList.ts';
import type { ProjectState } from '../../shell/currentProject.ts';

export type StateRow =
  | { readonly kind: 'loading' }
  /** `click`: its title is the description. */
  | { readonly kind: 'note'; readonly text: string; readonly click?: Pick<vscode.Command, 'command' | 'title'> }
  /** `retry`: command of a click. */
  | {
      readonly kind: 'failed';
      readonly error: unknown;
      readonly what: string;
      readonly retry: string;
      /** When the rows beside it were read, in milliseconds since 1970. */
      readonly asOfMs?: number | undefined;
    };

export const stateItem = (row: StateRow): vscode.TreeItem => {
  switch (row.kind) {
    case 'loading':
      return iconItem(vscode.l10n.t('Loading…'), 'loading~spin');
    case 'note': {
      const item = iconItem(row.text, 'info');
      if (row.click === undefined) return item;
      item.description = row.click.title;
      item.command = row.click;
      return item;
    }
    case 'failed':
      return failedItem(row);
  }
};

export const iconItem = (label: string, icon: string): vscode.TreeItem => {
  const item = new vscode.TreeItem(label);
  item.iconPath = new vscode.ThemeIcon(icon);
  return item;
};

/** A click retries, or signs in again if the token was rejected. */
const failedItem = ({ error, what, retry, asOfMs }: Extract<StateRow, { kind: 'failed' }>): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const dead = requestErrorFacts(error, 'unauthorized', 'insufficientScope');
  const isForbidden = requestErrorFacts(error, 'forbidden') !== undefined;
  const item = iconItem(what, dead ? 'key' : isForbidden ? 'lock' : 'error');
  const why = explain(error);
  item.description = asOfMs === undefined ? why : t('{0} Shown as of {1}.', why, timeOfDay(asOfMs));
  item.contextValue = 'failed';
  // missing access is not an error
  if (!dead && !isForbidden) item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('charts.red'));
  if (dead) {
    item.tooltip = `${what}\n${why}\n${t('Click to sign in again with another token.')}`;
    const baseUrl = dead.address.replace(/\/api\/.*$/s, '');
    item.command = { command: 'graft.accounts.add', title: t('Sign In Again'), arguments: [baseUrl] };
  } else {
    item.tooltip = `${what}\n${why}\n${t('Click to try again.')}`;
    item.command = { command: retry, title: t('Retry') };
  }
  return item;
};

const timeOfDay = (atMs: number): string =>
  new Date(atMs).toLocaleTimeString(vscode.env.language, { hour: '2-digit', minute: '2-digit' });

interface ListMessages<Row> {
  readonly failed: string;
  readonly retry: string;
  readonly empty: string | (() => readonly Row[]);
  /** Loads the next page when it becomes visible. */
  readonly next?: Row | undefined;
}

/** Rows of a paged list, then its state; a failed refresh comes first, as it is out of sight below many rows. */
export const listRows = <Row extends object>(
  { phase, error, readAtMs, isOld }: Pick<PagedListState<unknown>, 'phase' | 'error' | 'readAtMs' | 'isOld'>,
  rows: readonly Row[],
  { failed, retry, empty, next }: ListMessages<Row>,
): (Row | StateRow)[] => {
  if (phase === 'loading') return [...rows, { kind: 'loading' }];
  if (phase === 'failed') {
    const asOfMs = rows.length > 0 ? readAtMs : undefined;
    const failure: StateRow = { kind: 'failed', error, what: failed, retry, asOfMs };
    return isOld === true ? [failure, ...rows] : [...rows, failure];
  }
  if (rows.length === 0) return typeof empty === 'string' ? [{ kind: 'note', text: empty }] : [...empty()];
  return next === undefined ? [...rows] : [...rows, next];
};

/** Empty where a welcome view explains. */
export const withoutProject = (state: Exclude<ProjectState, { kind: 'ready' }>, retry: string): readonly StateRow[] => {
  if (state.kind === 'starting') return [{ kind: 'loading' }];
  if (state.kind !== 'failed') return [];
  const { t } = vscode.l10n;
  const of = state.remotes?.map(({ why }) => why).find((why) => why.kind === 'unreadable');
  const what = of
    ? t('{0} could not be read as {1}', of.project, accountName(of.account))
    : t('The project could not be read');
  return [{ kind: 'failed', error: state.error, what, retry }];
};
