import assert from 'node:assert/strict';
import { boardView, cellView, enter, focused, largeBoard, posted, press, tip, useBoardPages } from './boardPages.ts';

describe('the backport board by the keyboard alone', () => {
  const open = useBoardPages();

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
    assert.match(await opened.page.evaluate(() => document.activeElement?.getAttribute('data-place') ?? ''), /^10 -1$/);
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

  it('does what is chosen of the menu of a cell, where the pointer is', async () => {
    const opened = await open();
    const request = { iid: 9, status: 'Open', canMerge: true, isMerged: false };
    const asked = [request, { ...request, canMerge: false }].map((each) => cellView('clean', { request: each }));
    const board = boardView([['conflict', 'clean', ...asked, cellView('clean', { createdSha: tip }), 'resolved']]);
    await opened.send({ type: 'board', board });
    const cells = opened.page.locator('.cell');
    const menus = await cells.evaluateAll((all) => all.map(({ dataset }) => dataset['vscodeContext']));
    assert.deepEqual(
      menus.map((menu) => /^{"webviewSection":"(\w+)","preventDefaultContextMenuItems":true}$/.exec(menu ?? '')?.[1]),
      ['conflictCell', 'choosableCell', 'mergeableCell', 'requestedCell', 'appliedCell', 'cell'],
    );
    const places = board.columns.map(({ branch }) => ({ sha: board.rows[0]?.sha, branch }));
    const cell = cells.nth(1);
    await cell.click({ button: 'right' });
    await posted(opened);
    for (const does of ['test', 'request'] as const) {
      await opened.send({ type: 'act', does });
      const wanted = (await posted(opened)).find(({ type }) => type === does);
      assert.deepEqual(wanted, { type: does, cells: [places[1]] });
    }
    await cells.nth(2).click({ button: 'right' });
    await posted(opened);
    for (const does of ['resolve', 'openRequest', 'mergeRequest'] as const) await opened.send({ type: 'act', does });
    assert.deepEqual(await posted(opened), [
      { type: 'resolve', place: places[2], path: undefined },
      { type: 'openRequest', iid: 9 },
      { type: 'mergeRequest', iid: 9 },
    ]);
    await cells.nth(4).click({ button: 'right' });
    const step = { sha: undefined, title: '', tone: 'good', icon: 'pass', word: '', detail: '' } as const;
    const report = { title: '', summary: '', isRunning: false, canUndo: true, canCreateMergeRequest: false };
    const reports = [tip.replace('c', 'd'), tip].map((createdSha, id) => {
      return { ...report, id, branches: [{ branch: places[4]?.branch ?? '', steps: [{ ...step, createdSha }] }] };
    });
    await opened.send({ type: 'reports', reports });
    await posted(opened);
    for (const does of ['openCreated', 'undo'] as const) await opened.send({ type: 'act', does });
    assert.deepEqual(await posted(opened), [
      { type: 'openCommit', sha: tip },
      { type: 'undo', report: 1 },
    ]);
    await cell.click({ button: 'right' });
    await opened.send({ type: 'act', does: 'choose' });
    assert.equal(await cell.getAttribute('aria-selected'), 'true');
    await opened.send({ type: 'act', does: 'open' });
    assert.equal(await opened.page.evaluate(() => document.activeElement?.className), 'side');
  });

  it('says why a cell cannot be chosen', async () => {
    const opened = await open();
    await opened.send({ type: 'board', board: boardView([['conflict']]) });
    await enter(opened);
    await press(opened, ' ');
    assert.match(
      await opened.page.locator('.board > [role=status]').innerText(),
      /Only clean and blocked cells can be selected/,
    );
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

  it('goes to the details by Enter and back by Escape; the cell stays marked meanwhile', async () => {
    const opened = await open();
    await opened.send({ type: 'board', board: boardView([['clean', 'clean']]) });
    await enter(opened);
    await press(opened, 'Enter');
    assert.equal(await focused(opened), 'side');
    const marks = await opened.page
      .locator('.cell')
      .evaluateAll((all) => all.map((cell) => `${cell.ariaCurrent} ${getComputedStyle(cell).boxShadow !== 'none'}`));
    assert.deepEqual(marks, ['true true', 'null false']);
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

  it('hears keys before anything has the focus', async () => {
    const opened = await open();
    await opened.send({ type: 'board', board: boardView([['clean', 'clean']]) });
    await posted(opened);
    await press(opened, 't', 'Control+a', 'a');
    assert.deepEqual(
      (await posted(opened)).map(({ type }) => type),
      ['test', 'apply'],
    );
    await press(opened, 'ArrowDown');
    assert.match(await focused(opened), /^Clean, selected, .* on release\/2\.0$/);
    await press(opened, 'ArrowRight');
    assert.match(await focused(opened), / on release\/1\.1$/);
    // a focused button handles its own keys
    await opened.page.getByRole('button', { name: 'Commits…' }).focus();
    await press(opened, ' ');
    assert.deepEqual((await posted(opened)).at(-1), { type: 'addCommits' });
  });

  it('keeps the focus where the reader is when a commit moves or is taken off', async () => {
    const opened = await open();
    const board = boardView([['clean'], ['clean'], ['clean']]);
    const [first, second, third] = board.rows;
    assert.ok(first && second && third);
    const place = (): Promise<string | null | undefined> =>
      opened.page.evaluate(() => document.activeElement?.getAttribute('data-place'));
    await opened.send({ type: 'board', board });
    await enter(opened);
    await press(opened, 'ArrowLeft', 'Alt+ArrowDown');
    await opened.send({ type: 'board', board: { ...board, rows: [second, first, third] } });
    assert.equal(await place(), '1 -1');
    assert.match(await focused(opened), new RegExp(`^${first.title}`));
    await press(opened, 'Alt+ArrowDown');
    await opened.send({ type: 'board', board: { ...board, rows: [second, third, first] } });
    assert.equal(await place(), '2 -1');
    assert.match(await focused(opened), new RegExp(`^${first.title}`));
    await press(opened, 'Delete');
    await opened.send({ type: 'board', board: { ...board, rows: [second, third], cells: board.cells.slice(1) } });
    assert.equal(await place(), '1 -1');
    assert.match(await focused(opened), new RegExp(`^${third.title}`));
    assert.deepEqual(
      (await posted(opened)).map((message) => ('sha' in message ? `${message.type} ${message.sha}` : message.type)),
      [`moveCommit ${first.sha}`, `moveCommit ${first.sha}`, `removeCommit ${first.sha}`],
    );
  });
});
