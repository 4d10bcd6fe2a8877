import * as vscode from '../vscode.ts';
import { type Readiness, readReadiness } from '../../model/backports/readiness.ts';
import { type OpenProject, projectKey } from '../shell/currentProject.ts';
import type { Queues } from './queues.ts';

/** Caches how ready branches are until the queue is refreshed; each is read when its row is opened. */
export class Readinesses implements vscode.Disposable {
  readonly #queues: Queues;
  #read = new Map<string, Readiness>();
  /** Checks under way for rows. */
  #reading = new Map<string, Promise<Readiness>>();
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #ended = new AbortController();
  /** Fires with the name of a branch that was read. */
  readonly onDidChange = this.#changed.event;

  constructor(queues: Queues) {
    this.#queues = queues;
  }

  /** What was read of a branch. */
  of(open: OpenProject, branch: string): Readiness | undefined {
    return this.#read.get(`${projectKey(open)} ${branch}`);
  }

  /** What was read of a branch, or the check under way: VS Code asks for a row as often as it draws it. */
  async shown(open: OpenProject, branch: string): Promise<Readiness> {
    const key = `${projectKey(open)} ${branch}`;
    const [known, reading] = [this.#read.get(key), this.#reading];
    if (known) return known;
    const check = reading.get(key) ?? this.read(open, branch);
    reading.set(key, check);
    try {
      return await check;
    } finally {
      reading.delete(key);
    }
  }

  /** Reads how ready a branch is; nothing is written. */
  async read(open: OpenProject, branch: string, signal: AbortSignal = this.#ended.signal): Promise<Readiness> {
    // an answer that comes after a refresh goes with what was known before it
    const known = this.#read;
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
    known.set(`${projectKey(open)} ${branch}`, readiness);
    this.#changed.fire(branch);
    return readiness;
  }

  /** Forgets what was read; each branch is read again when its row is opened. */
  clear(): void {
    this.#read = new Map();
    this.#reading = new Map();
  }

  dispose(): void {
    this.#ended.abort();
    this.#changed.dispose();
  }
}
