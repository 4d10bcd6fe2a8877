import * as v from 'valibot';
import * as vscode from '../../vscode.ts';
import { createQueue } from '../../../model/queue.ts';
import { listTodos, type Todo } from '../../../wire/todos.ts';
import { PollingPace } from '../../kit/pollingPace.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { Shell } from '../../shell/shell.ts';
import { shaped, type Stored, stored } from '../../shell/storedValue.ts';
import { call, showView } from '../../kit/areaCommands.ts';

/** Poll interval while the window has focus. */
const pace = { soonestMs: 60_000, latestMs: 600_000 };

/** Limit of single messages; more items share one. */
const maxMessages = 2;

/** Ids of the last known to-do items, by account and project. */
type NotifiedIds = Readonly<Record<string, readonly number[]>>;

/**
 * Notifies once of each new review request or mention in the current project, if `graft.reviews.notifications` is on. Never
 * of items from before.
 */
export class TodoNotifier implements vscode.Disposable {
  readonly #shell: Pick<Shell, 'project' | 'log'>;
  readonly #notified: Stored<NotifiedIds>;
  readonly #pace: PollingPace;
  /** serial, as parallel polls would notify twice */
  readonly #inTurn = createQueue(1);

  constructor(
    shell: Pick<Shell, 'project' | 'log'> & { readonly context: Pick<vscode.ExtensionContext, 'globalState'> },
  ) {
    this.#shell = shell;
    const read = shaped(v.record(v.string(), v.array(v.number())), {});
    this.#notified = stored<NotifiedIds>(shell.context.globalState, 'graft.reviews.told', read);
    this.#pace = new PollingPace(
      () => this.poll(),
      () => shell.project.open !== undefined && isWanted(),
      pace,
    );
  }

  /** Polls now and from then on. */
  async start(): Promise<void> {
    await this.poll();
    this.#pace.soon();
  }

  /** Resolves to whether there were new items. */
  poll(): Promise<boolean> {
    return this.#inTurn(() => this.#poll());
  }

  dispose(): void {
    this.#pace.dispose();
  }

  async #poll(): Promise<boolean> {
    const { project, log } = this.#shell;
    const { open } = project;
    if (open === undefined || !isWanted()) return false;
    const parameters = { project_id: open.project.id, type: 'MergeRequest', per_page: 100 } as const;
    try {
      const { items } = await open.client.send(listTodos, parameters);
      const asking = items.flatMap(({ id, ...todo }) => {
        const words = wordsOf(todo);
        return words === undefined || todo.target == null ? [] : [{ id, words, request: todo.target }];
      });
      const key = `${open.account.id} ${open.project.id}`;
      const before = this.#notified.get()[key];
      await this.#notified.put({ ...this.#notified.get(), [key]: asking.map(({ id }) => id) });
      const fresh = before === undefined ? [] : asking.filter(({ id }) => !before.includes(id));
      if (fresh.length > maxMessages) void notifyCount(fresh.length);
      else for (const { words, request } of fresh) void notify(words, { open, request });
      return fresh.length > 0;
    } catch (error) {
      // the next poll retries
      log.error('To-do items could not be read.', error);
      return false;
    }
  }
}

const isWanted = (): boolean => vscode.workspace.getConfiguration('graft').get('reviews.notifications', false);

/** Undefined unless it is a review request or mention. */
const wordsOf = ({ action_name: action, author, target }: Omit<Todo, 'id'>): string | undefined => {
  if (target == null) return undefined;
  const { t } = vscode.l10n;
  const values = [author?.name ?? t('unknown user'), String(target.iid), target.title] as const;
  if (action === 'review_requested') return t('{0} asks you to review !{1}: {2}', ...values);
  const isMention = action === 'mentioned' || action === 'directly_addressed';
  return isMention ? t('{0} mentions you in !{1}: {2}', ...values) : undefined;
};

const notify = async (
  words: string,
  row: { readonly open: OpenProject; readonly request: NonNullable<Todo['target']> },
) => {
  const show = vscode.l10n.t('Open Merge Request');
  if ((await vscode.window.showInformationMessage(words, show)) === show)
    await call('graft.mergeRequests.openPage', row);
};

const notifyCount = async (count: number): Promise<void> => {
  const { t } = vscode.l10n;
  const show = t('Show Reviews');
  const words = t('{0} new review requests and mentions', count);
  if ((await vscode.window.showInformationMessage(words, show)) === show) await showView('graft.reviews');
};
