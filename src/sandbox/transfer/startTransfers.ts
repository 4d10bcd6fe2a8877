import { rm } from 'node:fs/promises';
import { runExport } from './exports.ts';
import { runGroupImport } from './groupImports.ts';
import { runImport } from './imports.ts';
import { runRelationImport } from './relationImports.ts';
import { runGistImport } from '../external/gists.ts';
import { Transfers, type TransferSettings } from './transfers.ts';

const isUnderWay = ({ state }: { readonly state: string }): boolean =>
  ['queued', 'created', 'scheduled', 'started'].includes(state);

/** Restarts jobs that were interrupted by the end of the sandbox. */
export const startTransfers = async (settings: TransferSettings): Promise<Transfers> => {
  const transfers = new Transfers(settings);
  await rm(transfers.path('work', ''), { recursive: true, force: true });
  const { exports, imports, groupImports, relationImports, gistImports } = transfers.state;
  for (const job of exports.filter(isUnderWay)) runExport(transfers, job);
  for (const job of imports.filter(isUnderWay)) runImport(transfers, job.projectId);
  for (const job of groupImports.filter(isUnderWay)) runGroupImport(transfers, job);
  for (const job of relationImports.filter(isUnderWay)) runRelationImport(transfers, job);
  for (const job of gistImports.filter(isUnderWay)) runGistImport(transfers, job);
  return transfers;
};
