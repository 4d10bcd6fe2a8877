import * as vscode from '../vscode.ts';
import { AfterRows, type RowsFirst } from '../kit/idleWork.ts';
import { explain } from '../kit/words/explain.ts';
import type { Log } from '../shell/log.ts';
import type { CurrentBranch } from '../shell/currentBranch.ts';
import type { CurrentProject, OpenProject } from '../shell/currentProject.ts';
import type { LocalRepositories } from '../shell/gitExtension.ts';
import type { ProjectRights, RightsAnswer } from './rights.ts';
import { visible } from '../kit/words/format.ts';
import { pushSentence, verdictIcons } from '../kit/words/rightsMessages.ts';

/** Age from which an answer is refreshed when the window regains focus. */
const staleMs = 5 * 60_000;

interface Deps {
  readonly project: CurrentProject;
  readonly repositories: LocalRepositories;
  readonly rights: ProjectRights;
  readonly branch: CurrentBranch;
  readonly rows: RowsFirst;
  readonly log: Log;
}

/** Status bar item that answers "Can I push here?" for the current branch. */
export class PushStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('graft.push', vscode.StatusBarAlignment.Left, 9);
  readonly #parts: Deps;
  readonly #subscriptions: vscode.Disposable;
  #run = new AbortController();
  readonly #later: AfterRows;
  #askedAt = 0;
  #shown: RightsAnswer | undefined;
  /** The active file is in another repository, so its branch isn't known. */
  #isElsewhere = false;
  #hasSeveral = false;

  constructor(parts: Deps) {
    this.#parts = parts;
    this.#later = new AfterRows(() => this.#update(), parts.rows);
    this.#item.name = vscode.l10n.t('Graft: Can I Push Here?');
    const update = (): void => {
      this.#later.soon();
      void this.#hideOther();
    };
    this.#subscriptions = vscode.Disposable.from(
      this.#item,
      this.#later,
      parts.rights.onDidChange(update),
      parts.rights.onDidAnswer((answer) => this.#take(answer)),
      parts.branch.onDidChange(update),
      vscode.window.onDidChangeActiveTextEditor(async () => {
        const before = this.#isElsewhere;
        if ((await this.#lookInFront()) !== before) update();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('graft.protectedBranches.statusBar')) update();
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused && this.#askedAt > 0 && Date.now() - this.#askedAt > staleMs) void parts.rights.refresh();
      }),
    );
    if (parts.project.open) this.#later.soon(0);
  }

  /** Undefined while hidden. */
  get text(): string | undefined {
    return this.#item.text === '' ? undefined : this.#item.text;
  }

  dispose(): void {
    this.#run.abort();
    this.#subscriptions.dispose();
  }

  async #update(): Promise<void> {
    this.#run.abort();
    const run = new AbortController();
    this.#run = run;
    const { project, branch, rights, log } = this.#parts;
    const { open } = project;
    const wanted = vscode.workspace.getConfiguration('graft').get('protectedBranches.statusBar', true);
    try {
      const current = open && wanted && !(await this.#lookInFront()) ? await branch.of(open) : undefined;
      this.#hasSeveral = (await this.#parts.repositories.list()).length > 1;
      if (run.signal.aborted) return;
      if (!open || !current) {
        this.#hide();
        return;
      }
      this.#askedAt = Date.now();
      const answer = await rights.read(open, current.name, { signal: run.signal });
      if (!run.signal.aborted) this.#show(answer);
    } catch (error) {
      if (run.signal.aborted) return;
      this.#hide();
      log.error('The status of the branch could not be read.', error);
    }
  }

  async #lookInFront(): Promise<boolean> {
    const { project, repositories } = this.#parts;
    const file = vscode.window.activeTextEditor?.document.uri;
    const front = file?.scheme === 'file' ? (await repositories.at(file))?.root.toString() : undefined;
    this.#isElsewhere = front !== undefined && front !== project.open?.root?.toString();
    return this.#isElsewhere;
  }

  /** Shows an answer requested elsewhere for the same branch. */
  #take(answer: RightsAnswer): void {
    const shown = this.#shown;
    if (shown && isSamePlace(shown.open, answer.open) && shown.rights.branch === answer.rights.branch)
      this.#show(answer);
  }

  /** Hides an answer for another branch while the next one is read. */
  async #hideOther(): Promise<void> {
    const shown = this.#shown;
    if (shown === undefined) return;
    const { open } = this.#parts.project;
    const isMeant = open && !this.#isElsewhere && isSamePlace(open, shown.open);
    const current = isMeant ? await this.#parts.branch.of(open) : undefined;
    if (current?.name !== shown.rights.branch && this.#shown === shown) this.#hide();
  }

  #hide(): void {
    this.#shown = undefined;
    this.#item.text = '';
    this.#item.hide();
  }

  #show(answer: RightsAnswer): void {
    const { rights, exists, failure } = answer;
    const { t } = vscode.l10n;
    this.#shown = answer;
    this.#item.command = {
      command: 'graft.protectedBranches.canPush',
      title: t('Can I Push Here?'),
      arguments: [rights.branch],
    };
    const { verdict } = rights.push;
    const words = verdict === 'yes' ? t('Push allowed') : verdict === 'no' ? t('No push') : t('Push: unknown');
    const project = visible(answer.open.project.path_with_namespace);
    this.#item.text = `$(${verdictIcons[verdict]}) ${this.#hasSeveral ? t('{0}: {1}', project, words) : words}`;
    this.#item.tooltip = [
      ...(this.#hasSeveral ? [project] : []),
      pushSentence(rights),
      ...(exists === false ? [t('This branch is not on the server yet.')] : []),
      ...(failure === undefined ? [] : [explain(failure)]),
    ].join('\n');
    this.#item.accessibilityInformation = { label: `${project}: ${pushSentence(rights)}` };
    this.#item.show();
  }
}

const isSamePlace = (one: OpenProject, other: OpenProject): boolean =>
  one.account.id === other.account.id && one.project.id === other.project.id;
