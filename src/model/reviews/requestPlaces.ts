import { isAnswered, isReturned, type Reviewer, stateOf } from './reviewers.ts';

export type PlaceName =
  | 'pinned'
  | 'unsaved'
  | 'branch'
  | 'upstream'
  | 'review'
  /** Reviewed by the viewer; the author comes next. */
  | 'waiting'
  | 'inReview'
  | 'mine'
  | 'open';

export interface ListOfRequests {
  readonly name: Exclude<PlaceName, 'waiting'>;
  /** `reviewers`: undefined if not read. */
  readonly requests: readonly { readonly key: string; readonly reviewers?: readonly Reviewer[] | undefined }[];
}

export interface RequestPlace {
  readonly name: PlaceName;
  /** Further lists. */
  readonly others: readonly PlaceName[];
  /** The viewer's own merge request, and a reviewer has requested changes. */
  readonly isReturned: boolean;
  /** The viewer's state as a reviewer. */
  readonly state: string | undefined;
}

/** Places by key: one for each merge request, in the first list that has it. */
export const requestPlaces = (
  lists: readonly ListOfRequests[],
  username: string,
): ReadonlyMap<string, RequestPlace> => {
  const reviewers = new Map(
    lists.flatMap(({ requests }) => requests.map((each) => [each.key, each.reviewers] as const)).filter(([, of]) => of),
  );
  const names = new Map<string, PlaceName[]>();
  for (const { name, requests } of lists) {
    for (const key of new Set(requests.map((each) => each.key))) {
      const place = name === 'review' && isAnswered(reviewers.get(key), username) ? 'waiting' : name;
      names.set(key, [...(names.get(key) ?? []), place]);
    }
  }
  return new Map(
    [...names].flatMap(([key, [name, ...others]]) => {
      if (name === undefined) return [];
      const isOwn = name === 'mine' || others.includes('mine');
      const found = reviewers.get(key);
      return [[key, { name, others, isReturned: isOwn && isReturned(found), state: stateOf(found, username) }]];
    }),
  );
};

/** Numbers of merge requests that wait for the viewer: for a review, and for changes of their own. */
export const waitingForViewer = (
  places: ReadonlyMap<string, RequestPlace>,
): { readonly review: number; readonly changes: number } => {
  const all = [...places.values()];
  return {
    review: all.filter(({ name, others }) => name === 'review' || others.includes('review')).length,
    changes: all.filter((each) => each.isReturned).length,
  };
};
