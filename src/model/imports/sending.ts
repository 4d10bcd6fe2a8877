import type { TransferProgress } from '../../client/transport.ts';
import type { UploadFile } from '../../wire/parameters.ts';

/** How an upload is followed and given up. */
export interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((progress: TransferProgress) => void) | undefined;
  /** Told once when the server may have the whole request: from then on it may act on it. */
  readonly whole?: (() => void) | undefined;
}

/** What may be on its way while the last part that was taken is not told yet. */
const underWayBytes = 1024 * 1024;

/** Follows an upload: knows whether the server may have all of it. */
export const followUpload = ({ progress, whole }: UploadOptions) => {
  let mayBeWhole = false;
  const becomeWhole = (): void => {
    if (mayBeWhole) return;
    mayBeWhole = true;
    whole?.();
  };
  return {
    /** Whether the server may have got the whole request. A part of one it cannot carry out. */
    mayBeWhole: (): boolean => mayBeWhole,
    /** For requests without a file. */
    sentAtOnce: becomeWhole,
    progress: (at: TransferProgress): void => {
      if (at.totalBytes === undefined || at.doneBytes >= at.totalBytes - underWayBytes) becomeWhole();
      progress?.(at);
    },
  };
};

/** The archive under a name the servers take: they look at nothing but its end. */
export const namedAsArchive = (file: UploadFile): UploadFile => {
  if (/\.gz$/i.test(file.name)) return file;
  const name = file.name.replace(/\.(?:tgz|tar)$/i, '');
  return { ...file, name: `${name}.tar.gz` };
};
