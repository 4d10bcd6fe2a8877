import * as vscode from '../../vscode.ts';
import { fileToUpload } from '../../../client/fileToUpload.ts';
import { type ArchiveDefect, checkArchive } from '../../../model/transfers/imports/archive.ts';

/** The archive is incomplete or corrupt. */
export class UnsoundArchive extends Error {
  override readonly name = 'UnsoundArchive';
}

/**
 * Verifies gzip checksums and tar structure; throws `UnsoundArchive` with a user-facing message. Unknown content
 * passes, as the server created it.
 */
export const checkSound = async (file: string, signal: AbortSignal): Promise<void> => {
  const check = await checkArchive(await fileToUpload(file), { depth: 'whole', signal });
  if (check.kind === 'unfit' && check.defect !== 'notExport')
    throw new UnsoundArchive(defectMessage(check.defect), { cause: check.detail });
};

const defectMessage = (defect: Exclude<ArchiveDefect, 'notExport'>): string => {
  const { t } = vscode.l10n;
  switch (defect) {
    case 'empty':
      return t('The downloaded archive is empty.');
    case 'notGzip':
      return t('The downloaded file is not a gzip archive.');
    case 'notTar':
      return t('The downloaded file is compressed, but not a tar archive.');
    case 'truncated':
      return t('The downloaded archive is truncated.');
    case 'damaged':
      return t('The downloaded archive is corrupt: its checksum is wrong.');
  }
};
