import { requestErrorFacts } from '../../../client/errors.ts';
import { saveDownload } from '../../../client/saveDownload.ts';
import { downloadProjectExport } from '../../../wire/projectTransfer.ts';
import { archivePace } from '../jobs/pace.ts';
import { requestProjectExport, startedSince, exportState, isAtWork } from '../exports/projectExport.ts';
import { type MoveDetails, partialFile } from './details.ts';
import { type MoveChange, type MoveDeps, missed, toStep, type TransferringDeps } from './steps.ts';

const stateNow = ({ source, signal }: MoveDeps, details: MoveDetails): Promise<string> =>
  exportState(source, details.source.id, { signal });

/** Once; uses a running or earlier requested export. Throws refusals. */
export const startExport = async (details: MoveDetails, how: MoveDeps): Promise<MoveChange> => {
  if (details.exportSentAtMs !== undefined) return findExport(details, how);
  const exportBefore = await stateNow(how, details);
  const sent: MoveDetails = { ...details, exportBefore, exportSentAtMs: how.now() };
  await how.save(sent);
  if (isAtWork(exportBefore)) return waiting(sent, 'exportUnderWay');
  try {
    const written = await requestProjectExport(how.source, { project: details.source.id, before: exportBefore });
    if (written.kind === 'done') return waiting(sent, written.confirmed === 'found' ? 'exportFound' : 'exportSent');
    return { phase: 'unclear', details: sent, note: { kind: 'exportUnclear' } };
  } catch (error) {
    // nothing was started
    await how.save(details);
    throw error;
  }
};

const waiting = (details: MoveDetails, kind: 'exportSent' | 'exportUnderWay' | 'exportFound'): MoveChange =>
  toStep(details, 'exporting', { phase: 'running', note: { kind } });

/** Reads only. */
export const findExport = async (details: MoveDetails, how: MoveDeps): Promise<MoveChange> => {
  const seen = startedSince(details.exportBefore, await stateNow(how, details));
  if (typeof seen === 'object') return waiting(details, 'exportFound');
  return missed(details, 'unclear', {
    again: { kind: 'exportUnclear' },
    end: { kind: seen === 'unclear' ? 'exportMaybeOld' : 'exportNotBegun' },
  });
};

/** Polls until `finished` is trusted after an earlier export. */
const finishedPolls = 3;

export const watchExport = async (details: MoveDetails, how: MoveDeps): Promise<MoveChange> => {
  const state = await stateNow(how, details);
  if (state === 'finished') {
    // possibly the previous export's status
    const polls =
      details.exportBefore === 'finished' && details.exportSeen !== true ? details.misses + 1 : finishedPolls;
    return polls < finishedPolls
      ? { phase: 'running', details: { ...details, misses: polls }, note: { kind: 'exportState', state } }
      : toStep(details, 'toDownload', { phase: 'receiving', note: { kind: 'exportReady' } });
  }
  if (state === 'failed') return { phase: 'failed', details, note: { kind: 'exportFailed' } };
  const again = { kind: 'exportState', state } as const;
  if (state === 'none') return missed(details, 'running', { again, end: { kind: 'exportGone' } });
  return { phase: 'running', details: { ...details, misses: 0, exportSeen: true }, note: again };
};

/** A missing archive is retried later. */
export const fetchArchive = async (details: MoveDetails, how: TransferringDeps): Promise<MoveChange> => {
  const { id } = details.source;
  const { signal, progress } = how;
  let current = details;
  const { validator, wholeBytes } = details.archive;
  try {
    const { sizeBytes } = await saveDownload(how.source, downloadProjectExport, { id }, details.archive.file, {
      signal,
      progress,
      check: (file) => how.checkArchive(file),
      partial: {
        file: partialFile(details),
        validator,
        wholeBytes,
        async onStart(known) {
          current = { ...details, archive: { ...details.archive, ...known } };
          await how.save(current);
        },
      },
    });
    return toStep(current, 'toImport', {
      phase: 'sending',
      note: { kind: 'downloaded', sizeBytes },
      details: { archive: { ...current.archive, sizeBytes } },
    });
  } catch (error) {
    if (requestErrorFacts(error, 'notFound') === undefined) throw error;
    const change = missed(details, 'running', { again: { kind: 'archiveNotThere' }, end: { kind: 'exportGone' } });
    return change.phase === 'failed'
      ? change
      : { ...change, details: { ...change.details, step: 'exporting' }, pollInMs: archivePace.shortestMs };
  }
};
