import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { getCommit } from '../../../src/wire/commits.ts';
import { setCommitStatus } from '../../../src/wire/commitStatuses.ts';
import { allRequests, forgetRequests } from '../../support/inHost.ts';
import { poll } from '../../support/poll.ts';
import { hands } from '../hands.ts';
import { reviewWindow } from './reviewHands.ts';

describe('the pipeline of the branch', function () {
  this.timeout(60_000);
  const window = reviewWindow();
  const ui = hands();
  const show = (on: boolean | undefined): Thenable<void> =>
    vscode.workspace.getConfiguration('graft').update('pipelines.statusBar', on, vscode.ConfigurationTarget.Global);

  after(() => show(undefined));

  it('leads from the status bar by a choice of jobs to a log, which grows while its job runs', async () => {
    const { pipelineStatus: status, jobLogs, project } = window();
    await show(true);
    const says = (text: string): Promise<unknown> => poll(() => status.text === text, { what: text });
    await says('$(error) Pipeline failed: 2 jobs');
    await status.look();
    await forgetRequests();
    assert.equal(await status.look(), false);
    const idle = (await allRequests()).map((each) => `${each.operation ?? ''} ${each.status ?? ''}`);
    assert.deepEqual(idle, ['listMergeRequests 304', 'listMergeRequestPipelines 304']);

    const showing = vscode.commands.executeCommand('graft.pipelines.show');
    const picker = await ui.picker(/^Pipeline #5073 · feature\/ripeness-forecast · !5$/);
    assert.deepEqual(
      picker.items.map(({ label }) => label),
      [
        ...['Failed', 'unit', 'seedling', 'check', 'lint', 'deploy', 'pages'],
        ...[
          '#5003 · Failed',
          'unit',
          '#5003 · check',
          'lint',
          '#5003 · deploy',
          'pages',
          '$(link-external) Open in Browser',
        ],
      ],
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
});
