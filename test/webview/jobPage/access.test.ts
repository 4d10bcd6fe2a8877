import type { AxeResults } from 'axe-core';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ToJobPage } from '../../../src/messages/jobPage.ts';
import { rootFolder } from '../../support/paths.ts';
import type { ThemeName } from '../pageHarness.ts';
import { endedView, failedView, type JobPage, jobView, relation, relations, useJobPages } from './jobPages.ts';

const axeFile = path.join(rootFolder, 'node_modules/axe-core/axe.min.js');

const states: readonly (readonly [name: string, messages: readonly ToJobPage[]])[] = [
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
          look: {
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
  ],
];

/** What axe finds wrong, one line a rule, with the elements. */
async function findProblems({ page }: JobPage): Promise<string[]> {
  await page.evaluate(readFileSync(axeFile, 'utf8'));
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  );
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.html).join('\n  ')}`);
}

describe('accessibility of the page of a job', () => {
  const open = useJobPages();

  for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] satisfies ThemeName[]) {
    for (const [name, messages] of states) {
      it(`has no problem that axe knows when it ${name} in the theme ${theme}`, async () => {
        const opened = await open({ theme });
        await opened.send(...messages);
        const more = opened.page.getByRole('button', { name: /^Show all/ });
        if ((await more.count()) > 0) await more.last().click();
        await opened.drawn();
        assert.deepEqual(await findProblems(opened), []);
      });
    }
  }
});
