import assert from 'node:assert/strict';
import type { ToCommitPage, FromCommitPage } from '../../../src/messages/commitPage.ts';
import { provesAccessible, type PageSituation } from '../accessible.ts';
import { useCommitPages, type CommitPage } from './commitPages.ts';
import { commitView, fileView, manyFiles } from './sampleViews.ts';

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
          facts: 'on main · finished 2 hours ago · coverage 84.5 % · by Mara',
          times: 'Finished: today',
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
const states: readonly PageSituation<ToCommitPage, FromCommitPage>[] = [
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

describe('accessibility of the commit page', () => {
  const open = useCommitPages();

  provesAccessible(open, 'commit-page', states);

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
