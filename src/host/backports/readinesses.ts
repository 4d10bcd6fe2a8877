import * as vscode from '../vscode.ts';
import { type Readiness, readReadiness } from '../../model/backports/readiness.ts';
import { type OpenProject, projectKey } from '../shell/currentProject.ts';
import type { Queues } from './queues.ts';

/** How ready branches are; read when somebody looks, and once until the queue is read again. */
export class Readinesses implements vscode.Disposable {
  readonly #queues: Queues;
  readonly #read = new Map<string, Readiness>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #ended = new AbortController();
  /** Fires when a branch was read. */
  readonly onDidChange = this.#changed.event;

  constructor(queues: Queues) {
    this.#queues = queues;
  }

  /** What was read of a branch. */
  of(open: OpenProject, branch: string): Readiness | undefined {
    return this.#read.get(`${projectKey(open)} ${branch}`);
  }

  /** Reads how ready a branch is; nothing is written. */
  async read(open: OpenProject, branch: string, signal: AbortSignal = this.#ended.signal): Promise<Readiness> {
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
    this.#read.set(`${projectKey(open)} ${branch}`, readiness);
    this.#changed.fire();
    return readiness;
  }

  /** Forgets what was read: it is read again when it is looked at. */
  clear(): void {
    this.#read.clear();
  }

  dispose(): void {
    this.#ended.abort();
    this.#changed.dispose();
  }
}
