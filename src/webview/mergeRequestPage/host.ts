import type { FromMergeRequestPage, MergeRequestPageState } from '../../messages/mergeRequestPage.ts';
import { type Host as PageHost, type Keeping, record } from '../elements/host.ts';

/** What the page itself keeps over a reload. Texts are not among it: the extension keeps those. */
export interface ReadingState {
  /** How far the page was scrolled, in pixels. */
  readonly top: number;
  /** Whether the review was shown, and how far it was scrolled. */
  readonly isReviewing: boolean;
  readonly reviewTop: number;
  /** The draft that had the focus. */
  readonly current: number | undefined;
}

/** The extension as the page sees it. */
export type Host = PageHost<FromMergeRequestPage, MergeRequestPageState, ReadingState>;

/** How the reader left this merge request. */
export const pageMemory: Keeping<MergeRequestPageState, ReadingState> = {
  read: ({ account, project, iid, reading }, subject) => {
    const isSame = account === subject?.account && project === subject?.project && iid === subject?.iid;
    const { top, reviewTop, current, isReviewing, verdict } = record(isSame ? reading : undefined);
    return {
      top: numberOr(top, 0),
      // a tab of a review, of an earlier release, has kept its verdict
      isReviewing: isReviewing === true || verdict !== undefined,
      reviewTop: numberOr(reviewTop, 0),
      current: numberOr(current, undefined),
    };
  },
  write: (reading) => ({ reading }),
};

const numberOr = <Other>(value: unknown, other: Other): number | Other => (typeof value === 'number' ? value : other);
