import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { CommitChanges } from '../../../../src/host/commits/changes.ts';
import { readFileVersion } from '../../../../src/host/kit/pages/fileVersions.ts';
import { commitHandlers } from '../../../../src/host/commits/commitPage/pageIntents.ts';
import { madeDiffs } from '../../../../src/host/commits/commitPage/pageDiffs.ts';
import { CommitPageLoad } from '../../../../src/host/commits/commitPage/pageLoad.ts';
import { CommitPartReader, partNames } from '../../../../src/host/commits/commitPage/partReader.ts';
import type { FileView, PartName, ToCommitPage } from '../../../../src/messages/commitPage.ts';
import { type FailureView, handle } from '../../../../src/messages/page.ts';
import { createCommit } from '../../../../src/wire/commitWriting.ts';
import { listMergeRequests } from '../../../../src/wire/mergeRequests.ts';
import {
  extension,
  forgetRequests,
  receivedRequests,
  setFaults,
  settledRows,
  signedIn,
} from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { crowded, onServer } from '../browsing.ts';
import { longLine, oddNames } from '../largeCommits.ts';

describe('what the page of a commit is sent', function () {
  this.timeout(60_000);
  const app = signedIn();
  let posted: ToCommitPage[] = [];
  const loads: CommitPageLoad[] = [];

  beforeEach(async () => {
    posted = [];
    await forgetRequests();
  });

  afterEach(async () => {
    for (const load of loads.splice(0)) load.dispose();
    await setFaults([]);
  });

  const sources = (): ConstructorParameters<typeof CommitPageLoad>[1] => ({
    ...{ details: app().details, changes: new CommitChanges(), log: app().log },
    parts: new CommitPartReader(app().details),
    made: madeDiffs(),
    lineDiffProgram: vscode.Uri.joinPath(extension().extensionUri, 'dist', 'lineDiff.js').fsPath,
  });
  const load = (sha: string, from = sources()): CommitPageLoad => {
    const open = app().project.open ?? assert.fail('no project');
    const made = new CommitPageLoad({ open, sha }, from, (message) => posted.push(message));
    loads.push(made);
    made.start();
    return made;
  };
  const view = (name: PartName): { readonly state: string; readonly failure?: FailureView } | undefined =>
    posted
      .flatMap((message) => (message.type === 'part' && message.part.name === name ? [message.part.view] : []))
      .at(-1);
  const files = (): readonly FileView[] => posted.flatMap((message) => (message.type === 'files' ? message.files : []));
  const areFilesThere = (): boolean => posted.some((message) => message.type === 'files' && message.complete);
  const settled = (...but: readonly PartName[]): Promise<unknown> =>
    poll(() => areFilesThere() && partNames.every((name) => but.includes(name) || view(name)?.state === 'ready'), {
      what: 'the page',
      timeoutMs: 30_000,
    });
  const asked = async (): Promise<readonly (string | undefined)[]> =>
    (await receivedRequests()).map(({ operation }) => operation).sort();
  const recent = (skip: number): string => onServer('rev-list', '--max-count=1', `--skip=${skip}`, 'main');

  it('is each piece on its own: one that hangs keeps none of the others, and can be given up and read after all', async () => {
    await setFaults([{ operation: 'listCommitMergeRequests', fault: 'hang' }]);
    const page = load(recent(3));
    await settled('mergeRequests');
    await poll(() => posted.some(({ type }) => type === 'commit'), { what: 'the commit' });
    assert.equal(view('mergeRequests')?.state, 'loading');
    page.stop('mergeRequests');
    const stopped = await poll(() => (view('mergeRequests')?.state === 'failed' ? view('mergeRequests') : undefined), {
      what: 'the end of it',
    });
    assert.deepEqual(stopped.failure, { message: 'Loaded in part: you cancelled.', retryable: true, stopped: true });
    await setFaults([]);
    page.retry('mergeRequests');
    await poll(() => view('mergeRequests')?.state === 'ready', { what: 'the merge requests' });
  });

  it('opens the page of a merge request of the project', async () => {
    const open = app().project.open ?? assert.fail('no project is open');
    const { items } = await open.client.send(listMergeRequests, { id: open.project.id, state: 'opened' });
    const request = items.find(({ sha }) => sha != null) ?? assert.fail('no merge request');
    const page = load(request.sha ?? '');
    await settled();
    await handle(commitHandlers(app(), page), { type: 'openMergeRequest', reference: `!${request.iid}` });
    await poll(() => app().mergeRequestPages.sessions.some(({ key }) => key.endsWith(` ${request.iid}`)), {
      what: 'its page',
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('is nothing any more once the page has gone to another commit', async () => {
    await setFaults([{ operation: 'listCommitRefs', fault: 'hang' }]);
    const page = load(recent(4));
    await settled('refs');
    const before = posted.length;
    page.dispose();
    page.stop('refs');
    await setFaults([]);
    load(recent(5));
    await settled();
    assert.ok(!posted.slice(before).some((each) => each.type === 'part' && each.part.view.state === 'failed'));
  });

  it('names the project with the account the page works with', async () => {
    load(recent(0));
    const commit = await poll(() => posted.find((message) => message.type === 'commit')?.commit, {
      what: 'the commit',
    });
    const { account } = app().project.open ?? assert.fail('no project');
    assert.equal(commit.project, `acme/orchard · ${account.username}@${new URL(account.baseUrl).host}`);
  });

  it('is remembered by commit: a second look asks only for what changes by the minute', async () => {
    const from = sources();
    const sha = recent(6);
    load(sha, from);
    await settled();
    assert.ok((await asked()).includes('getCommitSequence'));
    posted = [];
    await forgetRequests();
    load(sha, from);
    await settled();
    // the status bar may send these at any time
    const ofStatusBar: readonly (string | undefined)[] = ['getBranch', 'listProjectMembers', 'listProtectedBranches'];
    const ofPage = (await asked()).filter((operation) => !ofStatusBar.includes(operation));
    assert.deepEqual(ofPage, ['listCommitStatuses']);
  });

  describe('of a commit with thousands of files, a line of 2 MB and odd names', () => {
    it('is what the server lists of them, page by page', async () => {
      load(crowded());
      await settled();
      const pages = posted.filter((message) => message.type === 'files' && message.files.length > 0);
      assert.equal(pages.length, 10);
      const listed = files().map(({ newPath }) => newPath);
      const all = onServer(
        '-c',
        'core.quotePath=false',
        'diff-tree',
        '-z',
        '-r',
        '--name-only',
        '--no-commit-id',
        crowded(),
      )
        .split('\0')
        .filter((name) => name !== '');
      assert.deepEqual(listed, all.slice(0, 1_000));
      assert.equal(all.length, 5_000);
      const commit = posted.find((message) => message.type === 'commit');
      assert.ok((commit?.commit.stats?.additions ?? 0) >= 5_000, 'the page can tell that there are more');
    });

    it('is said in the Commits view not to be all', async () => {
      await app().commits.setFilter({ ref: crowded() });
      const [first] = await settledRows(app().commits);
      assert.ok(first?.row.kind === 'commit' && first.row.commit.id === crowded());
      const rows = await settledRows(app().commits, first.row);
      assert.equal(rows.length, 1_001);
      assert.equal(rows.at(-1)?.label, 'The server lists no more than 1000 files; there may be others.');
      await app().commits.setFilter({});
    });
  });

  it('shows a file that is not UTF-8 in one encoding for both versions, in the editor too', async () => {
    const { client, project } = app().project.open ?? assert.fail('no project');
    const commit = (action: 'create' | 'update', text: string) => {
      const content = Buffer.from(text, 'latin1').toString('base64');
      const start = action === 'create' ? { start_branch: 'main' } : {};
      const actions = [{ action, file_path: 'latin.txt', content, encoding: 'base64' as const }];
      return client.send(createCommit, { id: project.id, branch: 'latin', commit_message: action, ...start, actions });
    };
    await commit('create', 'Gr\xfc\xdfe\n\x80\n');
    const { id } = await commit('update', 'Gr\xfc\xdfe\n\x93\n');
    await load(id).files.loadDiff('latin.txt');
    const made = posted.findLast((message) => message.type === 'loadedDiff');
    const diff = '@@ -1,2 +1,2 @@\n Grüße\n-€\n+“\n';
    assert.deepEqual(made?.view, { state: 'ready', value: { diff } });
    await vscode.commands.executeCommand('graft.commits.openChanges', { open: app().project.open, sha: id });
    const shown = vscode.workspace.textDocuments.filter(({ uri }) => uri.path === '/latin.txt');
    assert.deepEqual(shown.map((each) => each.getText()).toSorted(), ['Grüße\n€\n', 'Grüße\n“\n'].toSorted());
  });

  describe('of a commit with names that could deceive and a line of 2 MB', () => {
    const odd = (): string => crowded('odd');

    it('has the names as they are, for the page to mark', async () => {
      load(odd());
      await settled();
      assert.deepEqual(
        files()
          .map(({ newPath }) => newPath)
          .sort(),
        [...oddNames, 'wide.js'].sort(),
      );
    });

    it('makes the diff of the long line on request, whole', async () => {
      const page = load(odd());
      await settled();
      assert.equal(files().find(({ newPath }) => newPath === 'wide.js')?.loadable, true);
      await page.files.loadDiff('wide.js');
      const made = posted.findLast((message) => message.type === 'loadedDiff');
      assert.ok(made?.view.state === 'ready' && 'diff' in made.view.value);
      assert.equal(made.view.value.diff, `@@ -0,0 +1,1 @@\n+${longLine}\n`);
    });

    it('shows them in the Commits view with what acts in them made visible, and opens them', async () => {
      await app().commits.setFilter({ ref: odd() });
      const [first] = await settledRows(app().commits);
      assert.ok(first?.row.kind === 'commit');
      const rows = await settledRows(app().commits, first.row);
      const labels = rows.map(({ label }) => label);
      for (const label of labels) assert.doesNotMatch(label, /[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/);
      assert.ok(
        labels.some((label) => label.includes('\\u202e')),
        labels.join(),
      );
      for (const { row } of rows) {
        assert.ok(row.kind === 'file');
        await vscode.commands.executeCommand('graft.commits.openFile', row);
        await poll(
          () => {
            const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
            // added files have no diff
            return input instanceof vscode.TabInputText && readFileVersion(input.uri).path === row.change.newPath;
          },
          { what: `the file ${JSON.stringify(row.change.newPath)}` },
        );
      }
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await app().commits.setFilter({});
    });
  });
});
