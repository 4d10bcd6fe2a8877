import type { Client } from '../../client/client.ts';
import { getMergeRequest } from '../../wire/mergeRequestReview.ts';
import { updateMergeRequest } from '../../wire/mergeRequestWriting.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { writeOnce, type WriteOutcome } from '../writeOnce.ts';

export interface LabelledMergeRequest {
  readonly client: Client;
  readonly project: number;
  readonly iid: number;
}

/** MR2; undefined if not visible. */
export const readLabels = async (
  { client, project: id, iid }: LabelledMergeRequest,
  signal?: AbortSignal,
): Promise<readonly string[] | undefined> => {
  client.stopSharing();
  try {
    const options = signal === undefined ? {} : { signal };
    return (await client.send(getMergeRequest, { id, merge_request_iid: iid }, options)).labels ?? [];
  } catch (error) {
    if (requestErrorFacts(error, 'notFound')) return undefined;
    throw error;
  }
};

/** Ignores order and duplicates. */
export const areSameLabels = (one: readonly string[], other: readonly string[]): boolean =>
  new Set(one).size === new Set(other).size && one.every((label) => other.includes(label));

/** MR15, sent once; returns the actual labels. Throws refusals and unsent requests. */
export const setLabels = (
  mergeRequest: LabelledMergeRequest,
  before: readonly string[],
  labels: readonly string[],
): Promise<WriteOutcome<readonly string[]>> =>
  writeOnce(
    async () => {
      const { client, project: id, iid } = mergeRequest;
      const parameters = { id, merge_request_iid: iid, labels: labels.join(',') };
      return (await client.send(updateMergeRequest, parameters)).labels ?? [];
    },
    async () => {
      const now = await readLabels(mergeRequest);
      if (now === undefined) return 'unclear';
      if (areSameLabels(now, labels)) return { found: now };
      return areSameLabels(now, before) ? 'absent' : 'unclear';
    },
  );
