import { setTimeout as delay } from 'node:timers/promises';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { rebaseMergeRequest } from '../../wire/mergeRequestWriting.ts';
import { PayloadRefused } from '../payloadRefused.ts';
import type { ReviewPlace } from '../reviews/drafts.ts';
import { type WriteOutcome, writeOnce } from '../writeOnce.ts';
import { readMergeRequest } from './writing.ts';

const pausesMs = [300, 700, 1_000, 2_000, 4_000];

/**
 * MR27, sent once, then polls MR2 until the rebase ends. Reads after a lost response. Throws refusals, a failed rebase as
 * `PayloadRefused` with the server's message.
 */
export const rebase = async (
  place: ReviewPlace,
  before: Pick<MergeRequestDetail, 'sha' | 'merge_error'>,
  signal: AbortSignal,
  wait = (ms: number): Promise<unknown> => delay(ms, undefined, { signal }),
): Promise<WriteOutcome<MergeRequestDetail | undefined>> => {
  const started = await writeOnce<undefined>(
    async () => {
      await place.client.send(rebaseMergeRequest, { id: place.project, merge_request_iid: place.iid });
      return undefined;
    },
    async () => {
      const { rebase_in_progress: isUnderWay, sha, merge_error: error } = await readMergeRequest(place);
      return isUnderWay === true || sha !== before.sha || error !== before.merge_error
        ? { found: undefined }
        : 'absent';
    },
  );
  if (started.kind !== 'done') return started;
  for (let turn = 0; ; turn += 1) {
    const value = await readMergeRequest(place, { signal });
    if (value.rebase_in_progress !== true) {
      if (value.merge_error != null && value.sha === before.sha) throw new PayloadRefused([value.merge_error]);
      return { ...started, value };
    }
    await wait(pausesMs[Math.min(turn, pausesMs.length - 1)] ?? 0);
  }
};
