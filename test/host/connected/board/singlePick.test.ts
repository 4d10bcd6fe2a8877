import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { cellView } from '../../../../src/host/board/views.ts';
import { cellMessage } from '../../../../src/webview/board/cellMessages.ts';
import { canChoose } from '../../../../src/webview/board/pageState.ts';
import { sandbox, setFaults } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { boards, one } from './boardHands.ts';
import { forgetResolutions } from './resolvingHands.ts';

describe('the card of a single pick', () => {
  const { app, ask, intend, tested, user } = boards();

  forgetResolutions(app);

  type Card = vscode.QuickPick<vscode.QuickPickItem>;
  const labels = ({ items }: Card): readonly string[] => items.map(({ label }) => label);
  const row = (card: Card, label: RegExp): Promise<vscode.QuickPickItem> =>
    poll(() => card.items.find((each) => label.test(each.label)), { what: `the row ${String(label)}` });

  const card = async (name: string, branch = one, command = 'cherryPick'): Promise<Card> => {
    const open = app().project.open ?? assert.fail('no project');
    const sha = sandbox().commits[name];
    void vscode.commands.executeCommand(`graft.commits.${command}`, { open, sha, branch });
    const picker = await user.picker(/dry run on|tried in your clone/i);
    await row(picker, /^\$\(shield\)/);
    return picker;
  };

  for (const name of ['conflict', 'alreadyThere']) {
    it(`has the words and facts of a cell: ${name}`, async () => {
      const session = await tested([name], [one]);
      const [place] = session.board.keys();
      assert.ok(place);
      const cell = cellView(session.board, place, { createdSha: undefined, request: undefined, resolvedOn: undefined });
      const picker = await card(name);
      const [first] = picker.items;
      const { icon, word } = cellMessage(cell);
      assert.deepEqual([first?.label, first?.description], [`$(${icon}) ${word}`, cell.meaning]);
      const said = labels(picker).join(' ');
      if (cell.words !== undefined) assert.ok(said.includes(`Server response: ${cell.words.slice(0, 40)}`), said);
      assert.ok(said.includes(`Tested at ${cell.tip?.slice(0, 8)}`), said);
    });
  }

  for (const [name, meaning, step] of [
    ['clean', /In your clone the changes apply/, 'Create a merge request…'],
    ['conflict', /In your clone the changes are in conflict/, 'Resolve…'],
  ] as const) {
    it(`answers from the clone where one may not push: ${name}`, async () => {
      const headers = { 'private-token': sandbox().tokens['maintainer'] ?? '', 'content-type': 'application/json' };
      const rules = `${sandbox().url}/api/v4/projects/acme%2Forchard/protected_branches`;
      const body = JSON.stringify({ name: one, push_access_level: 0 });
      assert.equal((await fetch(rules, { method: 'POST', headers, body })).status, 201);
      try {
        const picker = await card(name);
        assert.equal(picker.placeholder, `Tried in your clone for ${one}. Nothing has changed yet.`);
        assert.match(labels(picker).slice(0, 4).join(' '), meaning);
        await row(picker, new RegExp(step));
        if (name === 'conflict') await row(picker, /^\$\(file\)/);
        await user.escape();
        const session = await tested([name], [one]);
        const [place] = session.board.keys();
        assert.ok(place);
        const cell = cellView(session.board, place, {
          createdSha: undefined,
          request: undefined,
          resolvedOn: undefined,
        });
        assert.deepEqual([cellMessage(cell).word, canChoose(cell)], [`Blocked, ${name}`, name === 'clean']);
      } finally {
        await fetch(`${rules}/${encodeURIComponent(one)}`, { method: 'DELETE', headers });
      }
    });
  }

  it('says at the row that picks which trailers will not count', async () => {
    const { detail = '' } = await row(await card('clean'), /Cherry-pick onto/);
    assert.equal(detail, 'Clean. Changelog and Signed-off-by no longer count: the server adds its line below them.');
    await user.escape();
  });

  it('names the files in conflict as the board does, and opens one', async () => {
    const session = await tested(['conflict'], [one]);
    const [place] = session.board.keys();
    assert.ok(place);
    await intend(session, { type: 'conflictOf', place });
    const [conflict] = session.conflicts.values();
    assert.ok(conflict?.state === 'ready');
    const picker = await card('conflict');
    await row(picker, /^\$\(file\)/);
    const files = picker.items.filter(({ label }) => label.startsWith('$(file) '));
    assert.deepEqual(
      files.map(({ label, description }) => ({ path: label.slice(8), kind: description })),
      conflict.files,
    );
    await user.enter(picker, /^\$\(file\)/);
    await poll(
      () =>
        vscode.window.tabGroups.all.some(({ tabs }) =>
          tabs.some(({ input }) => typeof input === 'object' && input !== null && 'result' in input),
        ),
      { what: 'the file three ways' },
    );
  });

  it('says in the cell and on the card how it is known that a commit is there', async () => {
    const session = await tested(['alreadyThere'], [one]);
    const [place] = session.board.keys();
    assert.ok(place);
    const told: string[] = [];
    session.showTo((message) => {
      if (message.type === 'presence') told.push(message.words);
    });
    await intend(session, { type: 'presenceOf', place });
    const picker = await card('alreadyThere');
    const { label } = await row(picker, /^\$\(search\)/);
    assert.match(told[0] ?? '', / as [0-9a-f]{8}, with the same changes\.$/);
    assert.equal(label, `$(search) ${told[0]}`);
  });

  it('says that it could not be looked for where the server does not answer', async () => {
    const { repositories } = app();
    const list = repositories.list.bind(repositories);
    Object.assign(repositories, { list: async () => [] });
    await setFaults([{ operation: 'listCommits', fault: 'status', status: 500, body: { message: 'no' } }]);
    try {
      const picker = await card('alreadyThere');
      assert.match((await row(picker, /^\$\(search\)/)).label, /backport\/one could not be searched: /);
    } finally {
      Object.assign(repositories, { list });
    }
  });

  for (const command of ['cherryPick', 'revert']) {
    it(`offers a merge request where the right was taken away after the dry run: ${command}`, async () => {
      const name = command === 'revert' ? 'alreadyThere' : 'clean';
      if (command === 'revert') ask('update-ref', `refs/heads/${one}`, sandbox().commits[name] ?? '');
      const picker = await card(name, one, command);
      const forbidden = { message: '403 Forbidden - You are not allowed to push into this branch' };
      const operation = command === 'revert' ? 'revertCommit' : 'cherryPickCommit';
      await setFaults([{ operation, fault: 'status', status: 403, body: forbidden, times: 1 }]);
      user.willPress('Create Merge Request…');
      await user.enter(picker, /^\$\(pass\)/);
      const { text, buttons } = await user.hears(/Nothing was changed/);
      assert.match(text, /You may not push to backport\/one/);
      assert.deepEqual(buttons, ['Create Merge Request…', 'Check Again…']);
      await user.picker(/Create Merge Requests in acme\/orchard/);
      await user.escape();
    });
  }
});
