import * as vscode from '../vscode.ts';
import type { ProjectFileReading } from '../../model/backports/projectFile.ts';
import type { Queue } from '../../model/backports/queue.ts';
import { type QueueProgress, readQueue } from '../../model/backports/readQueue.ts';
import { readProjectFile } from '../../model/backports/readProjectFile.ts';
import { LatestReading } from '../../model/latestReading.ts';
import { historiesInClone } from '../kit/git/historiesInClone.ts';
import { type OpenProject, projectKey } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';
import { StoredAnswers } from './knownAnswers.ts';

/** Queue of a project; a refresh keeps the old values until the new ones are read. */
export interface QueueState {
  readonly phase: 'unread' | 'reading' | 'ready' | 'failed' | 'cancelled';
  /** Cause of the last failure. */
  readonly error?: unknown;
  readonly file: ProjectFileReading | undefined;
  readonly queue: Queue | undefined;
  readonly progress: QueueProgress | undefined;
}

const unread: QueueState = { phase: 'unread', file: undefined, queue: undefined, progress: undefined };

/** Reads the backport queue of the current project. */
export class Queues implements vscode.Disposable {
  readonly #needs: Pick<Shell, 'context' | 'log' | 'repositories'>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #reading = new LatestReading();
  #key: string | undefined;
  #state = unread;
  #abort: AbortController | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(needs: Pick<Shell, 'context' | 'log' | 'repositories'>) {
    this.#needs = needs;
  }

  of(open: OpenProject): QueueState {
    return this.#key === projectKey(open) ? this.#state : unread;
  }

  /** Reads the file and the queue, or joins a reading of the same project. */
  read(open: OpenProject): Promise<void> {
    const key = projectKey(open);
    if (key === this.#key) return this.#reading.joined((signal) => this.#read(open, signal));
    return this.refresh(open);
  }

  /** Reads both again; cancels a running reading. */
  refresh(open: OpenProject): Promise<void> {
    const key = projectKey(open);
    if (key !== this.#key) this.#state = unread;
    this.#key = key;
    return this.#reading.restarted((signal) => this.#read(open, signal));
  }

  /** Cancels the running reading; keeps the shown queue, and stores the dry run answers so far. */
  cancel(): void {
    this.#abort?.abort();
  }

  /** Clears the state when another project opens. */
  clear(): void {
    this.#reading.end();
    this.#key = undefined;
    this.#state = unread;
    this.#changed.fire();
  }

  dispose(): void {
    this.#reading.end();
    this.#changed.dispose();
  }

  async #read(open: OpenProject, latest: AbortSignal): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    const signal = AbortSignal.any([latest, abort.signal]);
    const replace = (change: Partial<QueueState>): void => {
      if (latest.aborted) return;
      this.#state = { ...this.#state, ...change };
      this.#changed.fire();
    };
    replace({ phase: 'reading', error: undefined, progress: undefined });
    const known = new StoredAnswers(this.#needs.context.workspaceState, open);
    let reading: 'whole' | 'part' = 'part';
    try {
      const place = { client: open.client, project: open.project.id };
      open.client.stopSharing();
      const file = await readProjectFile(place, signal);
      const rules = file.kind === 'read' ? file.file.backports : undefined;
      replace({ file, ...(rules === undefined ? { queue: undefined } : {}) });
      const queue =
        rules &&
        (await readQueue(place, rules, {
          signal,
          known,
          report: (progress) => replace({ progress }),
          readInClone: async (source, branches) =>
            (await historiesInClone(this.#needs, { open, source, branches }, signal)).histories,
          defaultBranch: open.project.default_branch ?? undefined,
        }));
      if (queue !== undefined) reading = 'whole';
      replace({ phase: 'ready', queue, progress: undefined });
    } catch (error) {
      if (abort.signal.aborted) return replace({ phase: 'cancelled', progress: undefined });
      if (latest.aborted) return;
      this.#needs.log.error('The backport queue could not be read.', error);
      replace({ phase: 'failed', error, progress: undefined });
    } finally {
      await known.save(reading);
    }
  }
}
