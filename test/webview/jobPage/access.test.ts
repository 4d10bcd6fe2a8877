import type { FromJobPage, ToJobPage } from '../../../src/messages/jobPage.ts';
import { provesAccessible, type PageSituation } from '../accessible.ts';
import { endedView, failedView, jobView, relation, relations, useJobPages } from './jobPages.ts';

const situations: readonly PageSituation<ToJobPage, FromJobPage>[] = [
  ['is loading', []],
  ['is gone', [{ type: 'gone' }]],
  [
    'is under way',
    [
      {
        type: 'transfer',
        transfer: {
          direction: 'sending',
          share: undefined,
          amount: '3 MB',
          percent: undefined,
          rate: '1 MB/s',
          left: undefined,
        },
      },
      {
        type: 'job',
        job: jobView({
          obstacle: 'The account has been removed.',
          poll: {
            does: 'look',
            lastAtMs: 1,
            nextAtMs: 2,
            failures: 2,
            error: { title: 'Look', words: 'No answer', status: 502 },
          },
        }),
      },
    ],
  ],
  ['has ended', [{ type: 'job', job: endedView() }]],
  [
    'has failed',
    [
      { type: 'failed', relations: [...relations(99), relation(99, { source: '', message: 'x '.repeat(900) })] },
      { type: 'job', job: failedView() },
    ],
    async ({ page }) => {
      const more = page.getByRole('button', { name: /^Show all/ });
      if ((await more.count()) > 0) await more.last().click();
    },
  ],
];

describe('accessibility of the page of a job', () => {
  provesAccessible(useJobPages(), 'jobPage', situations);
});
