import { requestErrorFacts } from '../../../client/errors.ts';
import { fileToUpload } from '../../../client/fileToUpload.ts';
import type { UploadFile } from '../../../wire/parameters.ts';
import { getProjectImport, type ProjectImport } from '../../../wire/projectTransfer.ts';
import { pathHolder } from '../imports/pathHolder.ts';
import { findProjectImport, startProjectImport, type WantedProject } from '../imports/projectImport.ts';
import { type MoveDetails, targetPath } from './details.ts';
import { type MoveChange, type MoveDeps, missed, toStep, type TransferringDeps } from './steps.ts';

/** Each attempt uploads the whole archive. */
const maxDelays = 3;

/** Sends once; if sent before, checks for the project. Throws refusals. */
export const startImport = async (details: MoveDetails, how: TransferringDeps): Promise<MoveChange> => {
  if (details.importSentAtMs !== undefined) return findImport(details, how);
  const { archive, target } = details;
  const file = await wholeArchive(archive);
  if (file === undefined) return toStep(details, 'toDownload', { phase: 'receiving', note: { kind: 'archiveLost' } });
  const holder = await pathHolder(how.target, targetPath(details), { signal: how.signal });
  if (holder !== undefined) return { phase: 'failed', details, note: { kind: 'pathTaken', path: holder.path } };
  await how.capabilities.ready({ signal: how.signal });
  const sent: MoveDetails = { ...details, importSentAtMs: how.now(), misses: 0 };
  await how.save(sent);
  const { signal, progress, capabilities } = how;
  try {
    const written = await startProjectImport({ client: how.target, capabilities }, wantedOf(target, file), {
      signal,
      progress,
    });
    if (written.kind === 'done') return importing(sent, written.value, written.confirmed === 'found');
    if (!signal.aborted) return { phase: 'unclear', details: sent, note: { kind: 'importUnclear' } };
    await how.report({ kind: 'uploadStopped', isThere: written.kind === 'notDone' ? false : undefined });
    throw written.cause;
  } catch (error) {
    return await afterRefusal(error, details, how);
  }
};

const wantedOf = ({ namespace, path, name }: MoveDetails['target'], file: UploadFile): WantedProject => ({
  namespace,
  path,
  name,
  origin: { kind: 'file', file },
  overrides: {},
  replaces: undefined,
});

/** Nothing was created; retried a limited number of times. */
const afterRefusal = async (error: unknown, details: MoveDetails, how: TransferringDeps): Promise<MoveChange> => {
  const facts = requestErrorFacts(error);
  if (facts === undefined || facts.outcome === 'unknown') throw error;
  const importDelays = details.importDelays + (facts.failure === 'rateLimited' ? 1 : 0);
  if (importDelays >= maxDelays)
    return {
      phase: 'failed',
      details: { ...details, importDelays },
      note: { kind: 'importPutOff', times: importDelays },
    };
  await how.save({ ...details, importDelays });
  if (how.signal.aborted) await how.report({ kind: 'uploadStopped', isThere: false });
  throw error;
};

/** Undefined if missing or replaced. */
const wholeArchive = async ({ file, sizeBytes }: MoveDetails['archive']): Promise<UploadFile | undefined> => {
  try {
    const found = await fileToUpload(file);
    return found.size === sizeBytes ? found : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
};

type Imported = Pick<ProjectImport, 'id' | 'import_status' | 'failed_relations'>;

const importing = (details: MoveDetails, { id, failed_relations }: Imported, isFound: boolean): MoveChange =>
  toStep(details, 'importing', {
    phase: 'running',
    note: { kind: isFound ? 'importFound' : 'importSent', sizeBytes: details.archive.sizeBytes },
    details: { target: { ...details.target, id } },
    failedRelations: failed_relations,
  });

/** Reads only. */
export const findImport = async (details: MoveDetails, how: MoveDeps): Promise<MoveChange> => {
  const { namespace, path } = details.target;
  const { signal } = how;
  const found = await findProjectImport(how.target, { namespace, path, replaces: undefined }, { signal });
  if (found !== undefined) return importing(details, found, true);
  const change = missed(details, 'unclear', { again: { kind: 'importUnclear' }, end: { kind: 'importNotArrived' } });
  if (change.phase !== 'failed') return change;
  const holder = await pathHolder(how.target, targetPath(details), { signal });
  return holder === undefined ? change : { ...change, note: { kind: 'pathTaken', path: holder.path } };
};

export const watchImport = async (details: MoveDetails, how: MoveDeps): Promise<MoveChange> => {
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
