import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import type { ReviewRow } from '../../../../src/host/reviews/view/rows.ts';
import { hands } from '../../hands.ts';
import { api, requestRow, reviewWindow, rowsOf } from '../reviewHands.ts';

describe('the files of a merge request as a tree', function () {
  this.timeout(60_000);
  reviewWindow((opened) => void (app = opened));
  hands();
  let app: App;
  let iid: number;

  const showAs = (shape: 'Tree' | 'List'): Thenable<unknown> =>
    vscode.commands.executeCommand(`graft.reviews.showAs${shape}`);
  const filesOf = async (parent: ReviewRow): Promise<readonly { row: ReviewRow; text: string }[]> =>
    (await rowsOf(app, parent)).filter(({ row: { kind } }) => kind === 'requestFile' || kind === 'folder');
  const lines = async (parent: ReviewRow, indent = ''): Promise<readonly string[]> => {
    const all: string[] = [];
    for (const { row, text } of await filesOf(parent)) {
      all.push(indent + text);
      if (row.kind === 'folder') all.push(...(await lines(row, `${indent}  `)));
    }
    return all;
  };

  before(async () => {
    const paths = [
      'top.txt',
      'one/a.txt',
      'one/b.txt',
      'one/deep/er/c.txt',
      'two/only/here/d.txt',
      'two/only/here/e.txt',
    ];
    await api('developer', 'POST', 'repository/commits', {
      ...{ branch: 'file-tree', start_branch: 'main', commit_message: 'Many folders' },
      actions: paths.map((file_path) => ({ action: 'create', file_path, content: `${file_path}\n` })),
    });
    const request = { source_branch: 'file-tree', target_branch: 'main', title: 'Many folders' };
    ({ iid } = await api<{ iid: number }>('developer', 'POST', 'merge_requests', {
      ...request,
      reviewer_ids: [app.project.open?.account.userId],
    }));
    await app.reviews.view.refresh();
  });

  after(async () => {
    await api('developer', 'PUT', `merge_requests/${iid}`, { state_event: 'close' });
    await app.reviews.view.refresh();
  });

  it('is a list, and a tree with folders first on demand, for every merge request', async () => {
    const row = await requestRow(app, /^Review requested/, iid);
    const asList = ['a.txt · +1 −0 · one', 'b.txt · +1 −0 · one', 'c.txt · +1 −0 · one/deep/er', 'top.txt · +1 −0'];
    asList.push('d.txt · +1 −0 · two/only/here', 'e.txt · +1 −0 · two/only/here');
    assert.deepEqual(await lines(row), asList);
    await showAs('Tree');
    assert.deepEqual(await lines(row), [
      ...['one', '  deep/er', '    c.txt · +1 −0', '  a.txt · +1 −0', '  b.txt · +1 −0'],
      ...['two/only/here', '  d.txt · +1 −0', '  e.txt · +1 −0', 'top.txt · +1 −0'],
    ]);
    const [one] = await filesOf(row);
    const [deep] = await filesOf(one?.row ?? assert.fail());
    const [file] = await filesOf(deep?.row ?? assert.fail());
    const { view } = app.reviews;
    const parents: unknown[] = [];
    for (let at = file?.row; at; at = view.getParent(at)) parents.push(at.kind);
    assert.deepEqual(parents, ['requestFile', 'folder', 'folder', 'request', 'group']);
    await showAs('List');
    assert.deepEqual(await lines(row), asList);
  });
});
