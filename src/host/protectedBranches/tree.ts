import * as vscode from 'vscode';
import { PagedList } from '../../model/pagedList.ts';
import { type AccessLevel, listProtectedBranches, type ProtectedBranch } from '../../wire/protectedBranches.ts';
import type { CurrentProject, OpenProject, ProjectState } from '../project/currentProject.ts';
import { iconItem, stateItem, type StateRow, withoutProject } from '../rows.ts';

type RuleRow =
  | StateRow
  | { readonly kind: 'more' }
  | { readonly kind: 'rule'; readonly open: OpenProject; readonly rule: ProtectedBranch }
  | {
      readonly kind: 'right';
      readonly key: string;
      readonly label: string;
      readonly value: string;
      readonly icon: string;
    };

const pageSize = 100;
const retry = 'graft.protectedBranches.refresh';

/** The Protected Branches view: the rules of the current project and who may do what under each. */
export class ProtectedBranchesView implements vscode.TreeDataProvider<RuleRow>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #project: CurrentProject;
  readonly #subscriptions: vscode.Disposable[];
  #list: { readonly open: OpenProject; readonly pages: PagedList<ProtectedBranch> } | undefined;

  constructor(project: CurrentProject) {
    this.#project = project;
    const view = vscode.window.createTreeView('graft.protectedBranches', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    this.#subscriptions = [this.#changed, view, project.onDidChange((state) => this.#projectChanged(state))];
  }

  /** Loads the rules anew; old rows stay until the new ones are there. */
  async refresh(): Promise<void> {
    if (this.#list && this.#project.state.kind === 'ready') await this.#list.pages.refresh();
    else await this.#project.find();
  }

  getTreeItem(row: RuleRow): vscode.TreeItem {
    switch (row.kind) {
      case 'more':
        return iconItem(vscode.l10n.t('Loading more…'), 'loading~spin');
      case 'rule':
        return ruleItem(row.rule);
      case 'right': {
        const item = iconItem(row.label, row.icon);
        item.id = row.key;
        item.description = row.value;
        item.tooltip = `${row.label}: ${row.value}`;
        return item;
      }
      default:
        return stateItem(row);
    }
  }

  getChildren(row?: RuleRow): RuleRow[] {
    if (row === undefined) return this.#roots();
    return row.kind === 'rule' ? rightRows(row.rule) : [];
  }

  dispose(): void {
    this.#list?.pages.dispose();
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  #projectChanged(state: ProjectState): void {
    const shown = this.#list?.open;
    const same =
      state.kind === 'ready' && shown?.account.id === state.account.id && shown.project.id === state.project.id;
    if (!same && state.kind !== 'failed') {
      this.#list?.pages.dispose();
      this.#list = undefined;
    }
    // the same project again: it could not be read in between, or the account has another token now
    if (same && this.#list?.pages.state.phase === 'failed') void this.#list.pages.refresh();
    else this.#changed.fire(undefined);
  }

  #roots(): RuleRow[] {
    this.#project.start();
    const { state } = this.#project;
    if (state.kind !== 'ready') return [...withoutProject(state, retry)];
    this.#list ??= this.#open(state);
    const { items, phase, more, error } = this.#list.pages.state;
    const rows: RuleRow[] = items.map((rule) => ({ kind: 'rule', open: state, rule }));
    if (phase === 'failed') {
      return [...rows, { kind: 'failed', error, what: vscode.l10n.t('Protected branches could not be loaded'), retry }];
    }
    if (phase === 'loading') return [{ kind: 'loading' }];
    if (rows.length === 0) return [{ kind: 'note', text: vscode.l10n.t('No branch is protected.') }];
    return more ? [...rows, { kind: 'more' }] : rows;
  }

  #open(open: OpenProject): { readonly open: OpenProject; readonly pages: PagedList<ProtectedBranch> } {
    const pages = new PagedList<ProtectedBranch>(
      (page, signal) =>
        open.client.send(listProtectedBranches, { id: open.project.id, page, per_page: pageSize }, { signal }),
      () => {
        this.#changed.fire(undefined);
        // rules are few: further pages follow by themselves
        if (pages.state.more && pages.state.phase === 'ready' && !pages.state.busy) void pages.loadMore();
      },
    );
    void pages.refresh();
    return { open, pages };
  }
}

const ruleItem = (rule: ProtectedBranch): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const item = new vscode.TreeItem(rule.name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `rule ${rule.id} ${rule.name}`;
  item.iconPath = new vscode.ThemeIcon(rule.name.includes('*') ? 'regex' : 'shield');
  item.description = t('push: {0}', levelWords(rule.push_access_levels));
  item.contextValue = 'protectedBranch';
  item.tooltip = [
    rule.name.includes('*') ? t('Rule for all branches that match {0}', rule.name) : t('Rule for {0}', rule.name),
    ...rightRows(rule).flatMap((row) => (row.kind === 'right' ? [`${row.label}: ${row.value}`] : [])),
  ].join('\n');
  return item;
};

/** What a rule allows, one row each; what the server does not tell is said to be unknown. */
const rightRows = (rule: ProtectedBranch): RuleRow[] => {
  const { t } = vscode.l10n;
  const flag = (value: boolean | null | undefined): string =>
    value == null ? t('unknown') : value ? t('yes') : t('no');
  const right = (key: string, label: string, value: string, icon: string): RuleRow => ({
    kind: 'right',
    key: `right ${rule.id} ${key}`,
    label,
    value,
    icon,
  });
  return [
    right('push', t('May push'), levelWords(rule.push_access_levels), 'repo-push'),
    right('merge', t('May merge'), levelWords(rule.merge_access_levels), 'git-merge'),
    ...(rule.unprotect_access_levels == null
      ? []
      : [right('unprotect', t('May unprotect'), levelWords(rule.unprotect_access_levels), 'unlock')]),
    right('force', t('Force push'), flag(rule.allow_force_push), 'warning'),
    ...(rule.code_owner_approval_required == null
      ? []
      : [right('owners', t('Code owners must approve'), flag(rule.code_owner_approval_required), 'law')]),
    ...(rule.inherited === true ? [right('inherited', t('Inherited'), t('from the group'), 'type-hierarchy')] : []),
  ];
};

const levelWords = (levels: readonly AccessLevel[]): string => {
  const { t } = vscode.l10n;
  if (levels.length === 0) return t('nobody');
  return levels
    .map((level) => level.access_level_description ?? t('access level {0}', level.access_level ?? t('unknown')))
    .join(', ');
};
