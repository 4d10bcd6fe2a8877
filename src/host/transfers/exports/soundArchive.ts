import * as vscode from '../../vscode.ts';
import { fileToUpload } from '../../../client/fileToUpload.ts';
import { type ArchiveFlaw, checkArchive } from '../../../model/transfers/imports/archive.ts';

/** The archive is incomplete or corrupt. */
export class UnsoundArchive extends Error {
  override readonly name = 'UnsoundArchive';
}

/**
 * Verifies gzip checksums and tar structure; throws `UnsoundArchive` with a user-facing message. Unknown content
 * passes, as the server created it.
 */
export const checkSound = async (file: string, signal: AbortSignal): Promise<void> => {
  const look = await checkArchive(await fileToUpload(file), { depth: 'whole', signal });
  if (look.kind === 'unfit' && look.flaw !== 'notExport')
    throw new UnsoundArchive(flawMessage(look.flaw), { cause: look.detail });
};

const flawMessage = (flaw: Exclude<ArchiveFlaw, 'notExport'>): string => {
  const { t } = vscode.l10n;
  switch (flaw) {
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
