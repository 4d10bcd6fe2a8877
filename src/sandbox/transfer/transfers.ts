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

/** A step a job is about to take: to the state `to`. */
export interface JobStep {
  readonly kind: 'projectExport' | 'groupExport' | 'projectImport' | 'groupImport' | 'relationImport' | 'gistImport';
  /** Of the project, the group, or the person. */
  readonly subjectId: number;
  readonly to: string;
}

/** Addresses of services outside that imports go to when a request names none. */
export interface OutsideServices {
  /** Of GitHub: `http://host:port`, the API below `/api/v3`. */
  readonly github?: string;
  /** Of Bitbucket Cloud, the API below `/2.0`. */
  readonly bitbucket?: string;
  /** Of the object storage; buckets are the first part of the path. */
  readonly s3?: string;
}

/** What exports and imports need of their surroundings. */
export interface TransferSettings {
  readonly world: World;
  /** Address of the instance without a final slash. */
  readonly url: string;
  readonly version: string;
  readonly now: () => Date;
  readonly closing: AbortSignal;
  readonly onError: (error: unknown) => void;
  /** How long a job waits before each of its steps. */
  readonly jobDelayMs: number;
  /** Awaited before each step: tests hold jobs here. */
  readonly beforeJobStep: ((step: JobStep) => Promise<void>) | undefined;
  /** The other origin downloads are sent to; undefined when the instance serves them itself. */
  readonly objectStorage: ObjectStorage | undefined;
  readonly services: OutsideServices;
  /** Largest archive that may be imported, in bytes. */
  readonly largestArchive: number;
  readonly allowances: Allowances;
}

/** Thrown inside a job that is no longer wanted: canceled, or the sandbox closes. */
export class JobStopped extends Error {}

/** The exports and imports of a world: their state, their files, and the jobs that are at work. */
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

  /** Replaces the state of exports and imports; resolves once it is on disk. */
  async update(change: (state: TransferState) => TransferState): Promise<void> {
    await this.world.update((state) => ({ ...state, transfers: change({ ...noTransfers, ...state.transfers }) }));
  }

  /** A number no job or record of this area has yet. */
  async nextId(): Promise<number> {
    let id = 0;
    await this.update((state) => {
      id = state.lastId + 1;
      return { ...state, lastId: id };
    });
    return id;
  }

  /** Where archives for downloading, received ones, and half-done work lie. */
  path(folder: 'exports' | 'uploads' | 'work', name: string): string {
    return join(this.world.directory, 'transfers', folder, name);
  }

  /** Makes a fresh, empty folder for the work of one job. */
  async workFolder(): Promise<string> {
    const folder = this.path('work', randomBytes(8).toString('hex'));
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Keeps a received file for a job; answers its name among the uploads. */
  async keepUpload(file: ReceivedFile): Promise<string> {
    const name = `${randomBytes(12).toString('hex')}.tar.gz`;
    await mkdir(this.path('uploads', ''), { recursive: true });
    await rename(file.path, this.path('uploads', name));
    return name;
  }

  /** Removes an upload no job needs any more. */
  async dropUpload(name: string | null): Promise<void> {
    if (name !== null) await rm(this.path('uploads', name), { force: true });
  }

  /** Waits until a job may take its next step. Throws `JobStopped` when the sandbox closes. */
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

  /** Lets a job run by itself. What it throws is an error of the sandbox, unless it was stopped. */
  run(job: () => Promise<void>): void {
    const running = job().catch((error: unknown) => {
      if (!(error instanceof JobStopped)) this.settings.onError(error);
    });
    this.#running.add(running);
    void running.then(() => this.#running.delete(running));
  }

  /** Resolves when no job is at work any more. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

/** The import that made a project; undefined for a project that was not imported. */
export const importOf = (transfers: Transfers, projectId: number): ImportJob | undefined =>
  transfers.state.imports.find((job) => job.projectId === projectId);

/** Changes what is known of an import. */
export const changeImport = (transfers: Transfers, projectId: number, changed: Partial<ImportJob>): Promise<void> =>
  transfers.update((state) => ({
    ...state,
    imports: state.imports.map((job) => (job.projectId === projectId ? { ...job, ...changed } : job)),
  }));
