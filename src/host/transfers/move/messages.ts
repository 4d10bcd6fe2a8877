import * as vscode from '../../vscode.ts';
import { instanceName } from '../../../model/account.ts';
import type { Job } from '../../../model/transfers/jobs/job.ts';
import { verdictOf } from '../../../model/transfers/move/comparison.ts';
import { type MoveDetails, readMoveDetails, targetPath } from '../../../model/transfers/move/details.ts';
import type { ExportNote, MoveNote } from '../../../model/transfers/move/steps.ts';
import { bytesText, visible } from '../../kit/words/format.ts';

export interface NoteMessage {
  readonly state: string;
  readonly words: string;
}

const placesOf = (job: Pick<Job, 'baseUrl'>, details: MoveDetails) => ({
  source: instanceName(job.baseUrl),
  target: instanceName(details.target.baseUrl),
  path: visible(targetPath(details)),
});

/** Timeline entry for an event of a move. */
export const noteMessage = (job: Pick<Job, 'baseUrl'>, details: MoveDetails, note: MoveNote): NoteMessage => {
  const { t } = vscode.l10n;
  const { source, target, path } = placesOf(job, details);
  switch (note.kind) {
    case 'begins':
      return { state: 'starting', words: t('From {0} to {1} on {2}.', source, path, target) };
    case 'archiveLost':
      return { state: 'receiving', words: t('The archive is no longer on this computer. Downloading it again.') };
    case 'downloaded':
      return { state: 'saved', words: t('Archive downloaded and verified: {0}.', sizeMessage(note.sizeBytes)) };
    case 'importSent':
      return { state: 'sent', words: t('{0} accepted the archive ({1}).', target, sizeMessage(note.sizeBytes)) };
    case 'importFound':
      return { state: 'sent', words: t('Confirmed on {0}: it accepted the archive.', target) };
    case 'importUnclear':
      return { state: 'unclear', words: t('Checking whether {1} exists on {0}. Nothing is sent again.', target, path) };
    case 'importNotArrived':
      return {
        state: 'failed',
        words: t('{1} doesn’t exist on {0}: the archive did not arrive, and nothing was created.', target, path),
      };
    case 'importGone':
      return { state: 'failed', words: t('{0} no longer has an import of {1}.', target, path) };
    case 'importCanceled':
      return { state: 'failed', words: t('The import was canceled on {0}.', target) };
    case 'importFailed':
      return {
        state: 'failed',
        words: t('{0} could not import the archive: {1}', target, note.serverWords ?? t('no reason given')),
      };
    case 'importDone':
      return { state: 'finished', words: t('{0} imported {1}. Comparing both projects.', target, path) };
    case 'pathTaken':
      return { state: 'failed', words: t('Nothing was sent: {0} already exists on {1}.', visible(note.path), target) };
    case 'importPutOff':
      return {
        state: 'failed',
        words: t(
          '{0} rejected the archive {1} times because of too many imports. Try again later.',
          target,
          note.times,
        ),
      };
    case 'uploadStopped':
      return {
        state: 'looked',
        words:
          note.isThere === false
            ? t('The upload was stopped. Confirmed on {0}: nothing was created.', target)
            : t('The upload was stopped at its end. {0} may still create {1}; check there.', target, path),
      };
    case 'importState':
      return { state: note.state, words: t('Import on {0}', target) };
    case 'same':
    case 'different':
    case 'incomplete':
      return { state: 'compared', words: verdictMessage(note.kind) };
    case 'exportSent':
    case 'exportUnderWay':
    case 'exportFound':
    case 'exportUnclear':
    case 'exportReady':
    case 'exportState':
    case 'exportFailed':
    case 'exportNotBegun':
    case 'exportMaybeOld':
    case 'exportGone':
    case 'archiveNotThere':
      return exportMessage(note, source);
  }
};

const sizeMessage = (bytes: number | undefined): string =>
  bytes === undefined ? vscode.l10n.t('size unknown') : bytesText(bytes);

/** Result of the comparison. */
export const verdictMessage = (verdict: 'same' | 'different' | 'incomplete'): string => {
  const { t } = vscode.l10n;
  if (verdict === 'same') return t('No differences found.');
  return verdict === 'different'
    ? t('Differences found: see the report.')
    : t('No differences found, but not everything could be compared: see the report.');
};

const exportMessage = (note: ExportNote, source: string): NoteMessage => {
  const { t } = vscode.l10n;
  switch (note.kind) {
    case 'exportSent':
      return { state: 'queued', words: t('Export requested from {0}.', source) };
    case 'exportUnderWay':
      return {
        state: 'queued',
        words: t('An export of yours was already running on {0}; its archive is used.', source),
      };
    case 'exportFound':
      return { state: 'queued', words: t('Confirmed on {0}: the export is running.', source) };
    case 'exportUnclear':
      return { state: 'unclear', words: t('Checking whether the export is running on {0}.', source) };
    case 'exportReady':
      return { state: 'receiving', words: t('{0} finished the archive.', source) };
    case 'exportState':
      return { state: note.state, words: t('Export on {0}', source) };
    case 'exportFailed':
      return { state: 'failed', words: t('{0} could not create the archive and gives no reason.', source) };
    case 'exportNotBegun':
      return {
        state: 'failed',
        words: t('No export is running on {0}: the request did not arrive. Nothing has changed.', source),
      };
    case 'exportMaybeOld':
      return {
        state: 'failed',
        words: t(
          '{0} has an archive, but we can’t tell whether it is new. Nothing was uploaded. Move the project again.',
          source,
        ),
      };
    case 'exportGone':
      return { state: 'failed', words: t('{0} no longer has the archive. Move the project again.', source) };
    case 'archiveNotThere':
      return { state: 'waiting', words: t('{0} doesn’t provide the archive yet. Checking again in a minute.', source) };
  }
};

/** Consequences of canceling now. */
export const cancelNote = (job: Pick<Job, 'baseUrl'>, details: MoveDetails): string => {
  const { t } = vscode.l10n;
  const { source, target, path } = placesOf(job, details);
  switch (details.step) {
    case 'toExport':
    case 'exporting':
      return t('{0} may still finish the archive; nothing was sent to {1}.', source, target);
    case 'toDownload':
      return t('The partial download was deleted; nothing was sent to {0}.', target);
    case 'toImport':
      return details.importSentAtMs === undefined
        ? t('Nothing was sent to {0}.', target)
        : t('{0} may still create {1}; check there.', target, path);
    case 'importing':
      return t('{0} continues to import {1}. Delete it there if you don’t want it.', target, path);
    case 'comparing':
    case 'done':
      return t('{0} is on {1}; the comparison was not completed.', path, target);
  }
};

/** Undefined before the comparison. */
export const endMessage = (job: Job): { readonly words: string; readonly isGood: boolean } | undefined => {
  const comparison = job.kind === 'projectMove' ? readMoveDetails(job.details)?.comparison : undefined;
  if (comparison === undefined) return undefined;
  const verdict = verdictOf(comparison);
  return { words: verdictMessage(verdict), isGood: verdict === 'same' };
};

export const sendingMessage = (job: Job): string => {
  const { t } = vscode.l10n;
  const details = readMoveDetails(job.details);
  return details?.step === 'toImport'
    ? t('Uploading the archive to {0}. Keep VS Code open until it is done.', instanceName(details.target.baseUrl))
    : t('Waiting for {0}…', instanceName(job.baseUrl));
};
