import { stat } from 'node:fs/promises';
import * as vscode from '../../vscode.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import { DiskFull, saveDownload } from '../../../client/saveDownload.ts';
import { isFormerArchive } from '../../../model/transfers/exports/groupExport.ts';
import { failedFor, type Job, type JobChange } from '../../../model/transfers/jobs/job.ts';
import { archivePace } from '../../../model/transfers/jobs/pace.ts';
import { type ExportDetails, exportDetailsOf } from '../../../model/transfers/exports/projectExport.ts';
import { downloadGroupExport } from '../../../wire/groupTransfer.ts';
import { downloadProjectExport } from '../../../wire/projectTransfer.ts';
import type { Jobs } from '../jobs.ts';
import type { TransferDeps } from '../rules.ts';
import { bytesText } from '../../kit/words/format.ts';
import { checkSound, UnsoundArchive } from './soundArchive.ts';

/** The server returned the archive of an earlier export. */
class FormerArchive extends Error {}

export type NotHere = 'former' | 'notReady';

/**
 * Downloads an archive, resuming if possible, and renames it only after verification. `notHere` handles a missing
 * archive. Throws what may be retried.
 */
export const receiveArchive = async (
  jobs: Jobs,
  job: Job,
  how: TransferDeps,
  notHere: (why: NotHere, details: ExportDetails, words: string | undefined) => JobChange,
): Promise<JobChange> => {
  const { t } = vscode.l10n;
  const details = exportDetailsOf(job.details);
  const { file: target, subject } = job;
  if (target === undefined || subject.id === undefined)
    return failedFor(t('The destination of the archive is unknown.'));
  const file = details.partial?.file ?? `${target.path}.${job.id.slice(0, 8)}.part`;
  const hereBytes = details.partial?.validator === undefined ? 0 : await sizeOf(file);
  let isResumed = hereBytes > 0;
  let isReported = false;
  const update = async (change: JobChange): Promise<void> => void (await jobs.change(job.id, change));
  const operation = job.kind === 'groupExport' ? downloadGroupExport : downloadProjectExport;
  try {
    const saved = await saveDownload(how.client, operation, { id: subject.id }, target.path, {
      signal: how.signal,
      progress(now) {
        if (isResumed && !isReported)
          void update({ state: { state: 'resumed', words: t('from {0}', bytesText(hereBytes)) } });
        isReported = true;
        how.progress(now);
      },
      partial: {
        ...details.partial,
        file,
        async onStart({ validator, wholeBytes, ageMs }) {
          if (!details.isFormer && isFormerArchive(ageMs, Date.now() - job.startedAtMs)) throw new FormerArchive();
          isResumed = false;
          const partial = { file, validator, wholeBytes };
          await update({ state: { state: 'receiving' }, details: { ...details, partial } });
        },
      },
      async check(path) {
        await update({ state: { state: 'checking' } });
        await checkSound(path, how.signal);
      },
    });
    const { sizeBytes } = saved;
    return {
      phase: 'succeeded',
      state: { state: 'saved', words: bytesText(sizeBytes) },
      file: { path: target.path, sizeBytes },
      details: { ...details, partial: undefined },
    };
  } catch (error) {
    if (how.signal.aborted) throw error;
    const facts = requestErrorFacts(error, 'notFound');
    if (facts !== undefined && !/\b(?:group|project) not found/i.test(facts.serverMessage ?? ''))
      return notHere('notReady', details, facts.serverMessage);
    if (error instanceof FormerArchive) return notHere('former', details, undefined);
    if (error instanceof UnsoundArchive && isResumed) {
      const words = t('The partial download no longer matches. Downloading from the start.');
      const fromStart = { ...details, partial: undefined };
      return { state: { state: 'interrupted', words }, details: fromStart, pollInMs: archivePace.shortestMs };
    }
    const words = diskMessage(error, target.path);
    if (words !== undefined) return failedFor(words);
    throw error;
  }
};

const sizeOf = async (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    // the download starts over and reports a disk error itself
    () => 0,
  );

/** For errors of the disk or the archive; undefined for others. */
export const diskMessage = (error: unknown, path: string): string | undefined => {
  const { t } = vscode.l10n;
  if (error instanceof UnsoundArchive) return t('{0} Nothing was saved.', error.message);
  if (error instanceof DiskFull) {
    const { neededBytes, freeBytes } = error;
    return t(
      'Not enough disk space for {0}: {1} needed, {2} free. Nothing was saved; the archive is still on the server.',
      path,
      bytesText(neededBytes),
      bytesText(freeBytes),
    );
  }
  switch ((error as NodeJS.ErrnoException | undefined)?.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return t('The disk is full. {0} was not saved; the archive is still on the server.', path);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return t('No permission to write {0}. Nothing was saved; the archive is still on the server.', path);
    case 'ENOENT':
    case 'ENOTDIR':
      return t('The folder of {0} no longer exists. Nothing was saved; the archive is still on the server.', path);
    case 'EISDIR':
      return t('{0} is a folder. Nothing was saved; the archive is still on the server.', path);
    default:
      return undefined;
  }
};
