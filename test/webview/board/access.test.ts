import type { CellKind, ToBoardPage, FromBoardPage } from '../../../src/messages/board.ts';
import { provesAccessible, type PageSituation } from '../accessible.ts';
import { type BoardPage, boardView, cellView, sampleReport, useBoardPages } from './boardPages.ts';

const kinds: readonly CellKind[] = ['clean', 'conflict', 'resolved', 'alreadyThere', 'protected', 'untested', 'failed'];
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
  { type: 'message', sha: board.rows[0]?.sha ?? '', message: 'Weigh pallets early\n\nTicket 7' },
  { type: 'reports', reports: [sampleReport] },
];

const press =
  (...keys: readonly string[]) =>
  async ({ page }: BoardPage): Promise<void> => {
    await page.locator('[data-place="0 0"]').focus();
    for (const key of keys) await page.keyboard.press(key);
  };
const states: readonly PageSituation<ToBoardPage, FromBoardPage>[] = [
  ['is loading', []],
  ['is empty', [{ type: 'board', board: boardView([]) }]],
  ['has commits only', [{ type: 'board', board: boardView([[], []]) }]],
  ['shows a board', whole, press(' ', 'ArrowRight')],
  ['explains its keys', whole, press('?')],
];

describe('accessibility of the backport board', () => {
  const open = useBoardPages();

  provesAccessible(open, 'board-page', states);
});
