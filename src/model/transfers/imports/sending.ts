import { setTimeout as delay } from 'node:timers/promises';
import { requestFailure, type RequestFailure } from '../../../client/errors.ts';
import type { TransferProgress } from '../../../client/transport.ts';
import type { UploadFile } from '../../../wire/parameters.ts';
import type { Found } from '../../writeOnce.ts';

/** How an upload is followed and given up. */
export interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((progress: TransferProgress) => void) | undefined;
  /** Called once when the server may have the whole request: from then on it may act on it. */
  readonly whole?: (() => void) | undefined;
}

/** What may be on its way while the last part that was taken is not told yet. */
const underWayBytes = 1024 * 1024;

/** Follows an upload: tells when the server may have all of it, and knows how it was lost. */
export interface FollowedUpload {
  /** For requests without a file. */
  readonly sentAtOnce: () => void;
  readonly progress: (at: TransferProgress) => void;
  /** Sends, and remembers how that failed. */
  readonly sent: <T>(send: () => Promise<T>) => Promise<T>;
  /**
   * Looks for what a request would have made whose answer was lost. The server may still work on it: it is looked for
   * a second time a moment later, and where the server was only too slow nobody can say yet.
   */
  readonly look: <T>(find: () => Promise<T | undefined>) => Promise<Found<T>>;
}

/** How long a server may take over a request after its client has gone, before the second look. */
const momentMs = 1_500;

/** Follows an upload that is about to begin. */
export const followUpload = ({ progress, whole }: UploadOptions): FollowedUpload => {
  let mayBeWhole = false;
  let failure: RequestFailure | undefined;
  const becomeWhole = (): void => {
    if (mayBeWhole) return;
    mayBeWhole = true;
    whole?.();
  };
  return {
    sentAtOnce: becomeWhole,
    progress(at) {
      if (at.totalBytes === undefined || at.doneBytes >= at.totalBytes - underWayBytes) becomeWhole();
      progress?.(at);
    },
    async sent(send) {
      try {
        return await send();
      } catch (error) {
        const facts = requestFailure(error);
        failure = facts?.failure;
        if (facts?.outcome === 'unknown') becomeWhole();
        throw error;
      }
    },
    async look(find) {
      const found = await find();
      if (found !== undefined) return { found };
      if (failure === 'timeout') return 'unclear';
      await delay(momentMs);
      const foundLater = await find();
      return foundLater === undefined ? 'absent' : { found: foundLater };
    },
  };
};

/** The archive under a name the servers take: they look at nothing but its end. */
export const namedAsArchive = (file: UploadFile): UploadFile => {
  if (/\.gz$/i.test(file.name)) return file;
  const name = file.name.replace(/\.(?:tgz|tar)$/i, '');
  return { ...file, name: `${name}.tar.gz` };
};
