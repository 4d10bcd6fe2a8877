import { eachPage, everyItem } from '../../client/eachPage.ts';
import { addToMergeTrain, listMergeTrain } from '../../wire/mergeTrains.ts';
import type { ReviewPlace } from '../reviews/drafts.ts';
import { type Written, writeOnce } from '../writeOnce.ts';
import { type MergeWish, readRequest } from './writing.ts';

/** The merge train of a target branch, as far as one merge request is concerned. */
export interface Train {
  /** How many merge requests are in it. */
  readonly size: number;
  /** From 1; undefined for one that is not in it. */
  readonly position: number | undefined;
}

/** MR28: the train that a merge request of the place would enter, or is in. */
export const readTrain = async (
  { client, project: id, iid }: ReviewPlace,
  target: string,
  signal?: AbortSignal,
): Promise<Train> => {
  const asked = { id, target_branch: target, scope: 'active', sort: 'asc', per_page: 100 } as const;
  const cars = await everyItem(eachPage(client, listMergeTrain, asked, { signal }));
  const position = cars.findIndex((car) => car.merge_request.iid === iid) + 1;
  return { size: cars.length, position: position === 0 ? undefined : position };
};

/**
 * MR29, once: in the train, or as soon as its checks pass. After a lost answer the merge request is read again. Throws
 * what was refused.
 */
export const enterTrain = (
  { client, project, iid }: ReviewPlace,
  { sha, squash }: Pick<MergeWish, 'sha' | 'squash'>,
): Promise<Written<undefined>> =>
  writeOnce<undefined>(
    async () => {
      const wish = { sha, ...(squash ? { squash } : {}), auto_merge: true, when_pipeline_succeeds: true };
      await client.send(addToMergeTrain, { id: project, merge_request_iid: iid, ...wish });
      return undefined;
    },
    async () => {
      const { state, merge_when_pipeline_succeeds: waits } = await readRequest({ client, project, iid });
      return state === 'merged' || waits === true ? { found: undefined } : state === 'opened' ? 'absent' : 'unclear';
    },
  );
