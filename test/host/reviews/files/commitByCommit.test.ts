import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { readReviewFile, type ReviewFile } from '../../../../src/host/reviews/files/reviewFileSystem.ts';
import { diffLines, runsOn } from '../../../../src/model/reviews/diffLines.ts';
import { readMergeRequestCommits } from '../../../../src/model/mergeRequestCommits.ts';
import { forgetRequests, setFaults } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import {
  begunThread,
  comment,
  drawn,
  openDiff,
  requestRow,
  reviewWindow,
  reviewed,
  rowsOf,
  sent,
  storeOf,
} from '../reviewHands.ts';

describe('reviewing a merge request commit by commit', function () {
  this.timeout(60_000);
  reviewWindow((opened) => void (app = opened));
  const user = hands();
  let app: App;

  const openCommit = async (
    title: string,
    sha?: string,
  ): Promise<{ readonly uri: vscode.Uri; readonly file: ReviewFile; readonly line: number }> => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const row = await requestRow(app, /^Branch/, reviewed);
    // the merge request's page names the commit
    const done = vscode.commands.executeCommand('graft.reviews.openCommit', { ...row, sha });
    if (sha === undefined) await user.step(/^Commits of !5$/, new RegExp(`^${title}$`));
    await done;
    const found = await poll(
      () =>
        vscode.workspace.textDocuments
          .flatMap(({ uri }) => {
            const file = readReviewFile(uri);
            return file?.commit === undefined || file.side !== 'new' ? [] : [{ uri, file }];
          })
          .at(0),
      { what: 'the changes of the commit' },
    );
    const change = (await app.reviews.threads.changeOf(found.file)) ?? assert.fail('no change');
    const line = runsOn(diffLines(change.diff), 'new')[0]?.[0] ?? assert.fail('no line');
    return { ...found, line };
  };
  const titleOf = async (index: number): Promise<string> =>
    (await readMergeRequestCommits(storeOf(app).place)).at(index)?.title ?? assert.fail('no commit');

  it('opens what one commit changed, and names commit and merge request', async () => {
    const title = await titleOf(-1);
    const { file } = await openCommit(title);
    const [first] = (await readMergeRequestCommits(storeOf(app).place)).toReversed();
    assert.deepEqual([file.commit, file.refs.headSha], [first?.id, first?.id]);
    assert.deepEqual([file.refs.baseSha, file.refs.startSha], [first?.parent_ids?.[0], first?.parent_ids?.[0]]);
    const short = first?.id.slice(0, 8) ?? '';
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, `forecast.ts (!5 · ${short}) added`);
  });

  it('is listed below the merge request, read once, and goes from commit to commit to the ends', async () => {
    const commits = await readMergeRequestCommits(storeOf(app).place);
    const parts = await rowsOf(app, await requestRow(app, /^Branch/, reviewed));
    const node = parts.find(({ label }) => label === 'Commits')?.row;
    await forgetRequests();
    const rows = await rowsOf(app, node);
    await rowsOf(app, node);
    assert.equal(await sent('listMergeRequestCommits'), 1);
    assert.deepEqual(
      rows.map(({ label }) => label),
      commits.map(({ title }) => title),
    );
    const shows = (sha: string | undefined) =>
      poll(
        () => vscode.window.visibleTextEditors.some(({ document: { uri } }) => readReviewFile(uri)?.commit === sha),
        { what: `commit ${sha}` },
      );
    const oldest = rows.at(-1) ?? assert.fail('no rows');
    await vscode.commands.executeCommand(oldest.item.command?.command ?? '', oldest.row);
    await shows(commits.at(-1)?.id);
    const go = (way: string) => vscode.commands.executeCommand(`graft.reviews.${way}Commit`);
    for (const { id } of commits.toReversed().slice(1)) {
      await go('next');
      await shows(id);
    }
    await go('next');
    await user.hears(/^This is the last commit of !5\.$/);
    for (const { id } of commits.slice(1)) {
      await go('previous');
      await shows(id);
    }
    await go('previous');
    await user.hears(/^This is the first commit of !5\.$/);
  });

  it('writes drafts about that commit, and shows them there, in the whole diff and in the list', async () => {
    const { uri, file, line } = await openCommit(
      await titleOf(-1),
      (await readMergeRequestCommits(storeOf(app).place)).at(-1)?.id,
    );
    await vscode.commands.executeCommand('graft.reviews.addToReview', {
      thread: begunThread(uri, line),
      text: 'About this commit',
    });
    await poll(() => drawn(app).includes('Pending|About this commit'), { what: 'the draft' });
    const beside = app.reviews.threads.threads.filter((thread) => thread.uri.toString() === uri.toString());
    assert.equal(beside.length, 1, 'nothing else stands beside the commit');
    assert.equal(beside[0]?.range?.start.line, line - 1);
    const { drafts } = storeOf(app);
    const draft = drafts.find(({ note }) => note === 'About this commit') ?? assert.fail();
    assert.deepEqual([draft.commit_id, draft.position?.head_sha], [file.commit, file.commit]);

    const short = file.commit?.slice(0, 8) ?? '';
    const row = await requestRow(app, /^Branch/, reviewed);
    const item = (await rowsOf(app, row)).find(({ text }) => text.startsWith('About this commit'));
    assert.match(item?.text ?? '', new RegExp(`:${line} in commit ${short}`));
    await openDiff(app, file.newPath);
    await poll(
      () => app.reviews.threads.threads.find(({ label }) => label?.endsWith(`On line ${line} of commit ${short}`)),
      { what: `the draft beside the whole diff; ${drawn(app).join('; ')}` },
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand(item?.item.command?.command ?? '', item?.row);
    await poll(
      () => {
        const editor = vscode.window.activeTextEditor;
        return editor && readReviewFile(editor.document.uri)?.commit === file.commit
          ? editor.selection.start.line === line - 1
          : undefined;
      },
      { what: 'the line of the draft in the commit' },
    );
    await storeOf(app).remove(draft);
  });

  it('keeps what the server refused with its commit, and sends it there again', async () => {
    const { uri, file, line } = await openCommit(await titleOf(-1));
    await setFaults([{ operation: 'createDraftNote', fault: 'status', status: 400, body: { message: 'not now' } }]);
    await vscode.commands.executeCommand('graft.reviews.addToReview', {
      thread: begunThread(uri, line),
      text: 'Refused about a commit',
    });
    await user.hears(/^Nothing was changed\..*not now.*stored here/);
    const { comment: kept } = await comment(app, 'Refused about a commit');
    await setFaults([]);
    await vscode.commands.executeCommand('graft.reviews.sendAgain', kept);
    await poll(() => drawn(app).includes('Pending|Refused about a commit'), { what: 'the draft' });
    const draft = storeOf(app).drafts.find(({ note }) => note === 'Refused about a commit') ?? assert.fail();
    assert.equal(draft.commit_id, file.commit);
    await storeOf(app).remove(draft);
  });
});
