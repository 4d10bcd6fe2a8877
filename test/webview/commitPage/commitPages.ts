import type { CommitPageState, FromCommitPage, ToCommitPage } from '../../../src/messages/commitPage.ts';
import { usePages, type OpenedPage, type OpenPage, type PageKind } from '../pageHarness.ts';

/** What the page was opened for, as the extension writes it. */
export const subject: CommitPageState = {
  account: 'https://gitlab.example.com#mara',
  project: '1042',
  sha: '4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f70819203',
};

/** The commit page as the extension opens it. */
export const commitPageKind: PageKind = {
  name: 'commitPage',
  styles: ['diff', 'syntax', 'conversation', 'commitPage'],
  state: subject,
};

/** The commit page in a real browser. */
export type CommitPage = OpenedPage<ToCommitPage, FromCommitPage>;

/** Gives the tests of a suite the commit page; see {@link usePages}. */
export const useCommitPages = (): OpenPage<ToCommitPage, FromCommitPage> => usePages(commitPageKind);
