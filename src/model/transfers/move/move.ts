import { compareProjects } from './compare.ts';
import { verdictOf } from './comparison.ts';
import { type MoveDetails, targetPath } from './details.ts';
import { beginExport, fetchArchive, findExport, watchExport } from './exporting.ts';
import { beginImport, findImport, watchImport } from './importing.ts';
import { type MoveChange, type MoveDeps, toStep, type TransferringDeps } from './steps.ts';

/**
 * Does the next thing this computer has to do for a move: asks for the export, fetches the archive, sends it. After the
 * editor was closed in the middle it looks first, and sends nothing that may have been sent.
 */
export const carryMoveOn = async (details: MoveDetails, how: TransferringDeps): Promise<MoveChange> => {
  switch (details.step) {
    case 'toExport':
      return beginExport(details, how);
    case 'toDownload':
      return fetchArchive(details, how);
    case 'toImport':
      return beginImport(details, how);
    case 'exporting':
    case 'importing':
    case 'comparing':
    case 'done':
      return pollMove(details, how);
  }
};

/** Looks how far a move is where a server works or an answer was lost, and compares at the end. Reads only. */
export const pollMove = async (details: MoveDetails, how: MoveDeps): Promise<MoveChange> => {
  switch (details.step) {
    case 'toExport':
      return details.exportSentAtMs === undefined ? begins(details) : findExport(details, how);
    case 'exporting':
      return watchExport(details, how);
    case 'toDownload':
      return toStep(details, 'toDownload', { phase: 'receiving', note: { kind: 'exportReady' } });
    case 'toImport':
      return details.importSentAtMs === undefined ? begins(details) : findImport(details, how);
    case 'importing':
      return watchImport(details, how);
    case 'comparing':
    case 'done':
      return compareMove(details, how);
  }
};

/** Nothing was sent yet: this computer begins. */
const begins = (details: MoveDetails): MoveChange => ({ phase: 'sending', details, note: { kind: 'begins' } });

/** Compares what came with what went. What cannot be read is said in the comparison; it is no reason to fail. */
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
