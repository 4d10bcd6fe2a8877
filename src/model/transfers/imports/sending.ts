import { setTimeout as delay } from 'node:timers/promises';
import { requestErrorFacts, type RequestFailure } from '../../../client/errors.ts';
import type { TransferProgress } from '../../../client/transport.ts';
import type { UploadFile } from '../../../wire/parameters.ts';
import type { LookupOutcome } from '../../writeOnce.ts';

export interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((progress: TransferProgress) => void) | undefined;
  /** Called once the server may have the complete request and act on it. */
  readonly whole?: (() => void) | undefined;
}

/** Bytes possibly in transit. */
const underWayBytes = 1024 * 1024;

export interface FollowedUpload {
  /** Alternative to `progress` without a file. */
  readonly sentAtOnce: () => void;
  readonly progress: (at: TransferProgress) => void;
  readonly sent: <T>(send: () => Promise<T>) => Promise<T>;
  /** Resolves a lost answer. Checks twice, as the server may still be working; unclear after a timeout. */
  readonly check: <T>(find: () => Promise<T | undefined>) => Promise<LookupOutcome<T>>;
}

/** Delay before the second check. */
const momentMs = 1_500;

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
        const facts = requestErrorFacts(error);
        failure = facts?.failure;
        if (facts?.outcome === 'unknown') becomeWhole();
        throw error;
      }
    },
    async check(find) {
      const found = await find();
      if (found !== undefined) return { found };
      if (failure === 'timeout') return 'unclear';
      await delay(momentMs);
      const foundLater = await find();
      return foundLater === undefined ? 'absent' : { found: foundLater };
    },
  };
};

/** GitLab requires a `.gz` suffix. */
export const namedAsArchive = (file: UploadFile): UploadFile => {
  if (/\.gz$/i.test(file.name)) return file;
  const name = file.name.replace(/\.(?:tgz|tar)$/i, '');
  return { ...file, name: `${name}.tar.gz` };
};
