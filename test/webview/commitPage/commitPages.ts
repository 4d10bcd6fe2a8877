import type { CommitPageState, FromCommitPage, ToCommitPage } from '../../../src/messages/commitPage.ts';
import { usePages, type OpenedPage, type OpenPage, type PageKind } from '../pageHarness.ts';

export const subject: CommitPageState = {
  account: 'https://gitlab.example.com#mara',
  project: '1042',
  sha: '4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f70819203',
};

export const commitPageKind: PageKind = {
  name: 'commitPage',
  styles: ['diff', 'syntax', 'conversation', 'commitPage'],
  state: subject,
};

export type CommitPage = OpenedPage<ToCommitPage, FromCommitPage>;

export const useCommitPages = (): OpenPage<ToCommitPage, FromCommitPage> => usePages(commitPageKind);
