import { compareProjects } from './compare.ts';
import { verdictOf } from './comparison.ts';
import { type MoveDetails, targetPath } from './details.ts';
import { startExport, fetchArchive, findExport, watchExport } from './exporting.ts';
import { startImport, findImport, watchImport } from './importing.ts';
import { type MoveChange, type MoveDeps, toStep, type TransferringDeps } from './steps.ts';

/** Checks first after a restart, and repeats nothing that may have been sent. */
export const carryMoveOn = async (details: MoveDetails, how: TransferringDeps): Promise<MoveChange> => {
  switch (details.step) {
    case 'toExport':
      return startExport(details, how);
    case 'toDownload':
      return fetchArchive(details, how);
    case 'toImport':
      return startImport(details, how);
    case 'exporting':
    case 'importing':
    case 'comparing':
    case 'done':
      return pollMove(details, how);
  }
};

/** Reads only. */
export const pollMove = async (details: MoveDetails, how: MoveDeps): Promise<MoveChange> => {
  switch (details.step) {
    case 'toExport':
      return details.exportSentAtMs === undefined ? start(details) : findExport(details, how);
    case 'exporting':
      return watchExport(details, how);
    case 'toDownload':
      return toStep(details, 'toDownload', { phase: 'receiving', note: { kind: 'exportReady' } });
    case 'toImport':
      return details.importSentAtMs === undefined ? start(details) : findImport(details, how);
    case 'importing':
      return watchImport(details, how);
    case 'comparing':
    case 'done':
      return compareMove(details, how);
  }
};

const start = (details: MoveDetails): MoveChange => ({ phase: 'sending', details, note: { kind: 'begins' } });

/** Unreadable parts don't fail it. */
export const compareMove = async (details: MoveDetails, how: MoveDeps): Promise<MoveChange> => {
  const { signal, now } = how;
  const comparison = await compareProjects(
    { client: how.source, project: details.source.id },
    { client: how.target, project: details.target.id ?? targetPath(details) },
    { signal, now },
  );
  return toStep(details, 'done', {
    phase: 'succeeded',
    note: { kind: verdictOf(comparison) },
    details: { comparison },
  });
};
