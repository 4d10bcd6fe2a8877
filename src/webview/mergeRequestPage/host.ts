import type { FromMergeRequestPage, MergeRequestPageState } from '../../messages/mergeRequestPage.ts';
import { type Host as PageHost, type Keeping, record } from '../elements/host.ts';

/** What the page itself keeps over a reload. Texts are not among it: the extension keeps those. */
export interface ReadingState {
  /** How far the page was scrolled, in pixels. */
  readonly top: number;
}

/** The extension as the page sees it. */
export type Host = PageHost<FromMergeRequestPage, MergeRequestPageState, ReadingState>;

/** How the reader left this merge request. */
export const pageMemory: Keeping<MergeRequestPageState, ReadingState> = {
  read: ({ account, project, iid, reading }, subject) => {
    const isSame = account === subject?.account && project === subject?.project && iid === subject?.iid;
    const { top } = record(isSame ? reading : undefined);
    return { top: typeof top === 'number' ? top : 0 };
  },
  write: (reading) => ({ reading }),
};
