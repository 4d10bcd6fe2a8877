import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { History } from '../../../../src/host/commits/list/history.ts';
import type { CommitItem } from '../../../../src/host/commits/list/rows.ts';
import { CurrentProject } from '../../../../src/host/shell/currentProject.ts';
import { getCommit } from '../../../../src/wire/commits.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  sandbox,
  setFaults,
  settledRows,
  signedIn,
  signIn,
  signOut,
} from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { onServer } from '../browsing.ts';

describe('what is known of a commit', function () {
  this.timeout(60_000);
  const ui = hands();
  let app: App;

  signedIn((opened) => void (app = opened));

  afterEach(async () => {
    await setFaults([]);
    await app.commits.setFilter({});
  });

  const subject = (sha: string) => ({ open: app.project.open ?? assert.fail('no project'), sha });
  const ask = async (command: string, sha: string, title: RegExp): Promise<vscode.QuickPick<vscode.QuickPickItem>> => {
    void vscode.commands.executeCommand(`graft.commits.${command}`, subject(sha));
    const picker = await ui.picker(title);
    await poll(() => !picker.busy && picker.items.length > 0, { what: 'the rows' });
    return picker;
  };
  const labels = (picker: vscode.QuickPick<vscode.QuickPickItem>): string[] => picker.items.map(({ label }) => label);

  it('are the branches and tags with it; the one chosen is what the view shows', async () => {
    const sha = onServer('rev-parse', 'main');
    const picker = await ask('showRefs', sha, /^Branches and Tags with/);
    const expected = onServer(
      'for-each-ref',
      '--contains',
      sha,
      '--format=%(refname:short)',
      'refs/heads',
      'refs/tags',
    );
    assert.deepEqual(labels(picker), [...expected.split('\n'), '$(filter) Branches only', '$(filter) Tags only']);
    await ui.enter(picker, /^main$/);
    await poll(() => app.commits.filter.ref === 'refs/heads/main', { what: 'the filter' });
  });

  it('are those of one kind alone, as the server lists them', async () => {
    const sha = onServer('rev-parse', 'v1.0.0^{commit}');
    const tags = onServer('for-each-ref', '--contains', sha, '--format=%(refname:short)', 'refs/tags').split('\n');
    const all = await ask('showRefs', sha, /^Branches and Tags with/);
    await forgetRequests();
    await ui.enter(all, /Tags only/);
    const picker = await ui.picker(/^Tags with/);
    await poll(() => !picker.busy && picker.items.length > 0, { what: 'the tags' });
    assert.deepEqual(labels(picker), [...tags, '$(filter) Branches and tags', '$(filter) Branches only']);
    // other views send requests, too
    const aboutCommit = (await receivedRequests()).filter(({ path }) => path.includes(`/repository/commits/${sha}/`));
    assert.deepEqual(
      aboutCommit.map(({ operation }) => operation),
      ['listCommitRefs'],
    );
    await ui.escape();
  });

  it('are its merge requests and signature', async () => {
    const sha = onServer('rev-parse', 'feature/ripeness-forecast');
    const requests = await ask('showMergeRequests', sha, /^Merge Requests with/);
    const [first = ''] = labels(requests);
    assert.match(first, /^!\d+ /);
    await ui.enter(requests);
    const tabs = (): string[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
    await poll(() => tabs().includes(first), { what: 'its page' });
    const signed = onServer('rev-parse', 'signatures/x509');
    assert.match(labels(await ask('showSignature', signed, /^Signature of/))[0] ?? '', /erified \(X509/);
  });

  it('is that there is none, which is not that it could not be read', async () => {
    const sha = onServer('rev-list', '--max-parents=0', 'main').split('\n')[0] ?? '';
    assert.deepEqual(labels(await ask('showMergeRequests', sha, /^Merge Requests with/)), [
      '$(info) No merge request contains this commit.',
    ]);
    await ui.escape();
    assert.deepEqual(labels(await ask('showSignature', sha, /^Signature of/)), ['$(info) This commit is not signed.']);
    await ui.escape();
    await setFaults([
      { operation: 'listCommitMergeRequests', fault: 'status', status: 403, body: { message: '403 Forbidden' } },
    ]);
    const other = onServer('rev-list', '--max-count=1', '--skip=60', 'main');
    const [row] = labels(await ask('showMergeRequests', other, /^Merge Requests with/));
    assert.match(row ?? '', /^\$\(error\) .* denied access/);
  });

  it('stands in the tooltip, each part on its own', async () => {
    await setFaults([
      { operation: 'listCommitMergeRequests', fault: 'status', status: 500, body: { message: 'broken' } },
    ]);
    const [first] = await settledRows(app.commits);
    assert.ok(first);
    const item = await app.commits.resolveTreeItem(first.item, first.row, new vscode.CancellationTokenSource().token);
    const { tooltip } = item;
    assert.ok(tooltip instanceof vscode.MarkdownString);
    const text = tooltip.value.replaceAll('&nbsp;', ' ').replaceAll('\\', '');
    assert.match(text, /in .*main/);
    assert.match(text, /merge requests unknown: .*broken/);
    assert.match(text, /sign/);
  });

  const tooltipOf = async ({ row, item }: Awaited<ReturnType<typeof settledRows>>[number]): Promise<string> => {
    const { token } = new vscode.CancellationTokenSource();
    const { tooltip } = await app.commits.resolveTreeItem(item, row as CommitItem, token);
    assert.ok(tooltip instanceof vscode.MarkdownString);
    return tooltip.value.replaceAll('&nbsp;', ' ').replaceAll('\\', '');
  };

  it('has in its tooltip the state, the ref and the page of its last pipeline', async () => {
    const rows = await settledRows(app.commits);
    const { id: sha } = (rows[0]?.row as CommitItem).commit;
    const place = { id: app.project.open?.project.id ?? 0, sha };
    const { last_pipeline: last } = (await app.project.open?.client.send(getCommit, place)) ?? {};
    assert.ok(last);
    const text = await tooltipOf(rows[0] ?? assert.fail());
    assert.ok(text.includes(`pipeline: ${last.status} · ${last.ref} · [#${last.id}](<${last.web_url}>)`), text);
  });

  it('needs one request for the tooltips of many where no pipeline states are wanted', async () => {
    const setting = vscode.workspace.getConfiguration('graft.commits');
    await setting.update('pipelineState', false, vscode.ConfigurationTarget.Global);
    try {
      await app.commits.setFilter({ ref: 'main~60' });
      const rows = (await settledRows(app.commits)).filter(({ row }) => row.kind === 'commit').slice(0, 15);
      await forgetRequests();
      const texts = [];
      for (const row of rows) texts.push(await tooltipOf(row));
      const asked = (await receivedRequests()).map(({ operation }) => operation);
      const count = (name: string): number => asked.filter((operation) => operation === name).length;
      assert.deepEqual([count('listCommits'), count('getCommit')], [1, 0]);
      assert.equal(texts.length, 15);
      for (const text of texts) {
        assert.match(text, /· \+\d+ −\d+/);
        assert.match(text, /pipeline: not read, as the setting is off/);
      }
    } finally {
      await setting.update('pipelineState', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});

describe('a long history', function () {
  this.timeout(60_000);
  let app: App;

  signedIn((opened) => void (app = opened));

  it('is shown a bounded part at a time, with rows that lead on and back', async () => {
    const open = app.project.open ?? assert.fail('no project');
    let changes = 0;
    const history = new History({
      open,
      filter: {},
      changes: app.changes,
      perPage: 10,
      generation: 1,
      mostShown: 20,
      changed: () => (changes += 1),
      checkedOut: async () => undefined,
      described: () => {},
    });
    const all = onServer('log', '-45', '--format=%H', 'main').split('\n');
    const shown = (): string[] => history.rows().map((row) => (row.kind === 'commit' ? row.commit.id : row.kind));
    await history.refresh();
    assert.deepEqual(shown(), [...all.slice(0, 10), 'more']);
    await history.loadMore();
    assert.deepEqual(shown(), [...all.slice(0, 20), 'later']);
    const first = await history.later();
    assert.equal(first?.kind, 'earlier');
    assert.deepEqual(shown(), ['earlier', ...all.slice(20, 30), 'more']);
    await history.earlier();
    assert.deepEqual(shown(), [...all.slice(0, 10), 'more']);
    assert.ok(changes > 0);
    history.dispose();
  });
});

describe('a window that is opened again', function () {
  this.timeout(60_000);

  it('sends one request before its first row: the project is the one it was', async () => {
    const app = await activated();
    await signIn(app);
    const { accounts, clients, repositories, log, context } = app;
    const memento = context.workspaceState;
    const again = new CurrentProject({ accounts, clients, repositories, memento, log });
    try {
      await forgetRequests();
      again.start();
      const open = await poll(() => again.open, { what: 'the project' });
      const asked = (await receivedRequests()).map(({ operation }) => operation);
      assert.ok(!asked.includes('getProject'), 'the project was read first');
      assert.equal(open.project.path_with_namespace, sandbox().project);
      again.confirm();
      await poll(async () => (await receivedRequests()).some(({ operation }) => operation === 'getProject'), {
        what: 'the project to be read again',
      });
    } finally {
      again.dispose();
      await signOut(app);
    }
  });
});
