import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import type { OpenProject } from '../../../../src/host/shell/currentProject.ts';
import { getCommit } from '../../../../src/wire/commits.ts';
import { git } from '../../../support/git.ts';
import { activated, sandbox, setFaults, settledRows, signOut } from '../../../support/window/inHost.ts';
import { addAccount } from '../../accounts.ts';
import { forgetProject, openProject } from '../../projects.ts';

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

  it('shows markup in a message as text', async () => {
    const sha = commit('markup');
    const tooltip = await tooltipOf(sha);
    const message = ask('log', '-1', '--format=%B', sha);
    assert.match(message, /<[a-z]/i);
    for (const line of message.split('\n').filter(Boolean)) {
      assert.ok(shown(tooltip).includes(line.trim()), `“${line}” is not in: ${shown(tooltip)}`);
    }
    assert.ok(!tooltip.supportHtml && tooltip.isTrusted !== true);
    // the only link is the pipeline's
    const others = tooltip.value.replace(/\[#\d+\]\(<https?:\/\/[^<>\s]+>\)/, '');
    assert.doesNotMatch(others, /^\s*#|[^\\]!?\[[^\]]*[^\\]\]\(|[^\\]`/m);
  });

  for (const [address, link] of [
    ['https://gitlab.example.com/p/7', '[#7](<https://gitlab.example.com/p/7>)'],
    [
      'https://gitlab.example.com/7>) [x](command:y',
      '[#7](<https://gitlab.example.com/7%3E%29%20%5Bx%5D%28command%3Ay>)',
    ],
    ['command:run', '\\#7'],
  ] as const) {
    it(`links the page of a pipeline, and no more, where the server names ${address}`, async () => {
      const sha = commit('markup');
      const place = { client: open.client, account: open.account.id, project: open.project.id, sha };
      const detail = await open.client.send(getCommit, { id: open.project.id, sha });
      const last = { id: 7, sha, ref: '[main](command:run)', status: 'failed', web_url: address };
      const body = { ...detail, last_pipeline: last };
      await setFaults([{ operation: 'getCommit', fault: 'status', status: 200, body }]);
      await app.details.read(place, { fresh: true });
      const { value } = await tooltipOf(sha);
      const line = value.split('\n').find((each) => each.includes('pipeline:')) ?? '';
      assert.ok(line.endsWith(link), line);
      assert.doesNotMatch(line.slice(0, -link.length), /[^\\]\[/);
    });
  }

  it('says what could not be read instead of leaving it out', async () => {
    // the view may already have the state of visible commits
    const [sha = ''] = ask('rev-list', '--max-parents=0', 'main').split('\n');
    await setFaults([
      { operation: 'getCommitSignature', fault: 'status', status: 500, body: { message: 'no keys' } },
      { operation: 'getCommit', fault: 'status', status: 500, body: { message: 'no facts' } },
    ]);
    const text = shown(await tooltipOf(sha));
    assert.match(text, /signature unknown: .* returned an error: “no keys” \(500\)/);
    assert.match(text, /returned an error: “no facts” \(500\)/);
    assert.ok(text.includes(ask('log', '-1', '--format=%s', sha)));
    await setFaults([]);
    assert.match(shown(await tooltipOf(sha)), /not signed/);
  });

  it('is asked for once', async () => {
    const sha = commit('signed');
    await tooltipOf(sha);
    await setFaults([{ operation: 'getCommitSignature', fault: 'status', status: 500 }]);
    assert.match(shown(await tooltipOf(sha)), /SSH signature, verified/);
    assert.equal(open.project.path_with_namespace, sandbox().project);
  });
});
