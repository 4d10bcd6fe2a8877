import { eachPage, everyItem } from '../../client/eachPage.ts';
import { listMergeTrain } from '../../wire/mergeTrains.ts';
import type { ReviewPlace } from '../reviews/drafts.ts';

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
