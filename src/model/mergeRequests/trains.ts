import { eachPage, everyItem } from '../../client/eachPage.ts';
import { listMergeTrain } from '../../wire/mergeTrains.ts';
import type { ReviewPlace } from '../reviews/drafts.ts';

/** State of a merge train, for one merge request. */
export interface Train {
  /** Number of merge requests. */
  readonly size: number;
  /** 1-based; undefined if not in it. */
  readonly position: number | undefined;
}

/** MR28. */
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
