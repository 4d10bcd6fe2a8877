import * as vscode from '../vscode.ts';
import { isCancelled } from '../../client/errors.ts';
import { iterationTiming, today } from '../../model/iterations/iteration.ts';
import { IterationsRefused } from '../../model/iterations/iterationScope.ts';
import type { Iteration } from '../../wire/iterations.ts';
import { AfterRows, afterViewsMs, type RowsFirst } from '../kit/idleWork.ts';
import { explain } from '../kit/words/explain.ts';
import { visibleLabel } from '../kit/words/format.ts';
import type { Log } from '../shell/log.ts';
import type { CurrentProject, OpenProject } from '../shell/currentProject.ts';
import type { IterationLists } from './lists.ts';
import type { IterationLive } from './live.ts';
import { maxCurrent } from './lists.ts';
import { refreshEveryMs } from './view.ts';
import { ownIssuesMessage, nameOfIteration, timingMessage } from './messages.ts';
import type { IterationWork } from './work.ts';

interface Deps {
  readonly project: CurrentProject;
  readonly lists: IterationLists;
  readonly work: IterationWork;
  readonly live: IterationLive;
  readonly rows: RowsFirst;
  readonly log: Log;
}

interface Counted {
  readonly iteration: Iteration;
  /** Open issues of the user; undefined if unknown. */
  readonly ownIssues: number | undefined;
}

/** Optional status bar item: the user's issues in the current iteration, and days left. */
export class IterationStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('graft.iteration', vscode.StatusBarAlignment.Left, 8);
  readonly #parts: Deps;
  readonly #subscriptions: vscode.Disposable;
  #run = new AbortController();
  readonly #update: AfterRows;
  /** Place and project shown, to ignore equal events. */
  #of: string | undefined;
  #askedAt = 0;

  constructor(parts: Deps) {
    this.#parts = parts;
    this.#update = new AfterRows(() => this.#read(), parts.rows);
    this.#item.name = vscode.l10n.t('Graft: My Issues in This Iteration');
    this.#item.command = 'graft.iterations.mine';
    this.#subscriptions = vscode.Disposable.from(
      this.#item,
      this.#update,
      parts.project.onDidChange(() => this.#update.soon()),
      parts.lists.onDidChange(() => {
        if (this.#key() !== this.#of) this.#update.soon();
      }),
      parts.live.onDidChange(() => this.#update.soon()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('graft.iterations.statusBar')) this.#update.soon();
      }),
      vscode.window.onDidChangeWindowState(() => this.#later()),
    );
    if (parts.project.open) this.#update.soon(0);
  }

  /** Undefined while hidden. */
  get text(): string | undefined {
    return this.#item.text === '' ? undefined : this.#item.text;
  }

  dispose(): void {
    this.#run.abort();
    this.#subscriptions.dispose();
  }

  get #isWanted(): boolean {
    return vscode.workspace.getConfiguration('graft').get('iterations.statusBar', false);
  }

  #key(): string | undefined {
    const { open } = this.#parts.project;
    if (open === undefined) return undefined;
    const { withAncestors, withDescendants } = this.#parts.lists.choices.of(open);
    const { kind, path } = this.#parts.lists.placeOf(open);
    return JSON.stringify([open.account.id, open.project.id, kind, path, withAncestors, withDescendants]);
  }

  /** Schedules the next refresh while the window is focused. */
  #later(): void {
    if (!this.#isWanted || !vscode.window.state.focused || this.#askedAt === 0) return;
    this.#update.soon(Math.max(afterViewsMs, refreshEveryMs - (Date.now() - this.#askedAt)));
  }

  async #read(): Promise<void> {
    this.#run.abort();
    const run = new AbortController();
    this.#run = run;
    const { open } = this.#parts.project;
    if (!open || !this.#isWanted) {
      this.#of = this.#key();
      this.#hide();
      return;
    }
    this.#of = this.#key();
    this.#askedAt = Date.now();
    try {
      const counted = await this.#count(open, run.signal);
      if (!run.signal.aborted) this.#show(counted);
    } catch (error) {
      if (run.signal.aborted || isCancelled(error)) return;
      this.#parts.log.error('The current iteration could not be read.', error);
      if (error instanceof IterationsRefused) this.#hide();
      else this.#showUnknown(error);
    }
    this.#of = this.#key();
    this.#later();
  }

  async #count(open: OpenProject, signal: AbortSignal): Promise<readonly Counted[]> {
    const { lists, work } = this.#parts;
    const page = { page: 1, pageSize: maxCurrent, signal };
    const { items } = await lists.read(open, { state: 'current', search: '' }, page);
    const place = lists.placeOf(open);
    return Promise.all(
      items.map(async (iteration) => {
        const { progress } = await work.readFacts({ open, place, id: iteration.id }, signal);
        return { iteration, ownIssues: progress?.own };
      }),
    );
  }

  #show(counted: readonly Counted[]): void {
    const { many, t } = vscode.l10n;
    const soonest = soonestOf(counted);
    if (soonest === undefined) {
      this.#hide();
      return;
    }
    const isKnown = counted.every(({ ownIssues }) => ownIssues !== undefined);
    const mine = counted.reduce((sum, each) => sum + (each.ownIssues ?? 0), 0);
    const issues = !isKnown ? t('issues unknown') : many(mine, '{0} issue', '{0} issues');
    const words = [issues, timingMessage(soonest.iteration)].filter((each) => each !== undefined).join(' · ');
    this.#item.text = `$(milestone) ${visibleLabel(words)}`;
    const lines = counted.map((each) =>
      [
        nameOfIteration(each.iteration),
        timingMessage(each.iteration),
        each.ownIssues === undefined ? undefined : ownIssuesMessage(each.ownIssues),
      ]
        .filter((part) => part !== undefined)
        .join(' · '),
    );
    this.#item.tooltip = [t('My issues in this iteration'), ...lines].join('\n');
    this.#item.accessibilityInformation = { label: t('This iteration: {0}', words) };
    this.#item.show();
  }

  #showUnknown(error: unknown): void {
    const { t } = vscode.l10n;
    this.#item.text = `$(milestone) ${t('Iteration: unknown')}`;
    this.#item.tooltip = explain(error);
    this.#item.accessibilityInformation = { label: t('This iteration: {0}', explain(error)) };
    this.#item.show();
  }

  #hide(): void {
    this.#item.text = '';
    this.#item.hide();
  }
}

/** Ends first, preferably with issues of the user. */
const soonestOf = (counted: readonly Counted[]): Counted | undefined => {
  const own = counted.filter(({ ownIssues }) => ownIssues !== undefined && ownIssues > 0);
  const daysOf = ({ iteration }: Counted): number => {
    const timing = iterationTiming(iteration, today());
    return timing.kind === 'left' ? timing.days : Number.POSITIVE_INFINITY;
  };
  return (own.length > 0 ? own : counted).toSorted((one, other) => daysOf(one) - daysOf(other))[0];
};
