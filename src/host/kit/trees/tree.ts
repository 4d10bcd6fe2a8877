import { isDeepStrictEqual } from 'node:util';
import * as vscode from '../../vscode.ts';
import { type CurrentProject, type OpenProject, projectKey, type ProjectState } from '../../shell/currentProject.ts';
import { type StateRow, withoutProject } from './rows.ts';
import { TreeChanges } from './treeChanges.ts';

export abstract class Tree<Row extends object> implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  readonly #changes = new TreeChanges<Row>();
  readonly #subscriptions: vscode.Disposable[] = [this.#changes];
  readonly onDidChangeTreeData = this.#changes.event;
  protected readonly view: vscode.TreeView<Row>;

  constructor(view: vscode.TreeView<Row> | ((rows: vscode.TreeDataProvider<Row>) => vscode.TreeView<Row>)) {
    this.view = typeof view === 'function' ? this.own(view(this)) : view;
  }

  abstract getTreeItem(row: Row): vscode.TreeItem;
  abstract getChildren(row?: Row): vscode.ProviderResult<Row[]>;

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  redraw(row?: Row): void {
    this.#changes.fire(row);
  }

  /** Refreshes a list. Row menus don't work meanwhile, so if the rows are the same, only changed ones are refreshed. */
  protected redrawList(list: Row | undefined, hasSameRows: boolean, changed: readonly Row[]): void {
    if (hasSameRows) changed.forEach((row) => this.redraw(row));
    else this.redraw(list);
  }

  protected own<T extends vscode.Disposable>(part: T): T {
    this.#subscriptions.push(part);
    return part;
  }

  /** Shown beside the title. */
  get description(): string {
    return this.view.description ?? '';
  }

  /** Shown above the rows. */
  get message(): string {
    return String(this.view.message ?? '');
  }

  protected describe(description: string, message = ''): void {
    this.view.description = description;
    // the same message again makes VS Code withhold the rows that follow
    if (this.message !== message) this.view.message = message;
  }
}

/** Properties that rows may show. */
const factsOf = ({ account, project, remote, root }: OpenProject) => ({
  account,
  project,
  remote,
  root: root?.toString(),
});

/** Tree of the current project; without one, rows explain. */
export abstract class ProjectTree<Row extends object> extends Tree<Row | StateRow> {
  protected readonly project: CurrentProject;
  readonly #retry: string;
  /** Kept while the project can't be read. */
  #key: string | undefined;
  #facts: ReturnType<typeof factsOf> | undefined;

  /** `retry`: command of a click on a failure. */
  constructor(project: CurrentProject, retry: string, view: ConstructorParameters<typeof Tree<Row | StateRow>>[0]) {
    super(view);
    this.project = project;
    this.#retry = retry;
    this.#key = project.open && projectKey(project.open);
    this.#facts = project.open && factsOf(project.open);
    this.own(project.onDidChange((state) => this.#projectChanged(state)));
  }

  async getChildren(row?: Row | StateRow): Promise<(Row | StateRow)[]> {
    if (row !== undefined) return this.below(row);
    this.project.start();
    const { state } = this.project;
    return state.kind === 'ready' ? this.roots(state) : [...withoutProject(state, this.#retry)];
  }

  protected abstract roots(open: OpenProject): (Row | StateRow)[];
  protected abstract below(row: Row | StateRow): (Row | StateRow)[] | Promise<(Row | StateRow)[]>;

  protected opened(_open: OpenProject): void {}

  /** The same project, perhaps with another token. */
  protected openedAgain(_open: OpenProject): void {}

  /** Nothing of the previous project may stay visible. */
  protected closed(): void {}

  #projectChanged(state: ProjectState): void {
    const before = this.#facts;
    this.#facts = state.kind === 'ready' ? factsOf(state) : undefined;
    if (state.kind === 'ready') {
      const key = projectKey(state);
      const isSame = key === this.#key;
      this.#key = key;
      if (isSame) this.openedAgain(state);
      else this.opened(state);
      // the Git extension reports every change, and row menus don't work while VS Code refreshes
      if (isSame && isDeepStrictEqual(before, this.#facts)) return;
    } else if (state.kind !== 'failed') {
      this.#key = undefined;
      this.closed();
    }
    this.redraw();
  }
}
