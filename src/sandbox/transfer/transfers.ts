import { once } from 'node:events';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import type { ReceivedFile } from '../multipart.ts';
import { noTransfers, type ImportJob, type TransferState } from '../world/transferRecords.ts';
import type { World } from '../world/world.ts';
import type { Allowances } from './allowances.ts';
import type { ObjectStorage } from './objectStorage.ts';

/** Transition of a job to the state `to`. */
export interface JobStep {
  readonly kind: 'projectExport' | 'groupExport' | 'projectImport' | 'groupImport' | 'relationImport' | 'gistImport';
  /** ID of the project, group or user. */
  readonly subjectId: number;
  readonly to: string;
}

/** Default addresses for imports. */
export interface OutsideServices {
  /** `http://host:port`; the API is at `/api/v3`. */
  readonly github?: string;
  /** The API is at `/2.0`. */
  readonly bitbucket?: string;
  /** Path-style: the bucket is the first part of the path. */
  readonly s3?: string;
}

export interface TransferSettings {
  readonly world: World;
  /** No trailing slash. */
  readonly url: string;
  readonly version: string;
  readonly now: () => Date;
  readonly closing: AbortSignal;
  readonly onError: (error: unknown) => void;
  /** Delay before each step. */
  readonly jobDelayMs: number;
  /** Awaited before each step, for tests. */
  readonly beforeJobStep: ((step: JobStep) => Promise<void>) | undefined;
  /** Origin for downloads; undefined when the instance serves them. */
  readonly objectStorage: ObjectStorage | undefined;
  readonly services: OutsideServices;
  /** Limit in bytes for imports. */
  readonly largestArchive: number;
  readonly allowances: Allowances;
}

/** Aborts a job when it was canceled or the sandbox closes. */
export class JobStopped extends Error {}

/** State, files and running jobs of exports and imports. */
export class Transfers {
  readonly settings: TransferSettings;
  readonly #running = new Set<Promise<void>>();

  constructor(settings: TransferSettings) {
    this.settings = settings;
  }

  get world(): World {
    return this.settings.world;
  }

  get state(): TransferState {
    return { ...noTransfers, ...this.world.state.transfers };
  }

  /** Resolves once the state is on disk. */
  async update(change: (state: TransferState) => TransferState): Promise<void> {
    await this.world.update((state) => ({ ...state, transfers: change({ ...noTransfers, ...state.transfers }) }));
  }

  /** Unique among jobs and records of transfers. */
  async nextId(): Promise<number> {
    let id = 0;
    await this.update((state) => {
      id = state.lastId + 1;
      return { ...state, lastId: id };
    });
    return id;
  }

  path(folder: 'exports' | 'uploads' | 'work', name: string): string {
    return join(this.world.directory, 'transfers', folder, name);
  }

  /** New and empty. */
  async workFolder(): Promise<string> {
    const folder = this.path('work', randomBytes(8).toString('hex'));
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Moves a received file to the uploads; returns its name. */
  async keepUpload(file: ReceivedFile): Promise<string> {
    const name = `${randomBytes(12).toString('hex')}.tar.gz`;
    await mkdir(this.path('uploads', ''), { recursive: true });
    await rename(file.path, this.path('uploads', name));
    return name;
  }

  async dropUpload(name: string | null): Promise<void> {
    if (name !== null) await rm(this.path('uploads', name), { force: true });
  }

  /** Waits for holds, then for the delay. Throws `JobStopped` when the sandbox closes. */
  async step(step: JobStep): Promise<void> {
    const { closing, jobDelayMs, beforeJobStep } = this.settings;
    const ending = new AbortController();
    try {
      const held = beforeJobStep?.(step);
      const closed = once(closing, 'abort', { signal: ending.signal }).catch(() => undefined);
      if (held !== undefined && !closing.aborted) await Promise.race([held, closed]);
      await pause(jobDelayMs, undefined, { signal: closing });
    } catch (cause) {
      if (closing.aborted) throw new JobStopped('The sandbox closes.', { cause });
      throw cause;
    } finally {
      ending.abort();
    }
    if (closing.aborted) throw new JobStopped('The sandbox closes.');
  }

  /** Runs a job in the background; reports all errors but `JobStopped`. */
  run(job: () => Promise<void>): void {
    const running = job().catch((error: unknown) => {
      if (!(error instanceof JobStopped)) this.settings.onError(error);
    });
    this.#running.add(running);
    void running.then(() => this.#running.delete(running));
  }

  /** Resolves when no job is running. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

export const importOf = (transfers: Transfers, projectId: number): ImportJob | undefined =>
  transfers.state.imports.find((job) => job.projectId === projectId);

export const changeImport = (transfers: Transfers, projectId: number, changed: Partial<ImportJob>): Promise<void> =>
  transfers.update((state) => ({
    ...state,
    imports: state.imports.map((job) => (job.projectId === projectId ? { ...job, ...changed } : job)),
  }));
