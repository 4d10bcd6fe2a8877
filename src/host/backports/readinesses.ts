import * as vscode from '../vscode.ts';
import { type Readiness, readReadiness } from '../../model/backports/readiness.ts';
import { type OpenProject, projectKey } from '../shell/currentProject.ts';
import { LatestAnswers } from '../../model/latestAnswers.ts';
import type { Queues } from './queues.ts';

const keyOf = (open: OpenProject, branch: string): string => `${projectKey(open)} ${branch}`;

/** Caches readiness per branch until the queue is refreshed; read when a row is expanded. */
export class Readinesses implements vscode.Disposable {
  readonly #queues: Queues;
  readonly #answers = new LatestAnswers<Readiness>(200);
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #ended = new AbortController();
  /** Fires with the branch name after a read. */
  readonly onDidChange = this.#changed.event;

  constructor(queues: Queues) {
    this.#queues = queues;
  }

  /** Last known readiness; `isOld` once the queue was refreshed since. */
  of(open: OpenProject, branch: string): { readonly readiness: Readiness; readonly isOld: boolean } | undefined {
    const key = keyOf(open, branch);
    const readiness = this.#answers.known(key);
    return readiness && { readiness, isOld: this.#answers.current(key) === undefined };
  }

  /** Cached or running read: VS Code requests children on each redraw. */
  shown(open: OpenProject, branch: string): Promise<Readiness> {
    return this.#answers.get(keyOf(open, branch), () => this.read(open, branch));
  }

  /** Sends read requests only. */
  async read(open: OpenProject, branch: string, signal: AbortSignal = this.#ended.signal): Promise<Readiness> {
    const answered = this.#answers.start();
    const { file, queue, error } = this.#queues.of(open);
    const inQueue = queue?.branches.find((each) => each.branch === branch);
    const readiness = await readReadiness(
      { client: open.client, project: open.project.id },
      branch,
      {
        rules: file?.kind === 'read' ? file.file.backports : undefined,
        queue: inQueue ?? (error === undefined ? undefined : { error }),
      },
      signal,
    );
    answered(keyOf(open, branch), readiness);
    this.#changed.fire(branch);
    return readiness;
  }

  /** Marks all as outdated. */
  clear(): void {
    this.#answers.outdate();
  }

  dispose(): void {
    this.#ended.abort();
    this.#changed.dispose();
  }
}
