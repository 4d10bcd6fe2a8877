import type { AxeResults } from 'axe-core';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CellKind, ToBoardPage } from '../../../src/messages/board.ts';
import { rootFolder } from '../../support/paths.ts';
import type { ThemeName } from '../pageHarness.ts';
import { type BoardPage, boardView, cellView, useBoardPages } from './boardPages.ts';

const axeFile = path.join(rootFolder, 'node_modules/axe-core/axe.min.js');

const kinds: readonly CellKind[] = ['clean', 'conflict', 'alreadyThere', 'protected', 'untested', 'failed'];
const board = boardView([
  kinds.map((kind) => cellView(kind)),
  kinds.map((kind) => cellView(kind, { stale: kind !== 'untested' })),
  kinds.map((kind) => cellView(kind, { activity: 'queued' })),
]);
const whole: readonly ToBoardPage[] = [
  { type: 'board', board },
  {
    type: 'changes',
    cells: [],
    columns: [],
    progress: { isRunning: true, total: 18, done: 7, pausedUntil: undefined, failure: undefined },
  },
  {
    type: 'reports',
    reports: [
      {
        id: 1,
        title: 'Applying',
        summary: '1 of 2 commits were created on the server.',
        isRunning: false,
        canUndo: true,
        branches: [
          {
            branch: 'release/2.0',
            steps: [
              {
                sha: 'a'.repeat(40),
                title: 'One',
                tone: 'good',
                icon: 'pass',
                word: 'Created',
                detail: '',
                created: 'b'.repeat(40),
              },
              {
                sha: 'c'.repeat(40),
                title: 'Two',
                tone: 'bad',
                icon: 'question',
                word: 'Not known',
                detail: 'Look.',
                created: undefined,
              },
            ],
          },
        ],
      },
    ],
  },
];

const press =
  (...keys: readonly string[]) =>
  async ({ page }: BoardPage): Promise<void> => {
    await page.locator('[data-place="0 0"]').focus();
    for (const key of keys) await page.keyboard.press(key);
  };
const states: readonly (readonly [
  name: string,
  messages: readonly ToBoardPage[],
  act?: (opened: BoardPage) => Promise<void>,
])[] = [
  ['is loading', []],
  ['has failed', [{ type: 'failed', failure: { message: 'No server.', retryable: true } }]],
  ['is empty', [{ type: 'board', board: boardView([]) }]],
  ['shows a board', whole, press(' ', 'ArrowRight')],
  ['explains its keys', whole, press('?')],
];

/** What axe finds wrong, one line a rule, with the elements. */
async function findProblems({ page }: BoardPage): Promise<string[]> {
  await page.evaluate(readFileSync(axeFile, 'utf8'));
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  );
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.html).join('\n  ')}`);
}

describe('accessibility of the backport board', () => {
  const open = useBoardPages();

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
});
