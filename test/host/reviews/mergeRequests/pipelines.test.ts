import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readAccount } from '../../../../src/model/accounts/signIn.ts';
import { getCommit } from '../../../../src/wire/commits.ts';
import { setCommitStatus } from '../../../../src/wire/commitStatuses.ts';
import { getProject } from '../../../../src/wire/projects.ts';
import { sandbox } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { reviewWindow } from '../reviewHands.ts';

describe('the pipeline of the branch', function () {
  this.timeout(60_000);
  const window = reviewWindow();
  const ui = hands();
  const follow = async (on: boolean): Promise<void> => {
    const settings = vscode.workspace.getConfiguration('graft.pipelines');
    await settings.update('statusBar', on, vscode.ConfigurationTarget.Global);
    await settings.update('notifications', on, vscode.ConfigurationTarget.Global);
  };

  after(() => follow(false));

  it('leads from the status bar by a choice of jobs to a log, which grows while its job runs', async () => {
    const { pipelineStatus: status, jobLogs, project } = window();
    await follow(true);
    const says = (text: string): Promise<unknown> => poll(() => status.text === text, { what: text });
    await says('$(error) Pipeline failed: 2 jobs');
    const showing = vscode.commands.executeCommand('graft.pipelines.show');
    const picker = await ui.picker(/^Pipeline #5073 · feature\/ripeness-forecast · !5$/);
    const tests = 'Tests|$(beaker) 3 of 12 tests failed';
    assert.equal(
      picker.items.map(({ label }) => label).join('|'),
      `${tests}|Failed|unit|seedling|check|lint|deploy|pages|#5003 · ${tests}|#5003 · Failed|unit|#5003 · check|lint|` +
        '#5003 · deploy|pages|Pipeline|$(refresh) Retry Failed Jobs…|$(play) Run New Pipeline…|$(link-external) Open in Browser',
    );
    await ui.enter(picker, /^unit$/);
    await showing;
    const { document } = vscode.window.activeTextEditor ?? assert.fail('no log is open');
    assert.match(document.getText(), /^Running with gitlab-runner[^]* crate\n[^]*crate\.ts:12:5\nERROR: Job failed/);
    const { uri } = document;
    const [link] = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri);
    assert.match(link?.target?.toString(true) ?? '', /^file:.*\/src\/inventory\/crate\.ts#L12,5$/);
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      uri,
    );
    assert.deepEqual(folds[0] && [folds[0].start, folds[0].end], [1, 2]);

    const open = project.open ?? assert.fail('no project');
    const { id: sha } = await open.client.send(getCommit, { id: 101, sha: 'renovate/node-24' });
    const set = (state: 'running' | 'success') =>
      open.client.send(setCommitStatus, { id: 101, sha, name: 'pages', state });
    const shows = (text: RegExp) =>
      poll(() => text.test(vscode.window.activeTextEditor?.document.getText() ?? ''), { what: String(text) });
    await jobLogs.open(open, 101, 70_793);
    await shows(/^This job has no log yet\.$/);
    await set('running');
    await shows(/^Running with[^]*\$ npm run pages\n> orchard deploy$/);
    await set('success');
    await shows(/\n> orchard deploy\n12 passing\nJob succeeded$/);
  });

  it('has its failed tests, whose file is opened, or their output, with links, also after a reload', async () => {
    const choose = async (press: (picker: vscode.QuickPick<vscode.QuickPickItem>) => unknown) => {
      const showing = vscode.commands.executeCommand('graft.pipelines.show');
      await ui.step(/^Pipeline #5073/, /3 of 12 tests failed$/);
      const picker = await ui.picker(/^Failed Tests of Pipeline #5073$/);
      assert.equal(picker.items[2]?.description, 'Error · unit · rounding · test/rounding.test.ts');
      await press(picker);
      await showing;
    };
    await choose((picker) => ui.enter(picker, /empty/));
    const { document } = vscode.window.activeTextEditor ?? assert.fail('no test is open');
    const text = document.getText();
    assert.match(
      text,
      /^weighs an empty crate\nunit · stock\ntest\/stock\.test\.ts\n\nAssertionError: [^]*crate\.ts:12:5$/,
    );
    const [link] = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
    );
    assert.match(link?.target?.toString(true) ?? '', /^file:.*\/src\/inventory\/crate\.ts#L12,5$/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.equal(await window().jobLogs.provideTextDocumentContent(document.uri), text);
    // VS Code's own, as hands press no buttons of rows
    type Pressed = { _fireDidTriggerItemButton(row: number, button: number): void };
    await choose((picker) => (picker as unknown as Pressed)._fireDidTriggerItemButton(0, 0));
    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /\/test\/stock\.test\.ts$/);
  });

  it('is run with variables, its end is notified once; a job of it that failed is run again from its log', async () => {
    const { project, pipelineStatus: status } = window();
    const open = project.open ?? assert.fail('no project');
    const running = vscode.commands.executeCommand('graft.pipelines.show');
    await ui.step(/^Pipeline #/, /Run New Pipeline…$/);
    await ui.step(/^Run New Pipeline$/, /Add Variable…$/);
    const box = await ui.box(/^Add Variable$/);
    ui.type(box, 'FAIL=lint');
    await ui.enter();
    await ui.step(/^Run New Pipeline$/, /Run Pipeline$/);
    await running;
    const { text } = await ui.hears(/^Pipeline #\d+ was started\.$/);
    const page = { kind: 'pipeline', id: Number(/\d+/.exec(text)?.[0]) };

    const showing = vscode.commands.executeCommand('graft.pipelines.open', { open, page });
    await ui.step(new RegExp(`^Pipeline #${page.id} · feature/ripeness-forecast$`), /^lint$/);
    await showing;
    const log = () => vscode.window.activeTextEditor?.document.getText() ?? '';
    await poll(() => /ERROR: Job failed/.test(log()), { what: 'the end of the log' });
    await Promise.all([status.poll(), status.poll()]);
    const ends = ui.said().filter((each) => each.text.startsWith('Pipeline failed'));
    assert.deepEqual(
      ends.map((each) => each.text),
      [`Pipeline failed: 1 job (#${page.id} · feature/ripeness-forecast · !5)`],
    );
    ui.willPress('Open Log');
    await vscode.commands.executeCommand('graft.pipelines.retryJob');
    const again = Number(/#(\d+)/.exec((await ui.hears(/^lint #\d+ runs again\.$/)).text)?.[1]);
    await poll(() => /Job succeeded$/.test(log()), { what: 'the log of the new job' });

    await vscode.commands.executeCommand('graft.pipelines.cancelJob');
    await ui.hears(/^lint #\d+ can’t be canceled: passed\.$/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('graft.pipelines.open', { open, page: { kind: 'job', id: again } });
    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', new RegExp(`^/lint #${again}$`));
  });

  it('is run again by those alone whose role allows it, who are told why', async () => {
    const app = window();
    const { url, tokens } = sandbox();
    const secret = tokens['reporter'] ?? assert.fail('no token');
    const account = await app.accounts.add(await readAccount(app.clients.trial(url, secret), {}), secret);
    const client = app.clients.of(account);
    const open = { account, client, project: await client.send(getProject, { id: 101 }), remote: undefined };
    await vscode.commands.executeCommand('graft.pipelines.open', { open, page: { kind: 'job', id: 70_793 } });
    await vscode.commands.executeCommand('graft.pipelines.retryJob');
    await ui.hears(/^This takes the role Developer or a higher one; yours is Reporter\.$/);
    await app.accounts.remove(account.id);
  });
});
