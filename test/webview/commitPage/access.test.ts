import type { AxeResults } from 'axe-core';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ToCommitPage } from '../../../src/messages/commitPage.ts';
import { rootFolder } from '../../support/paths.ts';
import type { ThemeName } from '../pageHarness.ts';
import { useCommitPages, type CommitPage } from './commitPages.ts';
import { commitView, fileView, manyFiles } from './sampleViews.ts';

const axeFile = path.join(rootFolder, 'node_modules/axe-core/axe.min.js');
const failure = { message: 'The server answered 502.', retryable: true };

const loading: readonly ToCommitPage[] = [];
const failed: readonly ToCommitPage[] = [{ type: 'failed', failure }];
const whole: readonly ToCommitPage[] = [
  {
    type: 'commit',
    commit: commitView({
      body: 'Why it is so.',
      pipeline: { status: 'running', url: 'https://ci/1' },
      trailers: [{ key: 'Changelog', value: 'fixed' }],
    }),
  },
  {
    type: 'part',
    part: {
      name: 'signature',
      view: {
        state: 'ready',
        value: { tone: 'unverified', label: 'Not verified', details: [{ key: 'Type', value: 'SSH' }] },
      },
    },
  },
  {
    type: 'part',
    part: { name: 'refs', view: { state: 'ready', value: { branches: ['main'], tags: ['v1'], more: true } } },
  },
  { type: 'part', part: { name: 'mergeRequests', view: { state: 'failed', failure } } },
  {
    type: 'part',
    part: {
      name: 'statuses',
      view: {
        state: 'ready',
        value: ['success', 'failed', 'running', 'manual'].map((status, id) => ({
          id,
          name: `job ${status}`,
          status,
          description: 'as it says',
          url: 'https://ci/2',
          allowFailure: false,
        })),
      },
    },
  },
  {
    type: 'files',
    files: [
      fileView({ newPath: 'src/a\u202eb.ts', change: 'added', diff: '@@ -0,0 +1 @@\n+a\u202e\n' }),
      fileView({ oldPath: 'was.png', newPath: 'is.png', change: 'renamed', note: 'Binary file.', diff: '' }),
      ...manyFiles(5, 60),
    ],
    restart: false,
    complete: false,
  },
  { type: 'filesFailed', failure },
];

const press =
  (...keys: readonly string[]) =>
  async ({ page }: CommitPage): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
const states: readonly (readonly [
  name: string,
  messages: readonly ToCommitPage[],
  act?: (opened: CommitPage) => Promise<void>,
])[] = [
  ['is loading', loading],
  ['has failed', failed],
  ['shows a commit', whole],
  [
    'shows all details',
    whole,
    async ({ page }) => page.$$eval('details', (all) => all.forEach((each) => (each.open = true))),
  ],
  ['is in the diffs', whole, press('n', 'n', 'n', 'ArrowDown', 'ArrowDown')],
  ['lists files to jump to', whole, press('f', 'ArrowDown')],
  ['explains its keys', whole, press('?')],
];

/** What axe finds wrong, one line a rule, with the elements. Rows near the screen's edge are not its concern. */
async function findProblems(opened: CommitPage): Promise<string[]> {
  const { page } = opened;
  await page.evaluate(readFileSync(axeFile, 'utf8'));
  // code has the editor's own colours on the editor's own colours of changes: as in its diffs, some are close
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run: (context: unknown) => Promise<AxeResults> } }).axe.run({
      exclude: ['[class^="tok-"]'],
    }),
  );
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.html).join('\n  ')}`);
}

describe('accessibility of the commit page', () => {
  const open = useCommitPages();

  for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] satisfies ThemeName[]) {
    for (const [name, messages, act] of states) {
      it(`has no problem that axe knows when it ${name} in the theme ${theme}`, async () => {
        const opened = await open({ theme });
        await opened.send(...messages);
        await act?.(opened);
        await opened.drawn();
        assert.deepEqual(await findProblems(opened), []);
      });
    }
  }

  it('does not move when the reader wants little motion', async () => {
    const opened = await open();
    await opened.page.emulateMedia({ reducedMotion: 'reduce' });
    const animations = await opened.page.$$eval('.codicon-modifier-spin', (icons) =>
      icons.map((icon) => getComputedStyle(icon).animationName),
    );
    assert.ok(animations.length > 0);
    assert.deepEqual([...new Set(animations)], ['none']);
  });
});
