import * as vscode from '../vscode.ts';
import { isCancelled } from '../../client/errors.ts';
import { readRoles, type RoleList } from '../../model/administration/memberRoleReading.ts';
import type { AccountStore } from '../shell/accountSecrets.ts';
import type { Clients } from '../shell/clients.ts';
import type { Log } from '../shell/log.ts';
import { type CurrentProject, projectKey } from '../shell/currentProject.ts';
import { chooseAction, detailRows, listRows, retry, type RoleSectionRow, rowItem, shownAt } from './memberRoleRows.ts';
import { placeName, type RolesRow, type RoleTarget, sourceOf, targetKey, targetOf } from './memberRoleTarget.ts';
import type { ViewSection } from '../kit/trees/viewSection.ts';

/** Last roles read, and the state of reading. */
interface Shown {
  readonly key: string;
  readonly list: RoleList | undefined;
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly error?: unknown;
}

const heading: RolesRow = { kind: 'memberRoles' };

/** Custom roles of the project's top-level group, another group, or the instance. */
export class MemberRoleSection implements ViewSection<RoleSectionRow>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<RoleSectionRow | undefined>();
  readonly onDidChange = this.#changed.event;
  readonly #project: CurrentProject;
  readonly #accounts: AccountStore;
  readonly #clients: Clients;
  readonly #log: Log;
  readonly #subscriptions: vscode.Disposable;
  /** The user's choice, valid for the project it was made in. */
  #chosen: { readonly target: RoleTarget; readonly during: string } | undefined;
  #shown: Shown | undefined;
  #run = new AbortController();

  constructor(parts: {
    readonly project: CurrentProject;
    readonly accounts: AccountStore;
    readonly clients: Clients;
    readonly log: Log;
  }) {
    this.#project = parts.project;
    this.#accounts = parts.accounts;
    this.#clients = parts.clients;
    this.#log = parts.log;
    const redraw = (): void => this.#changed.fire(undefined);
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      parts.project.onDidChange(redraw),
      // permissions may change with the token
      parts.accounts.onDidChange(() => {
        this.#run.abort();
        this.#shown = undefined;
        redraw();
      }),
    );
  }

  /** Undefined without project and choice. */
  get target(): RoleTarget | undefined {
    const { open } = this.#project;
    const chosen = this.#chosen?.during === this.#projectKey ? this.#chosen.target : undefined;
    if (chosen !== undefined && this.#accounts.get(chosen.account.id) !== undefined) return chosen;
    return open && targetOf(open);
  }

  /** Undefined: the current project's group. */
  choose(target: RoleTarget | undefined): void {
    this.#chosen = target && { target, during: this.#projectKey };
    this.#run.abort();
    this.#shown = undefined;
    this.#changed.fire(undefined);
  }

  async refresh(): Promise<void> {
    const { target } = this;
    if (target !== undefined) await this.#load(target);
    else this.#changed.fire(undefined);
  }

  rows(): readonly RoleSectionRow[] {
    this.#project.start();
    return this.#accounts.list().length === 0 ? [] : [heading];
  }

  children(row: RoleSectionRow): readonly RoleSectionRow[] {
    if (row.kind === 'memberRole') return detailRows(row.target, row.role);
    return row.kind === 'memberRoles' ? this.#roots() : [];
  }

  item(row: RoleSectionRow): vscode.TreeItem {
    return row.kind === 'memberRoles' ? this.#headingItem() : rowItem(row);
  }

  dispose(): void {
    this.#run.abort();
    this.#subscriptions.dispose();
  }

  get #projectKey(): string {
    const { open } = this.#project;
    return open === undefined ? '' : projectKey(open);
  }

  #headingItem(): vscode.TreeItem {
    const { t } = vscode.l10n;
    const { target } = this;
    const list = target && this.#shown?.key === targetKey(target) ? this.#shown.list : undefined;
    const at = target && shownAt(target, list);
    const item = new vscode.TreeItem(
      at === undefined ? t('Member roles') : t('Member roles of {0}', placeName(at)),
      vscode.TreeItemCollapsibleState.Expanded,
    );
    item.id = 'memberRoles';
    item.iconPath = new vscode.ThemeIcon('organization');
    item.contextValue = 'memberRoles';
    if (list?.kind !== 'roles' || at === undefined) return item;
    item.description = String(list.roles.length);
    item.tooltip =
      at.place.kind === 'instance'
        ? t('Custom roles of {0}, shared by all groups.', placeName(at))
        : t('Custom roles of the group {0}, its subgroups and projects.', placeName(at));
    return item;
  }

  #roots(): readonly RoleSectionRow[] {
    const { t } = vscode.l10n;
    const { target } = this;
    const { state } = this.#project;
    if (target === undefined) {
      if (state.kind === 'starting') return [{ kind: 'loading' }];
      const why: RoleSectionRow =
        state.kind === 'failed'
          ? { kind: 'failed', error: state.error, what: t('The project could not be read'), retry }
          : { kind: 'note', text: t('No project is open.') };
      return [why, chooseAction(t('Choose Group…'))];
    }
    if (this.#shown?.key !== targetKey(target)) void this.#load(target);
    const shown = this.#shown;
    if (shown === undefined) return [{ kind: 'loading' }];
    const failed: readonly RoleSectionRow[] =
      shown.phase === 'failed'
        ? [{ kind: 'failed', error: shown.error, what: t('The roles could not be loaded'), retry }]
        : [];
    if (shown.list === undefined) return shown.phase === 'failed' ? failed : [{ kind: 'loading' }];
    return [...listRows(target, shown.list), ...failed];
  }

  async #load(target: RoleTarget): Promise<void> {
    this.#run.abort();
    const run = new AbortController();
    this.#run = run;
    const key = targetKey(target);
    const former = this.#shown?.key === key ? this.#shown.list : undefined;
    this.#shown = { key, list: former, phase: 'loading' };
    let shown: Shown;
    try {
      const list = await readRoles(sourceOf(this.#clients, target), { signal: run.signal });
      shown = { key, list, phase: 'ready' };
    } catch (error) {
      if (isCancelled(error)) return;
      this.#log.error(`The roles of ${placeName(target)} could not be loaded.`, error);
      shown = { key, list: former, phase: 'failed', error };
    }
    if (run.signal.aborted) return;
    this.#shown = shown;
    // the heading names the place, which only the response shows
    this.#changed.fire(heading);
  }
}
