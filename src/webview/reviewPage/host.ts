import type { FromReviewPage, ReviewPageState, Verdict } from '../../messages/reviewPage.ts';
import { type Host as PageHost, type Keeping, record } from '../elements/host.ts';

/** What the page itself keeps over a reload. Texts are not among it: the extension keeps those. */
export interface ReadingState {
  /** The draft that had the focus. */
  readonly current: number | undefined;
  /** How far the page was scrolled, in pixels. */
  readonly top: number;
  readonly verdict: Verdict;
}

/** The extension as the page sees it. */
export type Host = PageHost<FromReviewPage, ReviewPageState, ReadingState>;

/** How the reader left this review. */
export const reviewMemory: Keeping<ReviewPageState, ReadingState> = {
  read: ({ account, project, iid, reading }, subject) => {
    const isSame = account === subject?.account && project === subject?.project && iid === subject?.iid;
    const { current, top, verdict } = record(isSame ? reading : undefined);
    return {
      current: typeof current === 'number' ? current : undefined,
      top: typeof top === 'number' ? top : 0,
      // the page offers it only where the extension does
      verdict: typeof verdict === 'string' ? (verdict as Verdict) : 'none',
    };
  },
  write: (reading) => ({ reading }),
};
