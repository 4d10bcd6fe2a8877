import type { FromMergeRequestPage, ToMergeRequestPage } from '../../../../src/messages/mergeRequestPage.ts';
import type { DraftView, ReviewView } from '../../../../src/messages/review.ts';
import type { OpenPage } from '../../pageHarness.ts';
import { type OpenedRequest, requestView, useRequestPages } from '../mergeRequestPages.ts';

/** What the page of a merge request is sent to show a review. */
export const shown = (review: ReviewView): readonly ToMergeRequestPage[] => [...unread, { type: 'review', review }];

/** What comes before its review has. */
export const unread: readonly ToMergeRequestPage[] = [
  { type: 'request', request: requestView() },
  { type: 'showReview' },
];

/** Opens pages of merge requests that show their review; see `usePages`. */
export const useReviewPages = (): OpenPage<ToMergeRequestPage, FromMergeRequestPage> => {
  const open = useRequestPages();
  return async (options) => {
    const opened = await open(options);
    await opened.send(...unread);
    return opened;
  };
};

/** Has a page show a review; what it has posted by then is forgotten. */
export const show = async (opened: OpenedRequest, review: ReviewView): Promise<void> => {
  await opened.send(...shown(review));
  await opened.posted();
};

const hunk = (line: number): string =>
  `@@ -${line - 2},4 +${line - 2},5 @@\n export const forecast = () => {\n   const days = 7;\n-  return old(days);\n+  return weather(days).map((day) => ripe(day, { warm: true }));\n+  // line ${line}\n };\n`;

export const draftView = (id: number, change: Partial<DraftView> = {}): DraftView => ({
  id,
  text: `What about leap years? (${id})`,
  typed: undefined,
  place: `Line ${id + 10}`,
  code: { hunk: hunk(id + 10), side: 'new', first: id + 10, last: id + 10 },
  withoutCode: undefined,
  thread: undefined,
  effect: undefined,
  findings: [],
  canJump: true,
  busy: undefined,
  ...change,
});

export const reviewView = (drafts: readonly DraftView[], change: Partial<ReviewView> = {}): ReviewView => ({
  findings: [],
  groups:
    drafts.length === 0
      ? []
      : [{ file: { path: 'src/ripening/forecast.ts', oldPath: 'src/ripening/forecast.ts', change: 'added' }, drafts }],
  leftTexts: [],
  summary: '',
  verdict: 'none',
  verdicts: [
    { verdict: 'none', label: 'Comment', step: 'Without a verdict.' },
    { verdict: 'approve', label: 'Approve merge request', step: 'The merge request will be approved.' },
    { verdict: 'requestChanges', label: 'Request changes', step: 'Changes will be requested.' },
  ],
  isInternal: false,
  order: 'All is sent with one request.',
  report: undefined,
  sending: undefined,
  stale: undefined,
  ...change,
});

export const fullReview = (): ReviewView => {
  const base = reviewView([]);
  return {
    ...base,
    findings: [
      { kind: 'targetMoved', severity: 'note', words: 'The target branch has moved on since.', moveTo: undefined },
    ],
    groups: [
      {
        file: { path: 'src/ripening/forecast.ts', oldPath: 'src/ripening/forecast.ts', change: 'added' },
        drafts: [
          draftView(1),
          draftView(2, {
            findings: [
              {
                kind: 'headMoved',
                severity: 'warning',
                words: 'Commits were pushed since this draft was written.',
                moveTo: 'line 14',
              },
              { kind: 'secondInThread', severity: 'note', words: 'Another draft is there.', moveTo: undefined },
            ],
          }),
        ],
      },
      {
        file: { path: 'docs/a/very/deep/folder/with/many/steps/README.md', oldPath: 'README.md', change: 'renamed' },
        drafts: [
          draftView(3, {
            text: '',
            place: 'Whole file',
            code: undefined,
            findings: [{ kind: 'empty', severity: 'blocker', words: 'It says nothing.', moveTo: undefined }],
          }),
        ],
      },
      {
        file: undefined,
        drafts: [
          draftView(4, {
            place: 'Reply',
            code: undefined,
            canJump: false,
            effect: 'resolves',
            thread: {
              id: 't',
              last: { author: 'Lena Maas', at: '2026-11-20T10:00:00Z', body: 'Could this be a table?' },
              comments: 3,
              isResolved: false,
            },
          }),
        ],
      },
    ],
    leftTexts: [
      { key: 'k1', text: 'A thought that was refused', place: 'Line 9 of a.ts', isReply: false, refusal: 'Too long.' },
    ],
    summary: 'Looks good so far',
    report: {
      title: '2 published, 1 unclear',
      at: '2026-11-21T09:00:00Z',
      outcomes: [
        {
          key: 'o1',
          tone: 'good',
          what: 'Line 3 of forecast.ts',
          text: 'Nice',
          words: 'Published.',
          advice: undefined,
          hasLink: true,
          draftId: undefined,
        },
        {
          key: 'o2',
          tone: 'warning',
          what: 'Line 11 of forecast.ts',
          text: 'What about leap years?',
          words: 'The connection dropped, and it is still a draft.',
          advice: 'Publish it again when you are ready.',
          hasLink: false,
          draftId: 1,
        },
      ],
    },
  };
};
