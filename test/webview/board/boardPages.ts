import type {
  BoardPageState,
  BoardView,
  CellKind,
  CellView,
  FromBoardPage,
  ReportView,
  ToBoardPage,
} from '../../../src/messages/board.ts';
import { type OpenedPage, type OpenPage, type PageKind, usePages } from '../pageHarness.ts';

const subject: BoardPageState = { board: 'b1' };

export const boardPageKind: PageKind = { name: 'board', styles: ['board'], state: subject };

export type BoardPage = OpenedPage<ToBoardPage, FromBoardPage>;

export const useBoardPages = (): OpenPage<ToBoardPage, FromBoardPage> => usePages(boardPageKind);

export const tip = 'c0ffee0123456789abcdef0123456789abcdef01';

const meanings: Readonly<Record<CellKind, string>> = {
  untested: '',
  clean: 'Applies without conflict.',
  alreadyThere: 'The branch has these changes already.',
  conflict: 'The changes do not apply.',
  resolved: 'Committed on the new branch pick-1.',
  protected: 'The branch is protected, and its rules do not let you push.',
  branchMissing: 'There is no such branch.',
  refused: 'The server cannot find the commit.',
  failed: 'Unknown: the server returned an error.',
};

export const cellView = (kind: CellKind = 'clean', change: Partial<CellView> = {}): CellView => ({
  kind,
  activity: 'idle',
  stale: false,
  meaning: meanings[kind],
  words: kind === 'conflict' ? 'Sorry, we cannot cherry-pick this commit automatically.' : undefined,
  tip: kind === 'untested' || kind === 'branchMissing' ? undefined : tip,
  at: kind === 'untested' ? undefined : '2026-11-20T10:00:00.000Z',
  createdSha: undefined,
  request: undefined,
  ...change,
});

export const boardView = (
  cells: readonly (readonly (CellKind | CellView)[])[],
  change: Partial<BoardView> = {},
): BoardView => ({
  name: undefined,
  title: 'Backport board',
  project: 'acme/orchard',
  rows: cells.map((_, index) => ({
    sha: String(index).padStart(2, '0').repeat(20),
    shortSha: String(index).padStart(2, '0').repeat(4),
    title: titles[index % titles.length] ?? '',
    author: ['Mara Lind', 'Jo Ito', 'Ana Ruiz'][index % 3] ?? '',
    at: '2026-11-18T10:00:00.000Z',
    isMerge: index % 7 === 4,
    message: undefined,
  })),
  columns: (cells[0] ?? []).map((_, index) => ({
    branch: branches[index % branches.length] + (index < branches.length ? '' : `-${index}`),
    state: 'read' as const,
    tip,
    protected: index % 3 === 0,
    meaning: 'At c0ffee01.',
  })),
  cells: cells.map((row) => row.map((cell) => (typeof cell === 'string' ? cellView(cell) : cell))),
  ...change,
});

const titles = [
  'Weigh pallets before they are loaded',
  'Fix the price of plums during the festival week',
  'Draw ripening tables from the forecast instead of last year’s figures, which nobody trusted anyway',
  'Count crates twice',
  'Merge branch ‘feature/season-filter’ into ‘main’',
  'Round weights to whole grams',
];

const branches = [
  'release/2.0',
  'release/1.1',
  'release/1.0',
  'staging/eu',
  'hotfix',
  'customers/northern-orchards/long-term-support-2025',
];

export const largeBoard = (rows: number, columns: number): BoardView => {
  const kinds: readonly CellKind[] = ['clean', 'conflict', 'alreadyThere', 'clean', 'protected', 'untested', 'clean'];
  return boardView(
    Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (__, column) => kinds[(row * 3 + column * 2) % kinds.length] ?? 'clean'),
    ),
  );
};

/** Presses keys, waiting for a frame after each. */
export const press = async (opened: BoardPage, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) {
    await opened.page.keyboard.press(key);
    await opened.drawn();
  }
};
/** Accessible name of the focused element. */
export const focused = (opened: BoardPage): Promise<string> =>
  opened.page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.className ?? '',
  );
/** Messages since the last call without those the page posts by itself. */
export const posted = async (opened: BoardPage): Promise<FromBoardPage[]> =>
  (await opened.posted()).filter(({ type }) => type !== 'see' && type !== 'ready' && type !== 'rightsOf');
export const enter = async (opened: BoardPage): Promise<void> => {
  await opened.page.locator('[data-place="0 0"]').focus();
  await opened.drawn();
  await posted(opened);
};

export const progress = { isRunning: false, total: 0, done: 0, pausedUntil: undefined, failure: undefined };

/** Two commits, one of unknown outcome. */
export const sampleReport: ReportView = {
  id: 7,
  title: 'Applying',
  summary: '1 of 2 commits created on the server.',
  isRunning: false,
  canUndo: true,
  canCreateMergeRequest: true,
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
          createdSha: 'b'.repeat(40),
        },
        {
          sha: 'c'.repeat(40),
          title: 'Two',
          tone: 'bad',
          icon: 'question',
          word: 'Unknown',
          detail: 'Look at the branch.',
          createdSha: undefined,
        },
      ],
    },
  ],
};
