import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import type { OpenProject } from '../../../src/host/shell/currentProject.ts';
import { git } from '../../support/git.ts';
import { activated, sandbox, setFaults, settledRows, signOut } from '../../support/inHost.ts';
import { addAccount } from '../accounts.ts';
import { forgetProject, openProject } from '../projects.ts';

const ask = (...args: readonly string[]): string => git(sandbox().repository, ...args);
const commit = (name: string): string => sandbox().commits[name] ?? assert.fail(`no commit ${name}`);

describe('the tooltip of a commit', function () {
  this.timeout(60_000);
  let app: App;
  let open: OpenProject;

  before(async () => {
    app = await activated();
    open = await openProject(app, await addAccount(app, 'maintainer'), sandbox().project);
  });

  after(async () => {
    await app.commits.setFilter({});
    await forgetProject(app);
    await signOut(app);
  });

  afterEach(() => setFaults([]));

  const tooltipOf = async (sha: string): Promise<vscode.MarkdownString> => {
    await app.commits.setFilter({ ref: sha });
    const [first] = await settledRows(app.commits);
    assert.ok(first?.row.kind === 'commit' && first.row.commit.id === sha);
    const { token } = new vscode.CancellationTokenSource();
    const { tooltip } = await app.commits.resolveTreeItem(first.item, first.row, token);
    assert.ok(tooltip instanceof vscode.MarkdownString);
    return tooltip;
  };

  /** What Markdown shows of a text that was escaped for it. */
  const shown = ({ value }: vscode.MarkdownString): string =>
    value
      .replace(/&nbsp;/g, ' ')
      .replace(/&gt;/g, '>')
      .replace(/\\([^\w\s])/g, '$1');

  it('has the message, the author, what changed, the pipeline and the signature', async () => {
    const sha = commit('clean');
    const text = shown(await tooltipOf(sha));
    const [, added = '', deleted = ''] =
      /(\d+) insertions?.*?(?:(\d+) deletions?.*)?$/m.exec(ask('show', '--shortstat', '--format=', sha)) ?? [];
    for (const part of [
      ask('log', '-1', '--format=%s', sha),
      ask('log', '-1', '--format=%an <%ae>', sha),
      `${sha.slice(0, 8)} · +${added || 0} −${deleted || 0}`,
      'not signed',
    ]) {
      assert.ok(text.includes(part), `“${part}” is not in: ${text}`);
    }
  });

  it('says that a signature is verified', async () => {
    assert.match(shown(await tooltipOf(commit('signed'))), /SSH signature, verified/);
  });

  it('shows markup in a message as text', async () => {
    const sha = commit('markup');
    const tooltip = await tooltipOf(sha);
    const message = ask('log', '-1', '--format=%B', sha);
    assert.match(message, /<[a-z]/i);
    for (const line of message.split('\n').filter(Boolean)) {
      assert.ok(shown(tooltip).includes(line.trim()), `“${line}” is not in: ${shown(tooltip)}`);
    }
    assert.ok(!tooltip.supportHtml && tooltip.isTrusted !== true);
    assert.doesNotMatch(tooltip.value, /^\s*#|[^\\]!?\[[^\]]*[^\\]\]\(|[^\\]`/m);
  });

  it('says what could not be read instead of leaving it out', async () => {
    await setFaults([
      { operation: 'getCommitSignature', fault: 'status', status: 500, body: { message: 'no keys' } },
      { operation: 'getCommit', fault: 'status', status: 500, body: { message: 'no facts' } },
    ]);
    const text = shown(await tooltipOf(commit('binary')));
    assert.match(text, /signature unknown: .* had an error: “no keys” \(500\)/);
    assert.match(text, /had an error: “no facts” \(500\)/);
    assert.ok(text.includes(ask('log', '-1', '--format=%s', commit('binary'))));
    await setFaults([]);
    assert.match(shown(await tooltipOf(commit('binary'))), /not signed/);
  });

  it('is asked for once', async () => {
    const sha = commit('signed');
    await tooltipOf(sha);
    await setFaults([{ operation: 'getCommitSignature', fault: 'status', status: 500 }]);
    assert.match(shown(await tooltipOf(sha)), /SSH signature, verified/);
    assert.equal(open.project.path_with_namespace, sandbox().project);
  });
});
