import type { FromMergeRequestPage, ToMergeRequestPage } from '../../../src/messages/mergeRequestPage.ts';
import { type PageSituation, provesAccessible } from '../accessible.ts';
import { conversation, fullPage, type OpenedRequest, requestView, useRequestPages } from './mergeRequestPages.ts';

const press =
  (...keys: readonly string[]) =>
  async ({ page }: OpenedRequest): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };

const failure = { message: 'The server answered 502.', retryable: true };

const situations: readonly PageSituation<ToMergeRequestPage, FromMergeRequestPage>[] = [
  ['is loading', []],
  ['has failed', [{ type: 'failed', failure }]],
  ['has its record alone', [{ type: 'request', request: requestView() }]],
  [
    'has parts that failed',
    [
      { type: 'request', request: requestView({ isDraft: true, labels: [], assignees: [], description: '' }) },
      { type: 'part', name: 'approvals', view: { state: 'failed', failure } },
      { type: 'part', name: 'files', view: { state: 'failed', failure } },
      conversation([], 'This token may only read.'),
    ],
  ],
  ['shows everything', fullPage()],
  ['could not be read again', [...fullPage(), { type: 'failed', failure }]],
  ['writes a comment', fullPage(), press('c')],
  [
    'shows the end of a log',
    [...fullPage(), { type: 'log', job: 2, view: { state: 'ready', value: 'ERROR: Job failed: exit code 1' } }],
  ],
  ['explains its keys', fullPage(), press('?')],
];

describe('accessibility of the page of a merge request', () => {
  provesAccessible(useRequestPages(), 'mergeRequestPage', situations);
});
