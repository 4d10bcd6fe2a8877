import assert from 'node:assert/strict';
import type { FromBoardPage, ReportView } from '../../../src/messages/board.ts';
import { type BoardPage, boardView, cellView, largeBoard, useBoardPages } from './boardPages.ts';

const press = async (opened: BoardPage, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) {
    await opened.page.keyboard.press(key);
    await opened.drawn();
  }
};
/** What a screen reader would say has the focus. */
const focused = (opened: BoardPage): Promise<string> =>
  opened.page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.className ?? '',
  );
const posted = async (opened: BoardPage): Promise<FromBoardPage[]> =>
  (await opened.posted()).filter(({ type }) => type !== 'see' && type !== 'ready');
const enter = async (opened: BoardPage): Promise<void> => {
  await opened.page.locator('[data-place="0 0"]').focus();
  await opened.drawn();
  await posted(opened);
};

const progress = { isRunning: false, total: 0, done: 0, pausedUntil: undefined, failure: undefined };

describe('the page of the backport board', () => {
  const open = useBoardPages();

  describe('as a grid', () => {
    it('names its cells, headers and size for screen readers', async () => {
      const opened = await open();
      await opened.send({
        type: 'board',
        board: boardView([
          ['clean', 'conflict'],
          ['protected', 'untested'],
        ]),
      });
      const grid = opened.page.getByRole('grid', { name: 'Backport board: 2 commits on 2 branches' });
      assert.equal(await grid.getAttribute('aria-rowcount'), '3');
      assert.equal(await grid.getAttribute('aria-colcount'), '3');
      assert.equal(await grid.getByRole('gridcell').count(), 4);
      assert.equal(await grid.getByRole('columnheader').count(), 3);
      assert.equal(await grid.getByRole('rowheader').count(), 2);
      await grid
        .getByRole('gridcell', { name: 'Conflict, Weigh pallets before they are loaded on release/1.1' })
        .waitFor();
      await grid.getByRole('gridcell', { name: /^Protected, Fix the price/ }).waitFor();
    });

    it('shows each state by a word and an icon of its own', async () => {
      const opened = await open();
      const states = [
        'untested',
        'clean',
        'alreadyThere',
        'conflict',
        'protected',
        'branchMissing',
        'refused',
        'failed',
      ] as const;
      await opened.send({
        type: 'board',
        board: boardView([
          [
            ...states,
            cellView('clean', { activity: 'testing' }),
            cellView('clean', { activity: 'queued' }),
            cellView('clean', { created: 'a'.repeat(40) }),
          ],
        ]),
      });
      const cells = await opened.page
        .locator('.cell')
        .evaluateAll((all) =>
          all.map((cell) => [
            cell.querySelector('.word')?.textContent ?? '',
            cell.querySelector('.codicon')?.className.match(/codicon-(?!modifier)[\w-]+/)?.[0] ?? '',
          ]),
        );
      assert.deepEqual(
        cells.map(([word]) => word),
        [
          'Untested',
          'Clean',
          'Already there',
          'Conflict',
          'Protected',
          'No branch',
          'Refused',
          'Unknown',
          'Testing…',
          'Queued',
          'Applied',
        ],
      );
      assert.equal(new Set(cells.map(([, icon]) => icon)).size, cells.length, 'two states share an icon');
    });

    it('marks cells whose branch has moved since', async () => {
      const opened = await open();
      await opened.send({ type: 'board', board: boardView([[cellView('clean', { stale: true })]]) });
      await opened.page.getByRole('gridcell', { name: /^Clean, branch moved since/ }).waitFor();
      await enter(opened);
      await press(opened, ' ', 'a');
      assert.deepEqual(await posted(opened), [], 'a stale cell is not applied');
      assert.match(await opened.page.locator('.details').innerText(), /has moved since/);
    });

    it('keeps both headers in sight with 40 commits and 20 branches', async () => {
      const opened = await open();
      await opened.send({ type: 'board', board: largeBoard(40, 20) });
      assert.equal(await opened.page.getByRole('gridcell').count(), 800);
      await enter(opened);
      await press(opened, 'Control+End');
      const boxes = await opened.page.evaluate(() => {
        const box = (selector: string): number[] => {
          const { left, top, right, bottom } =
            document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
          return [left, top, right, bottom].map(Math.round);
        };
        return {
          grid: box('.gridScroller'),
          corner: box('.corner'),
          last: box('[data-place="39 19"]'),
          row: box('[data-place="39 -1"]'),
          column: box('[data-place="-1 19"]'),
        };
      });
      assert.deepEqual(boxes.corner.slice(0, 2), boxes.grid.slice(0, 2));
      assert.equal(boxes.row[0], boxes.grid[0]);
      assert.equal(boxes.column[1], boxes.grid[1]);
      assert.ok((boxes.last[0] ?? 0) >= (boxes.corner[2] ?? 0) && (boxes.last[1] ?? 0) >= (boxes.corner[3] ?? 0));
      assert.ok((boxes.last[2] ?? 0) <= (boxes.grid[2] ?? 0) && (boxes.last[3] ?? 0) <= (boxes.grid[3] ?? 0));
    });

    it('draws a large board and each change of it quickly', async () => {
      const opened = await open();
      const board = largeBoard(40, 20);
      await opened.send({ type: 'board', board });
      const longest = await opened.page.evaluate(
        ({ sha, branch }) =>
          new Promise<number>((resolve) => {
            const started = performance.now();
            const cell = {
              kind: 'clean',
              activity: 'idle',
              stale: false,
              meaning: 'x',
              words: undefined,
              tip: 't',
              at: undefined,
              created: undefined,
            };
            window.postMessage(
              {
                type: 'changes',
                cells: [{ place: { sha, branch }, cell }],
                columns: [],
                progress: { isRunning: true, total: 800, done: 1 },
              },
              '*',
            );
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
          }),
        { sha: board.rows[20]?.sha ?? '', branch: board.columns[10]?.branch ?? '' },
      );
      assert.ok(longest < 200, `${Math.round(longest)} ms for one cell`);
    });

    it('tells which rows and columns are in sight', async () => {
      const opened = await open();
      const board = largeBoard(40, 20);
      await opened.send({ type: 'board', board });
      const seen = (await opened.posted()).flatMap((message) => (message.type === 'see' ? [message] : [])).at(-1);
      assert.ok(seen && seen.commits.length > 5 && seen.commits.length < 20, JSON.stringify(seen?.commits.length));
      assert.equal(seen.commits[0], board.rows[0]?.sha);
      await opened.page.locator('.gridScroller').evaluate((box) => box.scrollTo(2000, 900));
      await opened.drawn();
      const after = (await opened.posted()).flatMap((message) => (message.type === 'see' ? [message] : [])).at(-1);
      assert.ok(after && !after.commits.includes(board.rows[0]?.sha ?? '') && !after.branches.includes('release/2.0'));
    });
  });

  describe('by the keyboard alone', () => {
    it('moves by arrows, Home, End and pages, and has one place in the order of Tab', async () => {
      const opened = await open();
      await opened.send({ type: 'board', board: largeBoard(40, 20) });
      await enter(opened);
      await press(opened, 'ArrowRight', 'ArrowDown');
      assert.match(await focused(opened), /Fix the price .* on release\/1\.1$/);
      await press(opened, 'Home');
      assert.match(await focused(opened), /Fix the price .* on release\/2\.0$/);
      await press(opened, 'End');
      assert.match(await focused(opened), /Fix the price .* on release\/1\.1-19$/);
      await press(opened, 'Control+Home', 'ArrowUp');
      assert.match(await focused(opened), /^release\/2\.0\. At/);
      await press(opened, 'ArrowLeft', 'ArrowDown', 'ArrowLeft');
      assert.match(await focused(opened), /^Weigh pallets/);
      await press(opened, 'PageDown');
      assert.equal(await opened.page.locator('[role=grid] [tabindex="0"]').count(), 1);
      assert.match(
        await opened.page.evaluate(() => document.activeElement?.getAttribute('data-place') ?? ''),
        /^10 -1$/,
      );
    });

    it('chooses clean cells by Space, one, a row, a column or all, and applies them by a', async () => {
      const opened = await open();
      const board = boardView([
        ['clean', 'conflict'],
        ['clean', 'clean'],
        ['alreadyThere', 'clean'],
      ]);
      await opened.send({ type: 'board', board });
      await enter(opened);
      const sent = async (): Promise<string[]> => {
        await press(opened, 'a');
        const [message] = await posted(opened);
        return message?.type === 'apply'
          ? message.cells.map(({ sha, branch }) => `${sha.slice(0, 2)} ${branch}`).sort()
          : [];
      };
      await press(opened, ' ');
      assert.deepEqual(await sent(), ['00 release/2.0']);
      assert.equal(await opened.page.locator('[data-place="0 0"]').getAttribute('aria-selected'), 'true');
      await press(opened, ' ', 'ArrowUp', ' ');
      assert.deepEqual(await sent(), ['00 release/2.0', '01 release/2.0']);
      await press(opened, ' ', 'Control+a');
      assert.deepEqual(await sent(), ['00 release/2.0', '01 release/1.1', '01 release/2.0', '02 release/1.1']);
      await press(opened, ' ');
      await opened.page.locator('[data-place="1 -1"]').focus();
      await press(opened, ' ');
      assert.deepEqual(await sent(), ['01 release/1.1', '01 release/2.0', '02 release/1.1']);
      await press(opened, ' ');
      assert.deepEqual(await sent(), ['02 release/1.1']);
    });

    it('says why a cell cannot be chosen', async () => {
      const opened = await open();
      await opened.send({ type: 'board', board: boardView([['conflict']]) });
      await enter(opened);
      await press(opened, ' ');
      assert.match(await opened.page.locator('.board > [role=status]').innerText(), /Only clean cells can be applied/);
      await press(opened, 'a');
      assert.deepEqual(
        (await posted(opened)).filter(({ type }) => type === 'apply'),
        [],
      );
    });

    it('tests a cell, a row or a column again by r, and what is open by t', async () => {
      const opened = await open();
      await opened.send({
        type: 'board',
        board: boardView([
          ['clean', 'untested'],
          ['clean', 'clean'],
        ]),
      });
      await enter(opened);
      await press(opened, 'r', 'ArrowUp', 'r', 'ArrowDown', 'ArrowLeft', 'r', 't');
      const sizes = (await posted(opened)).map((message) =>
        message.type === 'test'
          ? typeof message.cells === 'string'
            ? message.cells
            : message.cells.length
          : message.type,
      );
      assert.deepEqual(sizes, [1, 2, 2, 'open']);
    });

    it('takes a commit or branch off by Delete, moves a commit by Alt and an arrow, opens them by Enter', async () => {
      const opened = await open();
      await opened.send({ type: 'board', board: boardView([['clean'], ['clean']]) });
      await enter(opened);
      await press(opened, 'ArrowLeft', 'Enter', 'Alt+ArrowDown');
      assert.equal(await opened.page.evaluate(() => document.activeElement?.getAttribute('data-place')), '1 -1');
      await press(opened, 'Delete');
      await opened.page.locator('[data-place="-1 0"]').focus();
      await press(opened, 'Enter', 'Delete');
      assert.deepEqual(
        (await posted(opened)).map(({ type }) => type),
        ['openCommit', 'moveCommit', 'removeCommit', 'openBranch', 'removeBranch'],
      );
    });

    it('goes to the details by Enter and back by Escape', async () => {
      const opened = await open();
      await opened.send({ type: 'board', board: boardView([['clean']]) });
      await enter(opened);
      await press(opened, 'Enter');
      assert.equal(await focused(opened), 'side');
      await press(opened, 'Escape');
      assert.match(await focused(opened), /^Clean/);
    });

    it('explains the keys by ?, and leaves those of the editor alone', async () => {
      const opened = await open();
      await opened.send({ type: 'board', board: boardView([['clean']]) });
      await enter(opened);
      await press(opened, 'Control+r', 'Control+Enter', 'Alt+a', '?');
      await opened.page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor();
      assert.deepEqual(await posted(opened), []);
    });
  });

  describe('beside the grid', () => {
    it('shows everything about a cell: words, tip and time', async () => {
      const opened = await open();
      await opened.send({ type: 'board', board: boardView([['conflict']]) });
      await enter(opened);
      const details = await opened.page.locator('.details').innerText();
      assert.match(details, /Conflict[^]*The changes do not apply\.[^]*Sorry, we cannot cherry-pick[^]*c0ffee01/);
    });

    it('asks which rule keeps me from pushing and shows it', async () => {
      const opened = await open();
      await opened.send({ type: 'board', board: boardView([['protected']]) });
      await enter(opened);
      await opened.send({ type: 'rights', branch: 'release/2.0', words: 'Only Maintainers may push.' });
      assert.match(await opened.page.locator('.details').innerText(), /Rule\s+Only Maintainers may push\./);
    });

    it('asks for the files of a conflict once it is looked at, and opens them', async () => {
      const opened = await open();
      const board = boardView([['clean', 'conflict']]);
      const place = { sha: board.rows[0]?.sha ?? '', branch: 'release/1.1' };
      await opened.send({ type: 'board', board });
      await enter(opened);
      await press(opened, 'ArrowRight');
      assert.deepEqual(await posted(opened), [{ type: 'conflictOf', place }]);
      const files = [
        { path: 'src/\u202eevil.ts', kind: 'changed on both sides' },
        { path: 'b.ts', kind: 'deleted on the branch' },
      ];
      await opened.send({ type: 'conflict', place, conflict: { state: 'ready', files } });
      assert.match(await opened.page.locator('.conflictFiles').innerText(), /2 files in conflict[^]*U\+202E/);
      await opened.page.getByRole('button', { name: 'b.ts' }).click();
      await opened.page.getByRole('button', { name: 'Open all' }).click();
      assert.deepEqual(await posted(opened), [
        { type: 'openConflict', place, path: 'b.ts' },
        { type: 'openConflict', place, path: undefined },
      ]);
    });

    it('says why there are no files, and offers what helps', async () => {
      const opened = await open();
      const board = boardView([['conflict']]);
      const place = { sha: board.rows[0]?.sha ?? '', branch: 'release/2.0' };
      await opened.send(
        { type: 'board', board },
        {
          type: 'conflict',
          place,
          conflict: { state: 'unavailable', message: 'The clone does not have it.', offer: 'fetch' },
        },
      );
      await enter(opened);
      await opened.page.getByRole('button', { name: 'Fetch the commits…' }).click();
      assert.deepEqual((await posted(opened)).at(-1), { type: 'fetchFor', place });
    });

    it('shows what was created, what was not and why, with ways to undo and copy', async () => {
      const opened = await open();
      const report: ReportView = {
        id: 7,
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
                detail: 'Look at the branch.',
                created: undefined,
              },
            ],
          },
        ],
      };
      await opened.send({ type: 'board', board: boardView([['clean']]) }, { type: 'reports', reports: [report] });
      const region = opened.page.getByRole('region', { name: 'Report: Applying' });
      assert.match(await region.innerText(), /Created\s+aaaaaaaa[^]*bbbbbbbb[^]*Not known[^]*Look at the branch\./);
      await region.getByRole('button', { name: 'Copy the report as Markdown' }).click();
      await region.getByRole('button', { name: 'Undo…' }).click();
      await region.getByRole('button', { name: 'bbbbbbbb' }).click();
      assert.deepEqual(await posted(opened), [
        { type: 'copyReport', report: 7 },
        { type: 'undo', report: 7 },
        { type: 'openCommit', sha: 'b'.repeat(40) },
      ]);
    });
  });

  describe('above the grid', () => {
    it('says its limits, counts its cells, shows progress and cancels', async () => {
      const opened = await open();
      await opened.send(
        { type: 'board', board: boardView([['clean', 'clean', 'conflict', 'untested']]) },
        { type: 'changes', cells: [], columns: [], progress: { ...progress, isRunning: true, total: 4, done: 3 } },
      );
      const head = opened.page.locator('.boardHead');
      assert.match(await head.innerText(), /Each cell is tested alone/);
      assert.match(await head.innerText(), /2 clean[^]*1 conflict[^]*1 untested/);
      assert.equal(await opened.page.getByRole('progressbar').getAttribute('value'), '3');
      await opened.page.getByRole('button', { name: 'Cancel' }).click();
      assert.deepEqual(await posted(opened), [{ type: 'cancel' }]);
    });

    it('says that the server asked to slow down, and why testing stopped', async () => {
      const opened = await open();
      const board = boardView([['clean']]);
      const pausedUntil = new Date(Date.now() + 90_000).toISOString();
      await opened.send(
        { type: 'board', board },
        { type: 'changes', cells: [], columns: [], progress: { ...progress, isRunning: true, total: 9, pausedUntil } },
      );
      assert.match(await opened.page.locator('.boardHead').innerText(), /asked to slow down; going on in/);
      await opened.send({
        type: 'changes',
        cells: [],
        columns: [],
        progress: { ...progress, failure: 'The token is not accepted.' },
      });
      assert.match(await opened.page.getByRole('alert').innerText(), /Testing stopped: The token is not accepted/);
    });

    it('shows only rows and columns with conflicts, and remembers that with what was chosen', async () => {
      const opened = await open();
      await opened.send({
        type: 'board',
        board: boardView([
          ['clean', 'clean'],
          ['conflict', 'clean'],
          ['clean', 'clean'],
        ]),
      });
      await opened.page.getByLabel('Only conflicts').check();
      await opened.drawn();
      assert.equal(await opened.page.getByRole('gridcell').count(), 1);
      assert.partialDeepStrictEqual(await opened.kept(), { board: 'b1', memory: { onlyConflicts: true, chosen: [] } });
      await opened.send({ type: 'board', board: boardView([['clean']]) });
      assert.match(await opened.page.locator('.emptyBoard').innerText(), /no conflicts/);
    });

    it('lets go of a chosen cell that is not clean any more', async () => {
      const opened = await open();
      const board = boardView([['clean', 'clean']]);
      await opened.send({ type: 'board', board });
      await enter(opened);
      await press(opened, ' ', 'ArrowRight', ' ');
      await opened.page.getByRole('button', { name: 'Apply 2…' }).waitFor();
      const place = { sha: board.rows[0]?.sha ?? '', branch: 'release/1.1' };
      await opened.send({ type: 'changes', cells: [{ place, cell: cellView('conflict') }], columns: [], progress });
      await opened.page.getByRole('button', { name: 'Apply 1…' }).waitFor();
    });

    it('explains an empty board and what to add', async () => {
      const opened = await open();
      await opened.send({ type: 'board', board: boardView([]) });
      await opened.page.getByRole('button', { name: 'Add commits…' }).click();
      await opened.page.getByRole('button', { name: 'Add branches…' }).click();
      assert.deepEqual(await posted(opened), [{ type: 'addCommits' }, { type: 'addBranches' }]);
    });
  });

  it('says why the board could not be shown, and tries again', async () => {
    const opened = await open();
    await opened.send({ type: 'failed', failure: { message: 'No server.', retryable: true } });
    await opened.page.getByRole('button', { name: 'Retry: board' }).click();
    assert.deepEqual(await posted(opened), [{ type: 'retry' }]);
  });
});
