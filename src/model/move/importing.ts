import { stat } from 'node:fs/promises';
import { requestFailure } from '../../client/errors.ts';
import { fileToUpload } from '../../client/fileToUpload.ts';
import { getProject } from '../../wire/projects.ts';
import { getProjectImport, importProject, type ProjectImport } from '../../wire/projectTransfer.ts';
import { pathHolder } from '../imports/pathHolder.ts';
import { isSince, readRelease } from '../release.ts';
import { type Found, writeOnce } from '../writeOnce.ts';
import { type MoveDetails, targetPath } from './details.ts';
import { type MoveChange, type MoveSurroundings, missed, toStep, type TransferringSurroundings } from './steps.ts';

/** Times a server may put an import off before the move ends: each of them took the whole archive. */
const mostDelays = 3;

/**
 * Sends the archive to the target, once. Where it was sent before, or its answer was lost, the project is looked for
 * instead. Throws what the server refuses.
 */
export const beginImport = async (details: MoveDetails, how: TransferringSurroundings): Promise<MoveChange> => {
  if (details.importSentAtMs !== undefined) return findImport(details, how);
  const { archive, target } = details;
  if (!(await isWhole(archive)))
    return toStep(details, 'toDownload', { phase: 'receiving', note: { kind: 'archiveLost' } });
  const holder = await pathHolder(how.target, targetPath(details), { signal: how.signal });
  if (holder !== undefined) return { phase: 'failed', details, note: { kind: 'pathTaken', path: holder.path } };
  const file = await fileToUpload(archive.file);
  const sent: MoveDetails = { ...details, importSentAtMs: how.now(), misses: 0 };
  await how.save(sent);
  const { signal, progress } = how;
  const parameters = { file: { ...file, name: `${target.path}.tar.gz` }, path: target.path, name: target.name };
  try {
    const written = await writeOnce(
      () => how.target.send(importProject, { ...parameters, ...namespaceOf(target) }, { signal, progress }),
      async () => importSeen(how, sent),
    );
    if (written.kind === 'done') return importing(sent, written.value, written.confirmed === 'found');
    if (!signal.aborted) return { phase: 'unclear', details: sent, note: { kind: 'importUnclear' } };
    await how.tell({ kind: 'uploadStopped', isThere: written.kind === 'notDone' ? false : undefined });
    throw written.cause;
  } catch (error) {
    return await afterRefusal(error, details, how);
  }
};

/** What was refused or never sent has made nothing: it may be sent again, but not for ever. */
const afterRefusal = async (
  error: unknown,
  details: MoveDetails,
  how: TransferringSurroundings,
): Promise<MoveChange> => {
  const facts = requestFailure(error);
  if (facts === undefined || facts.outcome === 'unknown') throw error;
  const importDelays = details.importDelays + (facts.failure === 'rateLimited' ? 1 : 0);
  if (importDelays >= mostDelays)
    return {
      phase: 'failed',
      details: { ...details, importDelays },
      note: { kind: 'importPutOff', times: importDelays },
    };
  await how.save({ ...details, importDelays });
  throw error;
};

const isWhole = async ({ file, sizeBytes }: MoveDetails['archive']): Promise<boolean> => {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  return found !== undefined && found.size === sizeBytes;
};

/** Servers from 18.7 on tell numbers and paths apart; before, one parameter took both. */
const namespaceOf = ({ namespace, release }: MoveDetails['target']) => {
  const known = release === undefined ? undefined : readRelease(release);
  return known !== undefined && isSince(known, '18.7') ? { namespace_path: namespace } : { namespace };
};

type Imported = Pick<ProjectImport, 'id' | 'import_status' | 'failed_relations'>;

const importing = (details: MoveDetails, { id, failed_relations }: Imported, isFound: boolean): MoveChange =>
  toStep(details, 'importing', {
    phase: 'running',
    note: { kind: isFound ? 'importFound' : 'importSent', sizeBytes: details.archive.sizeBytes },
    details: { target: { ...details.target, id } },
    failedRelations: failed_relations,
  });

/** The import at the path that was free before ours was sent. Reads only, and not with a signal that may be aborted. */
const importSeen = async ({ target }: MoveSurroundings, details: MoveDetails): Promise<Found<Imported>> => {
  try {
    const { id } = await target.send(getProject, { id: targetPath(details) });
    const found = await target.send(getProjectImport, { id });
    return found.import_status === 'none' ? 'unclear' : { found };
  } catch (error) {
    if (requestFailure(error, 'notFound') === undefined) throw error;
    return 'absent';
  }
};

/** Looks whether an import that was sent has arrived; sends nothing. */
export const findImport = async (details: MoveDetails, how: MoveSurroundings): Promise<MoveChange> => {
  const seen = await importSeen(how, details);
  if (typeof seen === 'object') return importing(details, seen.found, true);
  return missed(details, 'unclear', {
    again: { kind: 'importUnclear' },
    end: seen === 'unclear' ? { kind: 'pathTaken', path: targetPath(details) } : { kind: 'importNotArrived' },
  });
};

/** Looks how far the import is. */
export const watchImport = async (details: MoveDetails, how: MoveSurroundings): Promise<MoveChange> => {
  const id = details.target.id ?? targetPath(details);
  const { import_status: state, ...found } = await how.target.send(getProjectImport, { id }, { signal: how.signal });
  const failedRelations = found.failed_relations;
  switch (state) {
    case 'finished':
      return toStep(details, 'comparing', { phase: 'running', note: { kind: 'importDone' }, failedRelations });
    case 'failed':
      return {
        phase: 'failed',
        details,
        note: { kind: 'importFailed', serverWords: found.import_error ?? undefined },
        failedRelations,
      };
    case 'canceled':
      return { phase: 'failed', details, note: { kind: 'importCanceled' }, failedRelations };
    case 'none':
      return missed(details, 'running', { again: { kind: 'importState', state }, end: { kind: 'importGone' } });
    default:
      return {
        phase: 'running',
        details: { ...details, misses: 0 },
        note: { kind: 'importState', state },
        failedRelations,
      };
  }
};
