import type { ImportJob } from '../world/transferRecords.ts';
import type { Transfers } from './transfers.ts';

/** The import that made a project; undefined for a project that was not imported. */
export const importOf = (transfers: Transfers, projectId: number): ImportJob | undefined =>
  transfers.state.imports.find((job) => job.projectId === projectId);

/** Changes what is known of an import. */
export const changeImport = (transfers: Transfers, projectId: number, changed: Partial<ImportJob>): Promise<void> =>
  transfers.update((state) => ({
    ...state,
    imports: state.imports.map((job) => (job.projectId === projectId ? { ...job, ...changed } : job)),
  }));
