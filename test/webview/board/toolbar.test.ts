import assert from 'node:assert/strict';
import type { CellView } from '../../../src/messages/board.ts';
import { shortTime } from '../../../src/webview/elements/dates.ts';
import { boardView, cellView, enter, posted, press, progress, sampleReport, useBoardPages } from './boardPages.ts';

describe('the head of the backport board', () => {
  const open = useBoardPages();

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

  it('counts what was applied apart from what is clean, a merge request of two commits once, and does not offer it again', async () => {
    const opened = await open();
    const applied = cellView('clean', { createdSha: 'a'.repeat(40) });
    const requested = cellView('clean', { request: { iid: 9, status: 'Open', canMerge: true, isMerged: false } });
    const cells = [applied, applied, requested, requested, 'conflict', 'conflict'] as const;
    await opened.send({ type: 'board', board: boardView([cells]) });
    const head = opened.page.locator('.boardHead');
    assert.match(await head.locator('.tally').innerText(), /^ *2 applied\s+1 merge request\s+2 conflicts$/);
    await head.getByRole('button', { name: 'Retest All' }).waitFor();
    assert.equal(await head.getByRole('button', { name: 'Select All Clean' }).isDisabled(), true);
  });

  it('says that the server asked to slow down, and why testing stopped', async () => {
    const opened = await open();
    const board = boardView([['clean']]);
    const pausedUntil = new Date(Date.now() + 90_000).toISOString();
    await opened.send(
      { type: 'board', board },
      { type: 'changes', cells: [], columns: [], progress: { ...progress, isRunning: true, total: 9, pausedUntil } },
    );
    assert.match(await opened.page.locator('.boardHead').innerText(), /Rate limit reached; continuing in/);
    const failed = { ...progress, failure: 'The token is not accepted.' };
    await opened.send({ type: 'changes', cells: [], columns: [], progress: failed });
    assert.match(await opened.page.getByRole('alert').innerText(), /^\W*The token is not accepted\. Shown as of/);
    await opened.send({ type: 'changes', cells: [], columns: [], progress: { ...failed, hasStopped: true } });
    assert.match(await opened.page.getByRole('alert').innerText(), /Testing stopped: The token is not accepted/);
    await posted(opened);
    await opened.page.getByRole('button', { name: /^Retry/ }).press('Enter');
    assert.deepEqual(await posted(opened), [{ type: 'test', cells: 'all' }]);
  });

  it('says once what several cells have met, as of when the others were tested, and tests those again', async () => {
    const opened = await open();
    const unread = (failure: string, of: Partial<CellView> = {}): CellView =>
      cellView('failed', { meaning: `Unknown: ${failure}`, failure, ...of });
    const none = 'There is no network.';
    const { columns, ...board } = boardView([['clean', unread(none), unread(none), unread('Out of order.')]]);
    const unreadColumn = { state: 'failed', failure: none, meaning: `The branch could not be read: ${none}` } as const;
    await opened.send({
      type: 'board',
      board: {
        ...board,
        columns: columns.map((column, index) => (index === 1 ? { ...column, ...unreadColumn } : column)),
      },
    });
    await opened.page.locator('[data-place="0 1"]').focus();
    await opened.drawn();
    const asOf = shortTime(Date.parse('2026-11-20T10:00:00.000Z'), 'en');
    assert.equal(await opened.page.getByRole('alert').locator('.words').innerText(), `${none} Shown as of ${asOf}.`);
    assert.equal((await opened.page.content()).split(none).length, 2);
    assert.match(await opened.page.locator('.details').innerText(), /Unknown[^]*Not tested[^]*Not loaded/);
    assert.equal(await opened.page.locator('[data-place="0 3"]').getAttribute('title'), 'Unknown: Out of order.');
    await posted(opened);
    await opened.page.getByRole('button', { name: /^Retry/ }).press('Enter');
    const [, second, third] = columns.map(({ branch }) => ({ sha: board.rows[0]?.sha, branch }));
    assert.deepEqual(await posted(opened), [{ type: 'test', cells: [second, third] }]);
    await opened.send({ type: 'board', board: boardView([['clean', unread(none)]]) });
    assert.equal(await opened.page.getByRole('alert').count(), 0);
    assert.match(await opened.page.locator('.details').innerText(), /Unknown: There is no network\./);
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

  it('lets go of a chosen cell that is not clean any more, also once it is clean again', async () => {
    const opened = await open();
    const board = boardView([['clean', 'clean']]);
    await opened.send({ type: 'board', board });
    await enter(opened);
    await press(opened, ' ', 'ArrowRight', ' ');
    await opened.page.getByRole('button', { name: 'Apply 2…' }).waitFor();
    const place = { sha: board.rows[0]?.sha ?? '', branch: 'release/1.1' };
    await opened.send({ type: 'changes', cells: [{ place, cell: cellView('conflict') }], columns: [], progress });
    await opened.page.getByRole('button', { name: 'Apply 1…' }).waitFor();
    assert.equal(await opened.page.locator('.board > [role=status]').innerText(), '', 'the count no longer holds');
    await opened.send({ type: 'changes', cells: [{ place, cell: cellView('clean') }], columns: [], progress });
    await opened.page.locator('.cell', { hasText: 'Clean' }).nth(1).waitFor();
    await opened.page.getByRole('button', { name: 'Apply 1…' }).waitFor();
  });

  it('explains an empty board and what to add', async () => {
    const opened = await open();
    await opened.send({ type: 'board', board: boardView([]) });
    await opened.page.getByRole('button', { name: 'Add Commits…' }).click();
    await opened.page.getByRole('button', { name: 'Add Branches…' }).click();
    assert.deepEqual(await posted(opened), [{ type: 'addCommits' }, { type: 'addBranches' }]);
  });

  it('shows the commits at once, while there are no branches yet', async () => {
    const opened = await open();
    await opened.send({ type: 'board', board: boardView([[], [], []]) });
    assert.equal(await opened.page.getByRole('rowheader').count(), 3);
    await opened.page.locator('[data-place="1 -1"]').focus();
    await press(opened, 'ArrowDown', 'Delete');
    await opened.page.getByRole('button', { name: 'Add Branches…' }).click();
    assert.deepEqual(
      (await posted(opened)).map(({ type }) => type),
      ['removeCommit', 'addBranches'],
    );
    await opened.send({ type: 'board', board: boardView([['untested'], ['untested'], ['untested']]) });
    assert.equal(await opened.page.getByRole('button', { name: 'Add Branches…' }).count(), 0);
  });

  it('applies nothing more while it is applying, and says why it does not', async () => {
    const opened = await open();
    await opened.send({ type: 'board', board: boardView([['clean', 'protected']]) });
    await enter(opened);
    const apply = opened.page.getByRole('button', { name: /^Apply/ });
    const whyNot = async () => ((await apply.isDisabled()) ? apply.getAttribute('title') : undefined);
    assert.equal(await whyNot(), 'Select clean cells first.');
    await press(opened, 'ArrowRight', ' ');
    assert.equal(await whyNot(), 'Blocked cells cannot be applied. Create merge requests for them.');
    await press(opened, 'ArrowLeft', ' ');
    await opened.send({ type: 'reports', reports: [{ ...sampleReport, isRunning: true, canUndo: false }] });
    assert.equal(await whyNot(), 'The board is being applied.');
    await opened.send({ type: 'reports', reports: [sampleReport] });
    assert.equal(await whyNot(), undefined);
  });
});
