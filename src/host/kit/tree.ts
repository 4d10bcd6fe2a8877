import { isDeepStrictEqual } from 'node:util';
import * as vscode from '../vscode.ts';
import { type CurrentProject, type OpenProject, projectKey, type ProjectState } from '../shell/currentProject.ts';
import { type StateRow, withoutProject } from './rows.ts';
import { TreeChanges } from './treeChanges.ts';

/** Base of the tree of a view: change events, description and message, and disposal of its listeners. */
export abstract class Tree<Row extends object> implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  readonly #changes = new TreeChanges<Row>();
  readonly #subscriptions: vscode.Disposable[] = [this.#changes];
  readonly onDidChangeTreeData = this.#changes.event;
  protected readonly view: vscode.TreeView<Row>;

  /** `view` is the view whose rows these are, or makes it. */
  constructor(view: vscode.TreeView<Row> | ((rows: vscode.TreeDataProvider<Row>) => vscode.TreeView<Row>)) {
    this.view = typeof view === 'function' ? this.own(view(this)) : view;
  }

  abstract getTreeItem(row: Row): vscode.TreeItem;
  abstract getChildren(row?: Row): vscode.ProviderResult<Row[]>;

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  /** Redraws a row and its children; without a row the whole tree. */
  redraw(row?: Row): void {
    this.#changes.fire(row);
  }

  /**
   * Redraws a list, given by the row above it. Menus of rows do not work while VS Code redraws their list: where it has the
   * rows it was drawn with, only those that changed are redrawn.
   */
  protected redrawList(list: Row | undefined, hasSameRows: boolean, changed: readonly Row[]): void {
    if (hasSameRows) changed.forEach((row) => this.redraw(row));
    else this.redraw(list);
  }

  /** Disposes a part with the tree. */
  protected own<T extends vscode.Disposable>(part: T): T {
    this.#subscriptions.push(part);
    return part;
  }

  /** What stands beside the title. */
  get description(): string {
    return this.view.description ?? '';
  }

  /** What stands above the rows. */
  get message(): string {
    return String(this.view.message ?? '');
  }

  /** Sets the description beside the title and the message above the rows. */
  protected describe(description: string, message = ''): void {
    this.view.description = description;
    // the same message once more would make VS Code hold back the rows that follow
    if (this.message !== message) this.view.message = message;
  }
}

/** All of an open project that rows may show. */
const factsOf = ({ account, project, remote, root }: OpenProject) => ({
  account,
  project,
  remote,
  root: root?.toString(),
});

/** The tree of a view of the current project; while there is none, rows say why. */
export abstract class ProjectTree<Row extends object> extends Tree<Row | StateRow> {
  protected readonly project: CurrentProject;
  readonly #retry: string;
  /** The project that is open, or was before it could not be read. */
  #key: string | undefined;
  /** What is known of the project that is open. */
  #facts: ReturnType<typeof factsOf> | undefined;

  /** `retry` is the command a click on a failure runs. */
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

  /** The rows of the first level. */
  protected abstract roots(open: OpenProject): (Row | StateRow)[];
  protected abstract below(row: Row | StateRow): (Row | StateRow)[] | Promise<(Row | StateRow)[]>;

  /** Another project is open than before. */
  protected opened(_open: OpenProject): void {}

  /** The project that was open is open again, or was read again, perhaps with another token. */
  protected openedAgain(_open: OpenProject): void {}

  /** No project is open: nothing of the one before may be left in sight. */
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
      // the Git extension reports every change; while VS Code redraws a tree, menus of its rows do not work
      if (isSame && isDeepStrictEqual(before, this.#facts)) return;
    } else if (state.kind !== 'failed') {
      this.#key = undefined;
      this.closed();
    }
    this.redraw();
  }
}
