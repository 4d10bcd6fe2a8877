import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { ExportJob } from '../world/transferRecords.ts';
import { writeArchive, type ArchiveEntry } from './archive.ts';
import { groupEntries } from './groupArchive.ts';
import { sendFile } from './outgoing.ts';
import { projectEntries } from './projectArchive.ts';
import type { Transfers } from './transfers.ts';

export const exportOf = (
  transfers: Transfers,
  kind: ExportJob['kind'],
  subjectId: number,
  personId: number,
): ExportJob | undefined =>
  transfers.state.exports.find((job) => job.kind === kind && job.subjectId === subjectId && job.personId === personId);

const change = (transfers: Transfers, id: number, changed: Partial<ExportJob>): Promise<void> =>
  transfers.update((state) => ({
    ...state,
    exports: state.exports.map((job) => (job.id === id ? { ...job, ...changed } : job)),
  }));

const entriesOf = (transfers: Transfers, job: ExportJob, folder: string): AsyncIterable<ArchiveEntry> | undefined => {
  const { world, settings } = transfers;
  const source = { world, version: settings.version };
  if (job.kind === 'group') {
    const group = world.state.groups.find(({ id }) => id === job.subjectId);
    return group === undefined ? undefined : groupEntries(source, group);
  }
  const project = world.state.projects.find(({ id }) => id === job.subjectId);
  return project === undefined ? undefined : projectEntries(source, project, { folder, description: job.description });
};

const perform = async (transfers: Transfers, job: ExportJob): Promise<void> => {
  const kind = job.kind === 'project' ? 'projectExport' : 'groupExport';
  const step = (to: string): Promise<void> => transfers.step({ kind, subjectId: job.subjectId, to });
  await step('started');
  await change(transfers, job.id, { state: 'started' });
  const folder = await transfers.workFolder();
  try {
    const entries = entriesOf(transfers, job, folder);
    if (entries === undefined) throw new Error(`The ${job.kind} ${job.subjectId} is gone.`);
    const file = `${job.id}-${randomBytes(6).toString('hex')}.tar.gz`;
    const path = transfers.path('exports', file);
    await writeArchive(path, entries, transfers.settings.now());
    if (job.upload !== null) await sendFile(job.upload, path, transfers.settings.closing);
    await step('finished');
    await change(transfers, job.id, { state: 'finished', file });
    if (job.file !== null) await rm(transfers.path('exports', job.file), { force: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Runs until finished or failed; also restarts an export that was interrupted by the end of the sandbox. */
export const runExport = (transfers: Transfers, job: ExportJob): void =>
  transfers.run(async () => {
    try {
      await perform(transfers, job);
    } catch (error) {
      if (transfers.settings.closing.aborted) return;
      await change(transfers, job.id, { state: 'failed' });
      if (job.upload === null) throw error;
    }
  });

/**
 * Ignored while the user's previous export is queued or running. Keeps the previous archive until the new one is ready.
 */
export const beginExport = async (
  transfers: Transfers,
  wanted: Pick<ExportJob, 'kind' | 'subjectId' | 'personId' | 'description' | 'upload'>,
): Promise<void> => {
  const former = exportOf(transfers, wanted.kind, wanted.subjectId, wanted.personId);
  if (former?.state === 'queued' || former?.state === 'started') return;
  const id = await transfers.nextId();
  const job: ExportJob = { ...wanted, id, state: 'queued', file: former?.file ?? null };
  await transfers.update((state) => ({
    ...state,
    exports: [...state.exports.filter((other) => other.id !== former?.id), job],
  }));
  runExport(transfers, job);
};
