import assert from 'node:assert/strict';
import { boardView, cellView, enter, largeBoard, posted, press, progress, useBoardPages } from './boardPages.ts';

interface WithTouched extends Window {
  touched: Set<Node>;
}

describe('the grid of the backport board', () => {
  const open = useBoardPages();

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
    await grid.getByRole('gridcell', { name: /^Blocked, Fix the price/ }).waitFor();
  });

  it('shows each state by a word and an icon of its own', async () => {
    const opened = await open();
    const states = [
      'untested',
      'clean',
      'alreadyThere',
      'conflict',
      'resolved',
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
          cellView('clean', { createdSha: 'a'.repeat(40) }),
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
        'Resolved',
        'Blocked',
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

  it('has one colour for a conflict, what is blocked and what is outdated in each theme, none of them that of a failure', async () => {
    const opened = await open();
    const cells = [cellView('conflict'), cellView('protected'), cellView('failed'), cellView('clean', { stale: true })];
    await opened.send({ type: 'board', board: boardView([cells]) });
    for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] as const) {
      await opened.changeTheme(theme);
      const [amber, conflict, heading, outdated, counted, blocked, failed] = await opened.page.evaluate(() => {
        const probe = document.createElement('i');
        probe.style.color = 'var(--vscode-editorWarning-foreground)';
        const icons = ['td.conflict', 'h2', '.staleMark', '.tally .codicon-history', 'td.protected', 'td.failed'];
        const all = icons.map((at) => document.querySelector(`${at}.codicon, ${at} .codicon`));
        return [document.body.appendChild(probe), ...all].map((each) => each && getComputedStyle(each).color);
      });
      assert.deepEqual([conflict, heading, counted], [amber, amber, outdated], theme);
      assert.equal(new Set([amber, failed, blocked]).size, 3, theme);
    }
  });

  it('marks cells whose branch has moved since', async () => {
    const opened = await open();
    await opened.send({ type: 'board', board: boardView([[cellView('clean', { stale: true })]]) });
    await opened.page.getByRole('gridcell', { name: /^Clean, outdated/ }).waitFor();
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
        const { left, top, right, bottom } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
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

  it('draws the change of one cell of a large board, and leaves the others as they are', async () => {
    const opened = await open();
    const board = largeBoard(40, 20);
    await opened.send({ type: 'board', board });
    const texts = (): Promise<string[]> => opened.page.getByRole('gridcell').allInnerTexts();
    const before = await texts();
    assert.equal(before.length, 800);
    const place = { sha: board.rows[20]?.sha ?? '', branch: board.columns[10]?.branch ?? '' };
    await opened.page.evaluate(() => {
      const touched = ((window as unknown as WithTouched).touched = new Set());
      new MutationObserver((changes) => {
        for (const { target } of changes)
          touched.add((target instanceof Element ? target : target.parentElement)?.closest('[data-place]') ?? target);
      }).observe(document.querySelector('.grid') ?? document, {
        attributes: true,
        characterData: true,
        childList: true,
        subtree: true,
      });
    });
    await opened.send({
      type: 'changes',
      cells: [{ place, cell: cellView('conflict') }],
      columns: [],
      progress: { ...progress, isRunning: true, total: 800, done: 1 },
    });
    const after = await texts();
    assert.deepEqual(
      after.flatMap((text, index) => (text === before[index] ? [] : [[index, before[index], text]])),
      [[20 * 20 + 10, 'Clean', 'Conflict']],
    );
    const touched = await opened.page.evaluate(() =>
      [...(window as unknown as WithTouched).touched].map((each) =>
        each instanceof Element ? (each.getAttribute('data-place') ?? each.className) : each.nodeName,
      ),
    );
    assert.deepEqual(touched, ['20 10'], 'elements of other cells were changed');
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
