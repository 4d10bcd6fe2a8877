import * as vscode from '../vscode.ts';
import { isWildcard } from '../../model/git/branchPattern.ts';
import { granteeOf } from '../../model/grantee.ts';
import type { AccessLevel, ProtectedBranch } from '../../wire/protectedBranches.ts';
import { explain } from '../kit/words/explain.ts';
import { visible } from '../kit/words/format.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import type { Log } from '../shell/log.ts';
import type { CurrentBranch } from '../shell/currentBranch.ts';
import { type CurrentProject, type OpenProject, projectKey } from '../shell/currentProject.ts';
import { iconItem, listRows, stateItem, type StateRow } from '../kit/trees/rows.ts';
import { ProjectTree } from '../kit/trees/tree.ts';
import type { ProjectRights, RightsAnswer } from './rights.ts';
import { pushSentence, rightLines, verdictIcons } from '../kit/words/rightsMessages.ts';
import { ProtectionRules } from './rules.ts';
import { granteeMessage } from './ruleMessages.ts';

export type RuleRow =
  | StateRow
  | { readonly kind: 'more' }
  | { readonly kind: 'branch'; readonly answer: RightsAnswer }
  | { readonly kind: 'asking'; readonly branch: string }
  | RuleItem
  | RightRow;

export interface RuleItem {
  readonly kind: 'rule';
  readonly open: OpenProject;
  readonly rule: ProtectedBranch;
}

/** The current branch, waiting for an answer. */
interface Asked {
  readonly open: OpenProject;
  readonly branch: string;
}

interface RightRow {
  readonly kind: 'right';
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly icon: string;
}

const retry = 'graft.protectedBranches.refresh';

/** Protected Branches view: access to the current branch, then the project's rules. */
export class ProtectedBranchesView extends ProjectTree<RuleRow> {
  readonly #rules: ProtectionRules;
  readonly #rights: ProjectRights;
  readonly #branch: CurrentBranch;
  readonly #log: Log;
  #search: { readonly text: string; readonly rules: ProtectionRules } | undefined;
  /** An old answer for the same branch stays while a new one is read. */
  #answer: RightsAnswer | Asked | undefined;
  #asking = new AbortController();
  /** Account and project of the last request; undefined to ask again. */
  #askedFor: string | undefined;

  constructor(parts: {
    readonly project: CurrentProject;
    readonly rules: ProtectionRules;
    readonly rights: ProjectRights;
    readonly branch: CurrentBranch;
    readonly log: Log;
    readonly view: vscode.TreeView<RuleRow>;
  }) {
    super(parts.project, retry, parts.view);
    this.#rules = parts.rules;
    this.#rights = parts.rights;
    this.#branch = parts.branch;
    this.#log = parts.log;
    const { view } = parts;
    const askAgain = (): void => {
      this.#askedFor = undefined;
      if (view.visible) void this.#ask();
    };
    this.own(parts.rules.onDidChange(() => this.redraw()));
    this.own(parts.rights.onDidChange(askAgain));
    this.own(parts.rights.onDidAnswer((answer) => this.#take(answer)));
    this.own(parts.branch.onDidChange(askAgain));
    this.own(view.onDidChangeVisibility(askAgain));
  }

  /** Old rows stay until then. */
  async refresh(): Promise<void> {
    await Promise.all([this.#rights.refresh(), this.#search?.rules.refresh()]);
  }

  /** Filter by part of the name; empty for all. */
  get search(): string {
    return this.#search?.text ?? '';
  }

  /** The server filters. */
  set search(text: string) {
    if (text === this.search) return;
    this.#search?.rules.dispose();
    this.#search = undefined;
    if (text !== '') {
      const rules = new ProtectionRules(this.project, text);
      rules.onDidChange(() => this.redraw());
      this.#search = { text, rules };
    }
    setContextKey('graft.protectedBranches.searching', text !== '');
    this.describe('', text === '' ? '' : vscode.l10n.t('Filter: the name contains “{0}”.', visible(text)));
    this.redraw();
  }

  /** Clears the filter. */
  async reveal(rule: RuleItem): Promise<void> {
    this.search = '';
    await this.view.reveal(rule, { select: true, focus: true, expand: true });
  }

  get selected(): ProtectedBranch | undefined {
    const [row] = this.view.selection;
    return row?.kind === 'rule' ? row.rule : undefined;
  }

  /** `reveal` requires it; rules are roots. */
  getParent(): undefined {
    return undefined;
  }

  getTreeItem(row: RuleRow): vscode.TreeItem {
    switch (row.kind) {
      case 'more':
        return iconItem(vscode.l10n.t('Loading more…'), 'loading~spin');
      case 'branch':
        return branchItem(row.answer);
      case 'asking': {
        const item = iconItem(visible(row.branch), 'loading~spin');
        item.description = vscode.l10n.t('current branch');
        return item;
      }
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

  protected below(row: RuleRow): RuleRow[] {
    if (row.kind === 'branch') return branchRows(row.answer);
    return row.kind === 'rule' ? rightRows(row.rule) : [];
  }

  protected override opened(): void {
    this.search = '';
  }

  protected override closed(): void {
    this.search = '';
    this.describe('');
  }

  override dispose(): void {
    this.#search?.rules.dispose();
    this.#asking.abort();
    super.dispose();
  }

  async #ask(): Promise<void> {
    this.#asking.abort();
    const run = new AbortController();
    this.#asking = run;
    const { open } = this.project;
    this.#askedFor = open && projectKey(open);
    try {
      const branch = open && (await this.#branch.of(open));
      if (run.signal.aborted) return;
      if (open && branch && !this.#isAbout(open, branch.name)) this.#replace({ open, branch: branch.name });
      const answer = open && branch ? await this.#rights.read(open, branch.name, { signal: run.signal }) : undefined;
      if (!run.signal.aborted && answer !== this.#answer) this.#replace(answer);
    } catch (error) {
      if (run.signal.aborted) return;
      this.#replace(undefined);
      this.#log.error('What the user may do with the current branch could not be read.', error);
    }
  }

  /** Shows an answer requested elsewhere. */
  #take(answer: RightsAnswer): void {
    if (answer !== this.#answer && this.#isAbout(answer.open, answer.rights.branch)) this.#replace(answer);
  }

  /** True if the shown answer is for this branch. */
  #isAbout(open: OpenProject, branch: string): boolean {
    const shown = this.#answer;
    if (shown === undefined || projectKey(shown.open) !== projectKey(open)) return false;
    return ('rights' in shown ? shown.rights.branch : shown.branch) === branch;
  }

  #replace(answer: RightsAnswer | Asked | undefined): void {
    this.#answer = answer;
    this.redraw();
  }

  protected roots(open: OpenProject): RuleRow[] {
    this.describe(open.project.path_with_namespace);
    const list = (this.#search?.rules ?? this.#rules).of(open);
    if (this.#askedFor !== projectKey(open)) void this.#ask();
    const shown = this.#answer && projectKey(this.#answer.open) === projectKey(open) ? this.#answer : undefined;
    const current: RuleRow[] =
      shown === undefined
        ? []
        : 'rights' in shown
          ? [{ kind: 'branch', answer: shown }]
          : [{ kind: 'asking', branch: shown.branch }];
    const rules = list.items.map((rule): RuleRow => ({ kind: 'rule', open, rule }));
    const rows = listRows<RuleRow>(list, rules, {
      failed: vscode.l10n.t('Protected branches could not be loaded'),
      retry,
      empty: this.#search
        ? vscode.l10n.t('No rule has a name with “{0}”.', visible(this.search))
        : vscode.l10n.t('No branch is protected.'),
      next: list.more ? { kind: 'more' } : undefined,
    });
    return [...current, ...rows];
  }
}

const branchItem = ({ rights, exists, failure }: RightsAnswer): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const item = new vscode.TreeItem(visible(rights.branch), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `branch ${rights.branch}`;
  item.iconPath = new vscode.ThemeIcon(verdictIcons[rights.push.verdict]);
  item.description =
    rights.push.verdict === 'yes'
      ? t('you may push · current branch')
      : rights.push.verdict === 'no'
        ? t('you may not push · current branch')
        : t('push unknown · current branch');
  item.contextValue = 'currentBranch';
  item.tooltip = [
    pushSentence(rights),
    ...(exists === false ? [t('This branch is not on the server yet.')] : []),
    ...(failure === undefined ? [] : [explain(failure)]),
  ].join('\n');
  return item;
};

const branchRows = ({ rights, failure }: RightsAnswer): RuleRow[] => [
  ...rightLines(rights).map((line): RightRow => ({ ...line, kind: 'right', key: `mine ${line.key}` })),
  ...(rights.rules ?? []).map(({ id, name, inherited }): RightRow => ({
    kind: 'right',
    key: `mine rule ${id} ${name}`,
    label: vscode.l10n.t('Rule'),
    value: inherited === true ? vscode.l10n.t('{0}, from the group', visible(name)) : visible(name),
    icon: isWildcard(name) ? 'regex' : 'shield',
  })),
  ...(failure === undefined
    ? []
    : [{ kind: 'failed', error: failure, what: vscode.l10n.t('Not everything could be read'), retry } as const]),
];

const ruleItem = (rule: ProtectedBranch): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const item = new vscode.TreeItem(visible(rule.name), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `rule ${rule.id} ${rule.name}`;
  item.iconPath = new vscode.ThemeIcon(isWildcard(rule.name) ? 'regex' : 'shield');
  const push = t('push: {0} · rule', levelMessage(rule.push_access_levels));
  item.description = rule.inherited === true ? t('{0} · from the group', push) : push;
  item.contextValue = rule.inherited === true ? 'protectedBranch inherited' : 'protectedBranch';
  item.tooltip = [
    isWildcard(rule.name) ? t('Rule for all branches that match {0}', rule.name) : t('Rule for {0}', rule.name),
    ...rightRows(rule).flatMap((row) => (row.kind === 'right' ? [`${row.label}: ${row.value}`] : [])),
  ].join('\n');
  return item;
};

/** Values missing in the record are shown as unknown. */
const rightRows = (rule: ProtectedBranch): RuleRow[] => {
  const { t } = vscode.l10n;
  const flag = (value: boolean | null | undefined): string =>
    value == null ? t('unknown') : value ? t('yes') : t('no');
  const right = (key: string, label: string, value: string, icon: string): RuleRow => ({
    kind: 'right',
    key: `right ${rule.id} ${rule.name} ${key}`,
    label,
    value,
    icon,
  });
  return [
    right('push', t('May push'), levelMessage(rule.push_access_levels), 'repo-push'),
    right('merge', t('May merge'), levelMessage(rule.merge_access_levels), 'git-merge'),
    ...(rule.unprotect_access_levels == null
      ? []
      : [right('unprotect', t('May unprotect'), levelMessage(rule.unprotect_access_levels), 'unlock')]),
    right('force', t('Force push'), flag(rule.allow_force_push), 'warning'),
    ...(rule.code_owner_approval_required == null
      ? []
      : [right('owners', t('Code owners must approve'), flag(rule.code_owner_approval_required), 'law')]),
    ...(rule.inherited === true ? [right('inherited', t('Inherited'), t('from the group'), 'type-hierarchy')] : []),
  ];
};

const levelMessage = (levels: readonly AccessLevel[]): string => {
  const { t } = vscode.l10n;
  if (levels.length === 0) return t('no one');
  return levels
    .map((level) => {
      const grantee = granteeOf(level);
      // for a custom role, GitLab describes only its base role
      return (grantee.kind === 'other' ? undefined : level.access_level_description) ?? granteeMessage(grantee);
    })
    .join(', ');
};
