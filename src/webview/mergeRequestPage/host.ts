import type { FromMergeRequestPage, MergeRequestPageState } from '../../messages/mergeRequestPage.ts';
import { type Host as PageHost, type StateCodec, record } from '../elements/host.ts';

/** Survives a reload of the page. Unsaved texts don't belong here: the extension saves them. */
export interface ReadingState {
  /** Scroll position in pixels. */
  readonly top: number;
  /** The review was shown. */
  readonly isReviewing: boolean;
  readonly reviewTop: number;
  /** The focused draft. */
  readonly current: number | undefined;
}

export type Host = PageHost<FromMergeRequestPage, MergeRequestPageState, ReadingState>;

/** Ignores the state of another merge request. */
export const pageMemory: StateCodec<MergeRequestPageState, ReadingState> = {
  read: ({ account, project, iid, reading }, subject) => {
    const isSame = account === subject?.account && project === subject?.project && iid === subject?.iid;
    const { top, reviewTop, current, isReviewing, verdict } = record(isSame ? reading : undefined);
    return {
      top: numberOr(top, 0),
      // Review tabs of earlier releases saved their verdict.
      isReviewing: isReviewing === true || verdict !== undefined,
      reviewTop: numberOr(reviewTop, 0),
      current: numberOr(current, undefined),
    };
  },
  write: (reading) => ({ reading }),
};

const numberOr = <Other>(value: unknown, other: Other): number | Other => (typeof value === 'number' ? value : other);
