import { setTimeout as delay } from 'node:timers/promises';
import { getMergeRequest, type MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { rebaseMergeRequest } from '../../wire/mergeRequestWriting.ts';
import type { ReviewPlace } from '../reviews/drafts.ts';
import { type Written, writeOnce } from '../writeOnce.ts';

type Place = Pick<ReviewPlace, 'client' | 'project' | 'iid'>;

const readProgress = ({ client, project, iid }: Place, signal?: AbortSignal): Promise<MergeRequestDetail> => {
  client.beginAnew();
  const asked = { id: project, merge_request_iid: iid, include_rebase_in_progress: true };
  return client.send(getMergeRequest, asked, { signal });
};

/**
 * MR27, once: makes the server rebase the source branch. After a lost answer the merge request is read again. Throws what
 * was refused.
 */
export const startRebase = (
  place: Place,
  before: Pick<MergeRequestDetail, 'sha' | 'merge_error'>,
): Promise<Written<undefined>> =>
  writeOnce<undefined>(
    async () => {
      await place.client.send(rebaseMergeRequest, { id: place.project, merge_request_iid: place.iid });
      return undefined;
    },
    async () => {
      const now = await readProgress(place);
      const isStarted =
        now.rebase_in_progress === true || now.sha !== before.sha || now.merge_error !== before.merge_error;
      return isStarted ? { found: undefined } : 'absent';
    },
  );

const pausesMs = [300, 700, 1_000, 2_000, 4_000];

/** MR2 until a rebase is over: the record then, with the server's reason in `merge_error` where it failed. */
export const awaitRebase = async (
  place: Place,
  signal: AbortSignal,
  wait = (ms: number): Promise<unknown> => delay(ms, undefined, { signal }),
): Promise<MergeRequestDetail> => {
  for (let turn = 0; ; turn += 1) {
    const now = await readProgress(place, signal);
    if (now.rebase_in_progress !== true) return now;
    await wait(pausesMs[Math.min(turn, pausesMs.length - 1)] ?? 0);
  }
};
