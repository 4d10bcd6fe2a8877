import assert from 'node:assert/strict';
import { boardView, cellView, enter, posted, press, progress, sampleReport, useBoardPages } from './boardPages.ts';

describe('the side of the backport board', () => {
  const open = useBoardPages();

  it('shows everything about a cell: words, tip and time', async () => {
    const opened = await open();
    await opened.send({ type: 'board', board: boardView([['conflict']]) });
    await enter(opened);
    const details = await opened.page.locator('.details').innerText();
    assert.match(details, /Conflict[^]*The changes do not apply\.[^]*Sorry, we cannot cherry-pick[^]*c0ffee01/);
  });

  it('gives the commit of a row a message of its own, by key or button, and leaves it to the server again', async () => {
    const opened = await open();
    const board = boardView([['clean'], ['clean']]);
    const sha = board.rows[0]?.sha ?? '';
    await opened.send({ type: 'board', board });
    await enter(opened);
    await press(opened, 'm');
    assert.deepEqual(await posted(opened), [{ type: 'ownMessage', sha }]);
    await opened.send({ type: 'message', sha, message: 'Weigh' });
    assert.equal(await opened.page.locator('.ownMessage textarea:focus').inputValue(), 'Weigh');
    await opened.page.keyboard.press('Control+End');
    await opened.page.keyboard.type(' it');
    await opened.send({ type: 'message', sha, message: 'Weigh i' });
    assert.equal(await opened.page.locator('.ownMessage textarea').inputValue(), 'Weigh it', 'typed since');
    assert.deepEqual((await posted(opened)).at(-1), { type: 'writeMessage', sha, message: 'Weigh it' });
    await opened.send({ type: 'message', sha, message: 'Weigh it' });
    const header = opened.page.locator('[data-place="0 -1"]');
    assert.match((await header.getAttribute('aria-label')) ?? '', /edited message/);
    assert.equal(await header.locator('[title="Weigh it"]').count(), 1);
    await press(opened, 'Escape', 'ArrowDown');
    assert.equal(await opened.page.locator('.ownMessage textarea').count(), 0, 'the other commit has none');
    await press(opened, 'ArrowUp', 'm');
    assert.equal(await opened.page.locator('.ownMessage textarea:focus').inputValue(), 'Weigh it');
    await opened.page.getByRole('button', { name: 'Use the server’s message' }).click();
    assert.deepEqual((await posted(opened)).at(-1), { type: 'dropMessage', sha });
  });

  it('asks whether I may push and by which rule, once for each branch, and shows it', async () => {
    const opened = await open();
    await opened.send({
      type: 'board',
      board: boardView([
        ['protected', 'clean'],
        ['conflict', 'untested'],
      ]),
    });
    await opened.page.locator('[data-place="0 0"]').focus();
    await opened.send({ type: 'rights', branch: 'release/2.0', words: 'You may not push: requires Maintainer.' });
    const details = await opened.page.locator('.details').innerText();
    assert.match(details, /Rule\s+You may not push: requires Maintainer\./);
    assert.doesNotMatch(details, /Tested at|When/, 'nothing was tested');
    await press(opened, 'ArrowDown', 'ArrowRight', 'ArrowUp');
    const asked = (await opened.posted()).filter(({ type }) => type === 'rightsOf');
    assert.deepEqual(asked, [
      { type: 'rightsOf', branch: 'release/2.0' },
      { type: 'rightsOf', branch: 'release/1.1' },
    ]);
  });

  it('asks how it is known that a commit is there already, and shows it', async () => {
    const opened = await open();
    const board = boardView([['alreadyThere']]);
    const place = { sha: board.rows[0]?.sha ?? '', branch: 'release/2.0' };
    await opened.send({ type: 'board', board });
    await opened.page.locator('[data-place="0 0"]').focus();
    await opened.drawn();
    assert.deepEqual(await posted(opened), [{ type: 'presenceOf', place }]);
    await opened.send({ type: 'presence', place, words: 'On release/2.0 as abcd1234, with the same changes.' });
    assert.match(
      await opened.page.locator('.details').innerText(),
      /Found\s+On release\/2\.0 as abcd1234, with the same/,
    );
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

  it('leads from a conflict through its files to the commit', async () => {
    const opened = await open();
    const board = boardView([['conflict']]);
    const place = { sha: board.rows[0]?.sha ?? '', branch: 'release/2.0' };
    await opened.send({ type: 'board', board });
    await enter(opened);
    await opened.page.getByRole('button', { name: 'Resolve…' }).click();
    assert.deepEqual((await posted(opened)).at(-1), { type: 'resolve', place, path: undefined });
    const file = { path: 'a.ts', isDone: false, canMark: true, note: 'not marked as resolved' };
    const other = { path: 'logo.png', isDone: true, canMark: false, note: 'as in the commit' };
    await opened.send({ type: 'resolution', place, resolution: { files: [file, other], madeOn: undefined } });
    const part = opened.page.locator('.resolving');
    assert.match(await part.innerText(), /Resolved: 1 of 2[^]*a\.ts\s+not marked[^]*logo\.png\s+as in the commit/);
    assert.equal(await part.getByRole('button', { name: 'Commit Resolution…' }).count(), 0);
    await part.getByRole('button', { name: 'Mark as Resolved' }).click();
    assert.deepEqual((await posted(opened)).at(-1), { type: 'markResolved', place, path: 'a.ts' });
    const files = [{ ...file, isDone: true, canMark: false, note: 'resolved' }, other];
    await opened.send({ type: 'resolution', place, resolution: { files, madeOn: undefined } });
    await part.getByRole('button', { name: 'Commit Resolution…' }).click();
    assert.deepEqual((await posted(opened)).at(-1), { type: 'commitResolution', place });
    await part.getByRole('button', { name: 'Discard resolution…' }).click();
    assert.deepEqual((await posted(opened)).at(-1), { type: 'discardResolution', place });
    await opened.send(
      { type: 'resolution', place, resolution: { files: [], madeOn: 'pick-1' } },
      { type: 'changes', cells: [{ place, cell: cellView('resolved') }], columns: [], progress },
    );
    assert.equal(await opened.page.locator('.details h2').innerText(), 'Resolved');
    assert.match(await opened.page.locator('.boardHead').innerText(), /1 resolved/);
    await part.getByRole('button', { name: 'Create merge request' }).click();
    assert.deepEqual((await posted(opened)).at(-1), { type: 'requestMerge', place, source: 'pick-1' });
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
    await opened.send({ type: 'board', board: boardView([['clean']]) }, { type: 'reports', reports: [sampleReport] });
    const region = opened.page.getByRole('region', { name: 'Report: Applying' });
    assert.match(await region.innerText(), /Created\s+aaaaaaaa[^]*bbbbbbbb[^]*Unknown[^]*Look at the branch\./);
    await region.getByRole('button', { name: 'Copy the report as Markdown' }).click();
    await region.getByRole('button', { name: 'Create Merge Request…' }).click();
    const undo = region.getByRole('button', { name: 'Undo…' });
    const tops = await Promise.all([undo, region.locator('ol').first()].map((each) => each.boundingBox()));
    assert.ok(tops[0] && tops[1] && tops[0].y < tops[1].y, 'above what it undoes');
    await undo.click();
    await region.getByRole('button', { name: 'bbbbbbbb' }).click();
    assert.deepEqual(await posted(opened), [
      { type: 'copyReport', report: 7 },
      { type: 'requestRefused', report: 7 },
      { type: 'undo', report: 7 },
      { type: 'openCommit', sha: 'b'.repeat(40) },
    ]);
  });
});
