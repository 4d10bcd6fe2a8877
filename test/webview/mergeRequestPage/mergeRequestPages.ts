import type { ReactionView, ThreadView } from '../../../src/messages/conversation.ts';
import type {
  FromMergeRequestPage,
  MergeRequestView,
  ToMergeRequestPage,
} from '../../../src/messages/mergeRequestPage.ts';
import { type OpenedPage, type OpenPage, type PageKind, usePages } from '../pageHarness.ts';

export type OpenedRequest = OpenedPage<ToMergeRequestPage, FromMergeRequestPage>;

export const requestPageKind: PageKind = {
  name: 'mergeRequestPage',
  styles: ['diff', 'syntax', 'conversation', 'mergeRequestPage', 'submitReview'],
  state: { account: 'lena', project: '7', iid: 5 },
};

export const useRequestPages = (): OpenPage<ToMergeRequestPage, FromMergeRequestPage> =>
  usePages<ToMergeRequestPage, FromMergeRequestPage>(requestPageKind);

const lena = { name: 'Lena Maintainer', username: 'lena' };
const dana = { name: 'Dana Developer', username: 'dana' };
const places = { project: 'https://gitlab.example.com/acme/orchard', instance: 'https://gitlab.example.com' };

export const requestView = (change: Partial<MergeRequestView> = {}): MergeRequestView => ({
  reference: '!5',
  title: 'Forecast the week a fruit is ripe',
  state: 'opened',
  isDraft: false,
  project: 'acme/orchard',
  sourceBranch: 'feature/ripeness-forecast',
  targetBranch: 'main',
  author: dana,
  assignees: [lena],
  labels: ['forecast', 'needs review'],
  milestone: 'Harvest 2026',
  switches: [
    { fact: 'draft', label: 'Draft', words: 'No' },
    { fact: 'squash', label: 'Squash commits when merging', words: 'The project always squashes.' },
    { fact: 'branch', label: 'Delete the branch after merging', words: 'Yes' },
  ],
  editable: ['text', 'target', 'draft', 'branch', 'assignees', 'reviewers', 'labels', 'milestone'],
  description: 'Says in which week to hire people.\n\n- [ ] Ask the growers in Kent\n- [x] Ask in Surrey',
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-24T10:00:00Z',
  merge: {
    tone: 'bad',
    words: 'Cannot be merged yet',
    reasons: [{ words: 'Approvals are missing.' }, { words: 'It has conflicts.', files: ['src/ripening/clash.ts'] }],
  },
  places,
  ...change,
});

export const threadView = (id: string, change: Partial<ThreadView> = {}): ThreadView => ({
  id,
  place: {
    oldPath: 'src/ripening/forecast.ts',
    newPath: 'src/ripening/forecast.ts',
    oldLine: undefined,
    newLine: 4,
    isInThisDiff: true,
  },
  canReply: true,
  resolution: 'open',
  notes: [
    {
      id: `${id} 1`,
      author: lena.name,
      username: lena.username,
      isOwn: true,
      canChange: false,
      at: '2026-11-24T09:00:00Z',
      isEdited: false,
      isSystem: false,
      labels: [],
      body: `What about leap years? (${id})`,
    },
  ],
  ...change,
});

export const conversation = (
  threads: readonly ThreadView[],
  readOnly?: string,
  offered?: readonly ReactionView[],
): ToMergeRequestPage => ({
  type: 'conversation',
  view: { state: 'ready', value: { threads, places, readOnly, offered } },
  isRefreshing: false,
});

export const offered: readonly ReactionView[] = [
  { name: 'thumbsup', text: '👍', people: [], isOwn: false },
  { name: 'heart', text: '❤️', people: [], isOwn: false },
];

/** With reactions, two of them by the reader. */
export const withReactions = (id: string): ThreadView => {
  const thread = threadView(id);
  const reactions = [
    { name: 'tada', text: '🎉', people: [lena.name, dana.name], isOwn: true },
    { name: 'thumbsup', text: '👍', people: [dana.name], isOwn: false },
    { name: 'golden_apple', text: ':golden_apple:', people: [lena.name], isOwn: true },
  ];
  return { ...thread, notes: thread.notes.map((note) => ({ ...note, id: '71', reactions })) };
};

export const fullPage = (): readonly ToMergeRequestPage[] => [
  { type: 'request', request: requestView() },
  {
    type: 'part',
    name: 'reviewers',
    view: { state: 'ready', value: [{ ...lena, tone: 'bad', words: 'Requested changes', hasReviewed: true }] },
  },
  {
    type: 'part',
    name: 'approvals',
    view: {
      state: 'ready',
      value: {
        words: '1 approval is missing.',
        isMet: false,
        approvedBy: [],
        rules: [{ name: 'Orchard keepers', required: 1, given: 0, isMet: false, approvedBy: [], others: [lena, dana] }],
        withoutRules: undefined,
      },
    },
  },
  {
    type: 'part',
    name: 'pipelines',
    view: {
      state: 'ready',
      value: {
        pipelines: [
          { id: 5100, status: 'failed', source: 'merge request event', at: '2026-11-24T10:00:00Z' },
          { id: 5099, status: 'success', source: 'push', at: '2026-11-23T10:00:00Z' },
        ],
        jobs: {
          state: 'ready',
          value: [
            { id: 1, name: 'lint', stage: 'check', status: 'success', allowFailure: true, duration: '12 s' },
            {
              id: 2,
              name: 'unit',
              stage: 'test',
              status: 'failed',
              allowFailure: false,
              duration: '45 s · script failure',
            },
          ],
        },
      },
    },
  },
  {
    type: 'part',
    name: 'files',
    view: {
      state: 'ready',
      value: {
        files: [
          {
            path: 'src/ripening/forecast.ts',
            oldPath: 'src/ripening/forecast.ts',
            change: 'added',
            size: '+9 −0',
            isViewed: true,
          },
          { path: 'src/new.ts', oldPath: 'src/old.ts', change: 'renamed', size: '+1 −1', isViewed: false },
        ],
        note: undefined,
      },
    },
  },
  {
    type: 'part',
    name: 'commits',
    view: {
      state: 'ready',
      value: [
        { sha: 'a'.repeat(40), shortSha: 'aaaaaaaa', title: 'Forecast', author: dana.name, at: '2026-11-22T10:00:00Z' },
      ],
    },
  },
  {
    type: 'part',
    name: 'activity',
    view: { state: 'ready', value: [{ author: lena.name, body: 'requested changes', at: '2026-11-24T09:30:00Z' }] },
  },
  conversation(
    [
      withReactions('one'),
      threadView('two', { place: undefined, resolution: undefined }),
      threadView('three', { resolution: 'resolved' }),
    ],
    undefined,
    offered,
  ),
];
